import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import type { Host } from './index'

const projectFiles = ['Pulumi.yaml', 'Pulumi.yml', 'Pulumi.json']
const known: readonly Host[] = ['yaml', 'java', 'bun', 'python', 'go']

/** The language hosts that a command of the CLI needs: for the language of the project, and for languages in arguments. */
export function neededHosts(args: string[], cwd: string): Host[] {
  const options = { cwd: { type: 'string', short: 'C' } } as const
  const { values } = parseArgs({ args, options, strict: false })
  const folder = typeof values.cwd === 'string' ? resolve(cwd, values.cwd) : cwd
  const named = [...args.map((argument) => argument.replace(/^-.*=/, '')), runtimeOf(folder)]
  return known.filter((host) => named.includes(host))
}

/** The language of the nearest project. The CLI reports a missing or malformed project. */
function runtimeOf(folder: string): unknown {
  for (const file of projectFiles) {
    try {
      const project: unknown = parse(readFileSync(join(folder, file), 'utf8'))
      if (typeof project !== 'object' || project === null || !('runtime' in project)) return undefined
      const { runtime } = project
      return typeof runtime === 'object' && runtime !== null && 'name' in runtime ? runtime.name : runtime
    } catch {
      // The next file can exist.
    }
  }
  return folder === dirname(folder) ? undefined : runtimeOf(dirname(folder))
}
