import type { Holder } from './holder'

/** What a program declares with one resource: an object of this kind, or those of a set. */
export interface Declaration {
  /** Numbers the declarations of a program. One that comes again replaces the former. */
  readonly n: number
  /** The resource's type and name, as in its URN: `trueup:Label::bug`. */
  readonly name: string
  readonly kind: string
  /** Base URL of its service; null where that is not known yet. */
  readonly service: string | null
  /** The project or group as the program writes it; null where that is not known yet. */
  readonly parent: number | string | null
  /** The natural keys, as the ledger hashes them. */
  readonly keys: readonly string[]
  /** Hashes of the known objects, including their project or group. */
  readonly identities: readonly string[]
  /** Whether there are natural keys that are not known yet. */
  readonly open: boolean
  /** Whether the provider has checked the resource, with its arguments after all transforms. */
  readonly checked?: boolean
}

/** One resource's claim to an object. */
export interface Hold {
  readonly holder: Holder
  /** The natural key under which it is declared, as the ledger hashes it. */
  readonly key?: string | undefined
  /** The resource deletes the object right now. */
  readonly deleting: boolean
}

/** A line of a ledger. */
export type Entry =
  | { readonly is: 'operation'; readonly nonce: string; readonly stack: string; readonly isPreview: boolean }
  | { readonly is: 'adopted'; readonly noun: string; readonly change: AdoptedAs }
  | ({ readonly is: 'declared' } & Declaration)
  | { readonly is: 'alias'; readonly name: string; readonly former: readonly string[] }
  | { readonly is: 'service'; readonly urls: readonly string[] }
  | ({ readonly is: 'held'; readonly service: string; readonly object: string } & Hold)
  | {
      readonly is: 'replaced' | 'given-up' | 'gone'
      readonly service: string
      readonly object: string
      readonly holder: Holder
    }

/** What became of an object that a program takes over, or would become of it. */
export type AdoptedAs = 'none' | 'some' | 'refused'

/** The properties of a holder that a ledger stores. */
export const storedHolder = ({ mark, name }: Holder): Holder => ({ mark, name })

/** Parses a line. Returns undefined for a line that a killed process has written in part. */
export function parseEntry(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}
