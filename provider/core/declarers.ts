import { createHash } from 'node:crypto'
import type { Operation } from './operation'
import { OWNER } from './ownership'
import type { Json } from './plain'
import type { Declarer } from './verbs'

/** The property by which a program tells the provider who declares a resource. `check` takes it out of the inputs. */
export const DECLARATION = '__declaration'

/** What a program tells with each resource. */
export interface Declaration {
  /** The resource's type and name, as in its URN. */
  readonly name: string
  /** The nonce of the operation's ledger. */
  readonly ledger: string
}

/**
 * The names of the resources that a program declares, by the inputs that `check` has answered: Pulumi passes no more
 * than these on, and what it stores must not change with a resource's name.
 */
export class Declarers {
  private readonly names = new Map<string, string[]>()
  /** Names that a state, or a new resource, has got already. */
  private readonly used = new Set<string>()
  private programRuns = false

  constructor(private readonly operation: Operation) {}

  /** Whether the program runs in a preview. */
  get isPreview(): boolean {
    return this.operation.known.isPreview
  }

  checked(inputs: Json, told: unknown): void {
    // A refresh, which comes before the program, checks nothing.
    this.programRuns = true
    if (!isDeclaration(told)) return
    this.operation.join(told.ledger)
    const key = digest(inputs)
    const known = this.names.get(key) ?? []
    if (!known.includes(told.name)) this.names.set(key, [...known, told.name])
  }

  /** Who declares a new resource with these inputs: of several that have the same, each gets its turn. */
  ofNew(inputs: Json): Declarer | undefined {
    if (!this.programRuns) return undefined
    const names = this.names.get(digest(inputs)) ?? []
    return this.taken(names.find((one) => !this.used.has(one)) ?? names.at(-1))
  }

  /**
   * Who declares a resource with these inputs; undefined where no program does. Of several that have the same inputs it
   * is the one that has the state, or else the latest.
   */
  of(inputs: Json, state: Json = {}): Declarer | undefined {
    if (!this.programRuns) return undefined
    const names = this.names.get(digest(inputs)) ?? []
    const { name: former } = (state[OWNER] ?? {}) as Declarer
    return this.taken(former !== undefined && names.includes(former) ? former : (names.at(-1) ?? former))
  }

  private taken(name: string | undefined): Declarer {
    if (name !== undefined) this.used.add(name)
    return { name }
  }
}

const isDeclaration = (value: unknown): value is Declaration =>
  typeof value === 'object' && value !== null && 'name' in value && 'ledger' in value

function digest(inputs: Json): string {
  const text = JSON.stringify(inputs, (key, value: unknown) => (key.startsWith('__') ? undefined : sorted(value)))
  return createHash('sha256').update(text).digest('base64url')
}

/** Pulumi does not keep the order of an object's properties. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
