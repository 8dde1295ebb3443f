import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const program = process.platform === 'win32' ? 'node.exe' : 'node'

/** Why providers cannot start in a process of Bun, which does not need Node.js itself. Undefined in Node.js. */
export function missingNode(): string | undefined {
  if (process.versions.bun === undefined) return undefined
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  if (folders.some((folder) => existsSync(join(folder, program)))) return undefined
  return 'There is no "node" on PATH. Programs can run in Bun, but the providers of trueup and trueup/native need Node.js'
}

/** What to do about it. */
export const installNode = 'Install Node.js 20.18.1 or later.'
