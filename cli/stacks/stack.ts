import { isSecret, type Json } from '../../provider/command-line/basics'
import { type Position, positionIn } from './position'
import { objectFrom, parsed, pulumi, type StackOptions } from './pulumi'

export type { Json }

/** A resource in the state of a stack, with plaintext secrets. Never print it whole. */
export interface StackResource {
  urn: string
  type: string
  id?: string
  inputs: Json
  outputs: Json
  /** Paths of inputs that are secrets in the state, such as `items.backup.password`. */
  secretInputs: ReadonlySet<string>
  /** Paths of inputs that the program ignores changes of. */
  ignoreChanges: readonly string[]
  /** URN and id of its provider, with `::` between them. */
  provider?: string
  /** URN of the component or resource that contains it. */
  parent?: string
  /** Where the program declared it at the last update. */
  position?: Position
}

/** The state and configuration of a stack, with plaintext secrets. Never print it whole. */
export interface StackState {
  name: string
  resources: StackResource[]
  /** The current configuration of the stack, by full key such as `trueup:baseUrl`. */
  config: Record<string, { value: string; secret: boolean }>
  /** Unfinished operations of an update that was interrupted or is still running. */
  pending: string[]
}

/**
 * Reads the state and the configuration of a stack with the `pulumi` on `PATH`, which finds and decrypts both. Does not lock
 * the stack and does not write anything.
 *
 * @throws PulumiFailure with the remedy, for example if the CLI, project, stack or passphrase is missing.
 */
export async function readStack({ cwd, stack }: StackOptions): Promise<StackState> {
  const of = stack === undefined ? [] : ['--stack', stack]
  const exported = await objectFrom<Exported>(cwd, stack, ['stack', 'export', '--show-secrets', ...of])
  const config = await objectFrom<Configured>(cwd, stack, ['config', '--json', '--show-secrets', ...of])
  // A stack without any update has no deployment.
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
      parent?: string
      sourcePosition?: string
      stackTrace?: { sourcePosition?: string }[]
    }[]
    pending_operations?: { type: string; resource: { urn: string } }[]
  }
}

type Configured = Record<string, { value?: unknown; secret: boolean }>

type ExportedResource = NonNullable<NonNullable<Exported['deployment']>['resources']>[number]

function resourceOf(exported: ExportedResource): StackResource {
  const { urn, type, id, inputs = {}, outputs = {}, provider, ignoreChanges = [], parent } = exported
  const { sourcePosition, stackTrace = [] } = exported
  const position = positionIn([sourcePosition, ...stackTrace.map((frame) => frame.sourcePosition)])
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
    ...(parent !== undefined && { parent }),
    ...(position && { position }),
  }
}

/** The plaintext of a value in a state. Adds the paths of secrets to `secrets`. */
function revealed(value: unknown, path: string, secrets: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item, at) => revealed(item, `${path}[${at}]`, secrets))
  if (typeof value !== 'object' || value === null) return value
  const object = value as Json
  if (isSecret(object)) {
    secrets.add(path)
    return typeof object.plaintext === 'string' ? parsed(object.plaintext) : undefined
  }
  return Object.fromEntries(
    Object.entries(object).map(([key, item]) => [key, revealed(item, path === '' ? key : `${path}.${key}`, secrets)]),
  )
}
