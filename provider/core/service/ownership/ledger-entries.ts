import type { Engine } from '../machine'
import type { Holder } from './holder'

/** What a program declares with one resource: an object, or the objects of a set. */
export interface Intent {
  /** The number of the intent in the program. A later entry with the same number replaces it. */
  readonly n: number
  /** The resource's type and name, as in its URN: `trueup:Label::bug`. */
  readonly name: string
  readonly kind: string
  /** The base URL of its service. Null if it is not known yet. */
  readonly service: string | null
  /** The project or group as the program writes it. Null if it is not known yet. */
  readonly parent: number | string | null
  /** Hashes of the natural keys. */
  readonly keys: readonly string[]
  /** Hashes of the known objects, including their project or group. */
  readonly identities: readonly string[]
  /** Whether there are natural keys that are not known yet. */
  readonly open: boolean
  /** Hashes of the natural keys of the objects with `onConflict: "create"`. Known once the provider has checked them. */
  readonly creates?: readonly string[]
  /** Hashes of the natural keys of the objects with `adoptId`. Known once the provider has checked them. */
  readonly adoptsById?: readonly string[]
  /** Whether the provider has checked the resource, with its arguments after all transforms. */
  readonly checked?: boolean
  /** Whether the resource was in the state when its provider checked it, so that it probably has an object. */
  readonly stored?: boolean
  /**
   * Whether the settings of its provider are outputs of other resources. If they are unknown in a preview, the engine never
   * asks the provider about the resource.
   */
  readonly late?: boolean
}

/** The operation of the engine that a ledger belongs to. */
export interface Operation {
  /** The URN of its stack. */
  readonly stack: string
  /** Whether it changes nothing. */
  readonly isPreview: boolean
  /** The process that began the ledger: the program, or a provider if the program is in a language without ledgers. */
  readonly begunBy: 'program' | 'provider'
  readonly pid: number
  /** The address of its engine. Missing in ledgers of older releases. */
  readonly address?: string | undefined
  /** Its engine, as far as the process that began the ledger has seen it. */
  readonly engine?: Engine | undefined
}

/** A project or group that the update moves to another path. */
export interface Move {
  readonly noun: 'project' | 'group'
  readonly from: string
  readonly to: string
}

/** One resource's claim to an object. */
export interface Claim {
  readonly holder: Holder
  /** The hash of the natural key under which it is declared. */
  readonly key?: string | undefined
  /** Whether the resource is deleting the object. */
  readonly deleting: boolean
}

/** A line of a ledger. */
export type Entry =
  | ({ readonly is: 'operation'; readonly nonce: string } & Operation)
  | { readonly is: 'adopted'; readonly noun: string; readonly change: AdoptedAs }
  | ({ readonly is: 'declared' } & Intent)
  | { readonly is: 'alias'; readonly name: string; readonly former: readonly string[] }
  | { readonly is: 'retained' | 'deleted-first'; readonly name: string }
  | { readonly is: 'service'; readonly urls: readonly string[] }
  | ({ readonly is: 'engine' } & Engine)
  | { readonly is: 'new-parent'; readonly path: string }
  | { readonly is: 'archival'; readonly parent: string; readonly archived: boolean }
  | { readonly is: 'created'; readonly noun: string; readonly id: number }
  | ({ readonly is: 'moved' } & Move)
  | { readonly is: 'unread'; readonly what: string }
  | { readonly is: 'unchecked'; readonly what: string; readonly by: number }
  | { readonly is: 'web-url'; readonly service: string; readonly hash: string }
  | ({ readonly is: 'held'; readonly service: string; readonly object: string } & Claim)
  | {
      readonly is: 'replaced' | 'given-up' | 'gone'
      readonly service: string
      readonly object: string
      readonly holder: Holder
    }

/** What an adoption changes, or why it does not happen: nothing, something, or the adoption was refused. */
export type AdoptedAs = 'none' | 'some' | 'refused'

/** The properties of a holder that a ledger stores. */
export const storedHolder = ({ mark, name }: Holder): Holder => ({ mark, name })

/**
 * Parses a line. Returns undefined for an entry of a later release, and `'malformed'` for a line of which a part is
 * missing, such as one of a full disk.
 */
export function parseEntry(line: string): Entry | 'malformed' | undefined {
  let entry: Entry
  try {
    entry = JSON.parse(line) as Entry
  } catch {
    return 'malformed'
  }
  if (typeof entry?.is !== 'string') return 'malformed'
  const shape = shapes[entry.is] as Readonly<Record<string, Shape>> | undefined
  if (!shape) return undefined
  const hasShape = Object.entries(shape).every(([name, isValid]) => isValid((entry as Record<string, unknown>)[name]))
  return hasShape ? entry : 'malformed'
}

type Shape = (value: unknown) => boolean

const text: Shape = (value) => typeof value === 'string'
const flag: Shape = (value) => typeof value === 'boolean'
const number: Shape = (value) => typeof value === 'number'
const texts: Shape = (value) => Array.isArray(value) && value.every(text)
const textOrNull: Shape = (value) => value === null || text(value)
const holder: Shape = (value) => typeof value === 'object' && value !== null
const claimed = { service: text, object: text, holder }

/** The parts that each entry must have. */
const shapes: Readonly<Record<Entry['is'], Readonly<Record<string, Shape>>>> = {
  operation: { nonce: text, stack: text, isPreview: flag, begunBy: text, pid: number },
  declared: {
    n: number,
    name: text,
    kind: text,
    service: textOrNull,
    parent: (value) => textOrNull(value) || number(value),
    keys: texts,
    identities: texts,
    open: flag,
  },
  adopted: { noun: text, change: text },
  alias: { name: text, former: texts },
  retained: { name: text },
  'deleted-first': { name: text },
  service: { urls: texts },
  engine: {},
  'new-parent': { path: text },
  archival: { parent: text, archived: flag },
  created: { noun: text, id: number },
  moved: { noun: text, from: text, to: text },
  unread: { what: text },
  unchecked: { what: text, by: number },
  'web-url': { service: text, hash: text },
  held: { ...claimed, deleting: flag },
  replaced: claimed,
  'given-up': claimed,
  gone: claimed,
}
