import type { Declarer } from '../engine/verbs'
import type { Json } from '../schema/plain'
import type { SecretPath } from '../schema/secret-paths'
import type { EngineOperation } from '../service/engine-operation'
import { fingerprint } from '../service/fingerprint'
import type { Ledger } from '../service/ledger'
import { OWNER } from '../service/mark'

/** The property by which a program tells the provider who declares a resource. `check` takes it out of the inputs. */
export const DECLARATION = '__declaration'

/** What a program tells with each resource. */
export interface DeclarationProperty {
  /** The resource's type and name, as in its URN. */
  readonly name: string
  /** The nonce of the operation's ledger. */
  readonly ledger: string
  /** The paths of the arguments that the program marks as secret. */
  readonly secrets?: readonly SecretPath[]
}

/**
 * The names of the resources that a program declares, by the inputs that `check` has answered: Pulumi passes no more
 * than these on, and what it stores must not change with a resource's name.
 */
export class Declarers {
  private readonly names = new Map<string, string[]>()
  /** Names that a state, or a new resource, has got already. */
  private readonly used = new Set<string>()
  private readonly secrets = new Map<string, readonly SecretPath[]>()
  private programRuns = false

  constructor(private readonly operation: EngineOperation) {}

  /** Whether the program runs in a preview. */
  get isPreview(): boolean {
    return this.operation.known.isPreview
  }

  /** Remembers the inputs that `check` returns. Returns the ledger of the operation, if the program passed it along. */
  checked(inputs: Json, told: unknown): Ledger | undefined {
    // A refresh, which comes before the program, checks nothing.
    this.programRuns = true
    if (!isDeclaration(told)) return undefined
    this.operation.join(told.ledger)
    this.secrets.set(told.name, told.secrets ?? [])
    const key = fingerprint(inputs)
    const known = this.names.get(key) ?? []
    if (!known.includes(told.name)) this.names.set(key, [...known, told.name])
    return this.operation.known.nonce === told.ledger ? this.operation.known : undefined
  }

  /** Who declares a new resource with these inputs: of several that have the same, each gets its turn. */
  ofNew(inputs: Json): Declarer | undefined {
    if (!this.programRuns) return undefined
    const names = this.names.get(fingerprint(inputs)) ?? []
    return this.taken(names.find((one) => !this.used.has(one)) ?? names.at(-1))
  }

  /**
   * Who declares a resource with these inputs; undefined where no program does. Of several that have the same inputs it
   * is the one that has the state, or else the latest.
   */
  of(inputs: Json, state: Json = {}): Declarer | undefined {
    if (!this.programRuns) return undefined
    const names = this.names.get(fingerprint(inputs)) ?? []
    const { name: former } = (state[OWNER] ?? {}) as Declarer
    return this.taken(former !== undefined && names.includes(former) ? former : (names.at(-1) ?? former))
  }

  private taken(name: string | undefined): Declarer {
    if (name !== undefined) this.used.add(name)
    return { name, ...(name !== undefined && { secrets: this.secrets.get(name) }) }
  }
}

export const isDeclaration = (value: unknown): value is DeclarationProperty =>
  typeof value === 'object' && value !== null && 'name' in value && 'ledger' in value
