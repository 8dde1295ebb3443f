import { join } from 'node:path'
import { repositoryRoot } from '../../tools/pulumi/paths'

/** The plugins of a project that has installed `trueup-plugin`: the folder of this repository, as it is packed. */
export const plugins = { trueup: join(repositoryRoot, 'plugin') }
