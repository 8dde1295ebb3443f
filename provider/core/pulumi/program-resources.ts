import type { ProgramResource } from '../engine/verbs'
import type { Json } from '../schema/json'
import type { SecretPath } from '../schema/secret-paths'
import type { EngineOperation } from '../service/engine-operation'
import { fingerprint } from '../service/fingerprint'
import type { Ledger } from '../service/ownership/ledger'
import { OWNER } from '../service/ownership/mark'

/**
 * The property that passes the intent of a resource from the program to the provider. `check` removes it from the
 * inputs.
 */
export const INTENT = '__declaration'

/** What a program passes with each resource. */
export interface IntentProperty {
  /** The resource's type and name, as in its URN. */
  readonly name: string
  /** The nonce of the operation's ledger. */
  readonly ledger: string
  /** The paths of the arguments that the program marks as secret. */
  readonly secrets?: readonly SecretPath[]
  /** Whether the program waits for no other resource before it registers this one. */
  readonly isIndependent?: boolean
}

/**
 * The names of the declared resources, by the inputs that `check` returns. Pulumi does not pass the names to the
 * provider, and the state must not depend on them.
 */
export class ProgramResources {
  private readonly names = new Map<string, string[]>()
  /** Names that belong to a state or to a new resource. */
  private readonly used = new Set<string>()
  private readonly secrets = new Map<string, readonly SecretPath[]>()
  private programRuns = false

  constructor(private readonly operation: EngineOperation) {}

  /** Whether the program runs in a preview. */
  get isPreview(): boolean {
    return this.operation.known.isPreview
  }

  /** Whether a program that passes this intent is known to run in a preview. */
  isPreviewOf(intent: IntentProperty | undefined): boolean {
    if (intent) this.operation.join(intent.ledger)
    return this.operation.isPreview(intent?.ledger)
  }

  /** Remembers the inputs that `check` returns. Returns the ledger of the operation, if the program passed it along. */
  checked(inputs: Json, intent: unknown): Ledger | undefined {
    // A refresh does not call `check`, because it runs before the program.
    this.programRuns = true
    if (!isIntent(intent)) return undefined
    this.operation.join(intent.ledger)
    this.secrets.set(intent.name, intent.secrets ?? [])
    const key = fingerprint(inputs)
    const known = this.names.get(key) ?? []
    if (!known.includes(intent.name)) this.names.set(key, [...known, intent.name])
    return this.operation.known.nonce === intent.ledger ? this.operation.known : undefined
  }

  /**
   * The resource that declares a new object with these inputs. If several resources have the same inputs, each is
   * returned once.
   */
  ofNew(inputs: Json): ProgramResource | undefined {
    if (!this.programRuns) return undefined
    const names = this.names.get(fingerprint(inputs)) ?? []
    return this.use(names.find((name) => !this.used.has(name)) ?? names.at(-1))
  }

  /**
   * The resource that declares these inputs. Undefined if the program does not run. If several resources have the same
   * inputs, the resource in the state, otherwise the last one.
   */
  of(inputs: Json, state: Json = {}): ProgramResource | undefined {
    if (!this.programRuns) return undefined
    const names = this.names.get(fingerprint(inputs)) ?? []
    const { name: former } = (state[OWNER] ?? {}) as ProgramResource
    return this.use(former !== undefined && names.includes(former) ? former : (names.at(-1) ?? former))
  }

  private use(name: string | undefined): ProgramResource {
    if (name !== undefined) this.used.add(name)
    return { name, ...(name !== undefined && { secrets: this.secrets.get(name) }) }
  }
}

export const isIntent = (value: unknown): value is IntentProperty =>
  typeof value === 'object' && value !== null && 'name' in value && 'ledger' in value
