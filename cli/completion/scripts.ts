import { bash } from './bash'
import { fish } from './fish'
import type { Tree } from './tree'
import { zsh } from './zsh'

/** The scripts, by shell. */
export const scripts: Readonly<Record<'bash' | 'zsh' | 'fish', (tree: Tree) => string>> = { bash, zsh, fish }
