import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { repositoryRoot } from '../pulumi/paths'
import { children } from './children'
import { exportedObjects } from './exported'
import { native, nativeResources } from './native'
import { resources } from './resources'

const header = '// Written by "npm run kind-lists" from provider/kinds.ts. Do not edit.\n'

/** The sources that only list the kinds, by file. */
export async function lists(): Promise<Record<string, string>> {
  const texts = {
    'provider/resources/index.ts': resources(),
    'provider/native.ts': native(),
    'provider/native-resources.ts': nativeResources(),
    'provider/components/group-children.ts': children('group'),
    'provider/components/project-children.ts': children('project'),
    'cli/export/exported-objects.ts': exportedObjects(),
  }
  const formatted = Object.entries(texts).map(async ([file, text]) => {
    const path = join(repositoryRoot, file)
    return [file, await format(header + text, { ...(await resolveConfig(path)), filepath: path })] as const
  })
  return Object.fromEntries(await Promise.all(formatted))
}
