import type { Holder } from './holder'

/** What a program declares with one resource: an object, or the objects of a set. */
export interface Declaration {
  /** The number of the declaration in the program. A later entry with the same number replaces it. */
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
  /** Whether the provider has checked the resource, with its arguments after all transforms. */
  readonly checked?: boolean
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
  | ({ readonly is: 'declared' } & Declaration)
  | { readonly is: 'alias'; readonly name: string; readonly former: readonly string[] }
  | { readonly is: 'service'; readonly urls: readonly string[] }
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

/** Parses a line. Returns undefined for an incomplete line of a killed process. */
export function parseEntry(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}
