import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Presets, SingleBar } from 'cli-progress'
import { counted } from '../../provider/command-line/basics'
import { objectFrom, pulumi } from '../stacks/pulumi'
import { PulumiFailure } from '../stacks/pulumi-failure'
import type { RequiredValue } from './values'

/** The stack whose configuration gets values. */
export interface ConfiguredStack {
  stack: string
  /** Whether the stack exists. */
  exists: boolean
  /** The keys that its configuration has, with the values of the service. */
  keys: ReadonlySet<string>
  /** What made the others fail. */
  failure?: Error
}

/**
 * The stack for the values of an export: the given one, or the selected one of the folder.
 *
 * @throws Error with the remedy if there is none, or if the CLI is missing or not logged in.
 */
export async function stackFor(folder: string, given: string | undefined): Promise<string> {
  const stack = given ?? (process.env['PULUMI_STACK'] || undefined)
  const isProject = existsSync(join(folder, 'Pulumi.yaml'))
  if (stack === undefined && !isProject) {
    throw new Error(
      `--values needs a stack, and ${folder} has no selected stack yet. Pass its name, such as --stack dev: the stack is created if it does not exist.`,
    )
  }
  await mkdir(folder, { recursive: true })
  if (stack === undefined) return (await pulumi(folder, undefined, ['stack', '--show-name'])).trim()
  await pulumi(folder, stack, ['whoami'])
  return stack
}

type Known = RequiredValue & { value: string }

/**
 * Sets values as secrets of the stack's configuration, with the CLI, which encrypts them. Creates the stack if it does not
 * exist. Values that are already set are not written again.
 */
export async function setValues(
  folder: string,
  project: string,
  stack: string,
  values: readonly RequiredValue[],
): Promise<ConfiguredStack> {
  const known = values.filter((one): one is Known => one.value !== undefined)
  const keys = new Set<string>()
  let exists = false
  const bar = new SingleBar({ format: '{bar} {value}/{total} values', clearOnComplete: true }, Presets.shades_classic)
  try {
    const configured = await configurationOf(folder, stack)
    exists = true
    bar.start(known.length, 0)
    for (const one of known) {
      const { value, secret } = configured[`${project}:${one.key}`] ?? {}
      if (!secret || value !== one.value) await setValue(folder, stack, one)
      keys.add(one.key)
      bar.increment()
    }
    return { stack, exists, keys }
  } catch (error) {
    if (!(error instanceof PulumiFailure)) throw error
    const done = `${keys.size} of ${counted(known.length, 'value')}`
    const message = `The program in ${folder} is complete, but only ${done} could be set in the configuration of stack ${stack}: ${error.message} Then run the same command again, with --force.`
    return { stack, exists, keys, failure: new Error(message, { cause: error }) }
  } finally {
    bar.stop()
  }
}

/** The keys and values of a stack's configuration, with plaintext secrets. Creates the stack if it does not exist. */
async function configurationOf(folder: string, stack: string): Promise<Configuration> {
  const read = () => objectFrom<Configuration>(folder, stack, ['config', '--json', '--show-secrets', '--stack', stack])
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof PulumiFailure) || !/no stack named/i.test(error.message)) throw error
  }
  await pulumi(folder, stack, ['stack', 'init', '--stack', stack], {})
  process.stderr.write(`Created the stack ${stack}.\n`)
  // The file of the configuration can exist without the stack, for example in a clone.
  return read()
}

type Configuration = Record<string, { value?: unknown; secret?: boolean }>

/** Without `--raw`, the CLI removes line breaks at the end. Older CLIs do not know the option. */
async function setValue(folder: string, stack: string, { key, value }: Known): Promise<void> {
  const raw = /[\r\n]$/.test(value) ? ['--raw'] : []
  await pulumi(folder, stack, ['config', 'set', '--secret', ...raw, '--stack', stack, key], { secret: value })
}
