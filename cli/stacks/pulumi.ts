import { execFile } from 'node:child_process'
import { explained, PulumiFailure } from './pulumi-failure'

export interface StackOptions {
  /** The project's folder. */
  cwd: string
  /** Default: the selected stack. */
  stack?: string | undefined
}

/** Runs the CLI, which must print a JSON object. */
export async function objectFrom<T extends object>(cwd: string, stack: string | undefined, args: string[]): Promise<T> {
  const output = parsed(await pulumi(cwd, stack, args))
  if (typeof output === 'object' && output !== null && !Array.isArray(output)) return output as T
  throw notJson(args)
}

/** Runs the CLI, which must print a JSON array. */
export async function arrayFrom<T>(cwd: string, stack: string | undefined, args: string[]): Promise<T[]> {
  const output = parsed(await pulumi(cwd, stack, args))
  if (Array.isArray(output)) return output as T[]
  throw notJson(args)
}

const notJson = (args: readonly string[]): PulumiFailure =>
  new PulumiFailure(
    `"pulumi ${args.join(' ')}" did not print JSON. Check whether the "pulumi" on PATH is the Pulumi CLI.`,
  )

/** The value of a JSON text. Undefined if it is invalid. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Enough for the state of a very large stack. */
const maxBuffer = 1024 * 1024 * 1024

/** What a command changes. */
export interface Change {
  /** The standard input of the command: other users can see its arguments. */
  secret?: string
}

/** Runs the CLI. Returns its standard output. `change` is for commands that write. @throws PulumiFailure with the remedy. */
export function pulumi(cwd: string, stack: string | undefined, args: string[], change?: Change): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = [...args, '--non-interactive', '--color', 'never']
    const child = execFile('pulumi', all, { cwd, maxBuffer, encoding: 'utf8' }, (error, stdout, stderr) => {
      if (!error) resolve(stdout)
      else reject(new PulumiFailure(explained({ cwd, stack, code: error.code ?? undefined, stderr, change })))
    })
    if (!change) return
    // A command that fails early does not read its input. Its end tells the cause.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(change.secret ?? '')
  })
}
