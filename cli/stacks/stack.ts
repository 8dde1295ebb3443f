import { execFile } from 'node:child_process'
import type { Json } from '../../provider/basics'
import { explained, PulumiFailure } from './pulumi-failure'

export type { Json }

/** A resource as the state of a stack has it, secrets in plain: never to be printed whole. */
export interface StackResource {
  urn: string
  type: string
  id?: string
  inputs: Json
  outputs: Json
  /** Paths of inputs that the state keeps as secrets: `password`, `items.backup.password`. */
  secretInputs: ReadonlySet<string>
  /** Paths of inputs that the program ignores changes of. */
  ignoreChanges: readonly string[]
  /** URN and id of its provider, with `::` between them. */
  provider?: string
}

/** What is known of a stack without running its program. Holds secrets: never to be printed whole. */
export interface StackState {
  name: string
  resources: StackResource[]
  /** The stack's configuration as it is now, by full key: `trueup:baseUrl`. */
  config: Record<string, { value: string; secret: boolean }>
  /** What an update that was interrupted, or is still running, had not finished. */
  pending: string[]
}

export interface StackOptions {
  /** The project's folder. */
  cwd: string
  /** Default: the one that is selected. */
  stack?: string | undefined
}

/**
 * Reads the state and the configuration of a stack through the `pulumi` on `PATH`, which knows where both are kept and how
 * to decrypt them. Takes no lock and writes nothing.
 *
 * @throws PulumiFailure with the remedy, where there is no such CLI, project, stack or passphrase.
 */
export async function readStack({ cwd, stack }: StackOptions): Promise<StackState> {
  const of = stack === undefined ? [] : ['--stack', stack]
  const exported = await asked<Exported>(cwd, stack, ['stack', 'export', '--show-secrets', ...of])
  const config = await asked<Configured>(cwd, stack, ['config', '--json', '--show-secrets', ...of])
  // A stack that was made and never updated has none.
  const { resources, pending_operations } = exported.deployment ?? {}
  return {
    name: stack ?? (await pulumi(cwd, stack, ['stack', '--show-name'])).trim(),
    resources: (resources ?? []).map(resourceOf),
    config: Object.fromEntries(
      Object.entries(config).map(([key, { value = '', secret }]) => [key, { value: String(value), secret }]),
    ),
    pending: (pending_operations ?? []).map(({ type, resource }) => `${type} ${resource.urn.split('::').at(-1)}`),
  }
}

/** An answer of the CLI, which has to be an object. */
async function asked<T extends object>(cwd: string, stack: string | undefined, args: string[]): Promise<T> {
  const answer = parsed(await pulumi(cwd, stack, args))
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer as T
  throw new PulumiFailure(
    `"pulumi ${args.join(' ')}" has not answered with JSON: see whether the "pulumi" on PATH is the Pulumi CLI, and what it says.`,
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

interface Exported {
  deployment?: {
    resources?: {
      urn: string
      type: string
      id?: string
      inputs?: Json
      outputs?: Json
      provider?: string
      ignoreChanges?: string[]
    }[]
    pending_operations?: { type: string; resource: { urn: string } }[]
  }
}

type Configured = Record<string, { value?: unknown; secret: boolean }>

type ExportedResource = NonNullable<NonNullable<Exported['deployment']>['resources']>[number]

function resourceOf(exported: ExportedResource): StackResource {
  const { urn, type, id, inputs = {}, outputs = {}, provider, ignoreChanges = [] } = exported
  const secretInputs = new Set<string>()
  return {
    urn,
    type,
    ...(id !== undefined && { id }),
    inputs: revealed(inputs, '', secretInputs) as Json,
    outputs: revealed(outputs, '', new Set()) as Json,
    secretInputs,
    ignoreChanges,
    ...(provider !== undefined && { provider }),
  }
}

/** The key by which Pulumi marks what is more than JSON, and the mark of a secret. */
const mark = '4dabf18193072939515e22adb298388d'
const secretMark = '1b47061264138c4ac30d75fd1eb44270'

/** A value of the state as a program knows it; the paths of what is secret are added to `secrets`. */
function revealed(value: unknown, path: string, secrets: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item, at) => revealed(item, `${path}[${at}]`, secrets))
  if (typeof value !== 'object' || value === null) return value
  const object = value as Json
  if (object[mark] === secretMark) {
    secrets.add(path)
    return typeof object.plaintext === 'string' ? parsed(object.plaintext) : undefined
  }
  return Object.fromEntries(
    Object.entries(object).map(([key, item]) => [key, revealed(item, path === '' ? key : `${path}.${key}`, secrets)]),
  )
}

/** As much as the state of a very large stack. */
const maxBuffer = 1024 * 1024 * 1024

function pulumi(cwd: string, stack: string | undefined, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = [...args, '--non-interactive', '--color', 'never']
    execFile('pulumi', all, { cwd, maxBuffer, encoding: 'utf8' }, (error, stdout, stderr) => {
      if (!error) resolve(stdout)
      else reject(new PulumiFailure(explained({ cwd, stack, code: error.code ?? undefined, stderr })))
    })
  })
}
