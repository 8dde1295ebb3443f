import { clip, Refusal, refuseEntry } from './refusal'

/** A field of a schedule. */
export interface Field {
  name: string
  /** The valid values, in words. */
  expected: string
  /** The number of a string; undefined if it is invalid. */
  valueOf(text: string): number | undefined
}

/** One entry in the comma-separated list of a field: `*`, `5`, `5-10`, each with an optional step. */
export interface Entry {
  /** Undefined for `*`. */
  start: number | undefined
  /** Undefined if the entry is not a range. */
  end: number | undefined
  /** Undefined if there is no step. */
  step: number | undefined
}

/** `*`, a value or a range, then an optional step. The `*` can be omitted before a step. */
const pattern = /^(?:\*|(-?\w+)(?:-(-?\w+))?)?(?:\/(\w+))?$/

/** Parses one entry of the list in a field. */
export function parseEntry(field: Field, entry: string, list: string): Entry {
  const found = pattern.exec(entry)
  if (!found) throw refuseEntry(field, entry, list)
  const [, start, end, step] = found
  const valueOf = (text: string | undefined) => {
    if (text === undefined) return undefined
    const value = field.valueOf(text)
    if (value === undefined) throw refuseEntry(field, text, list)
    return value
  }
  if (step !== undefined && !/^\d\d?$/.test(step)) {
    throw new Refusal(`a step in the ${field.name} field must be 1 to 99, not ${clip(step)}`)
  }
  return { start: valueOf(start), end: valueOf(end), step: step === undefined ? undefined : Number(step) }
}

/** The entries of a comma-separated list. Ignores leading, trailing and repeated commas. */
export function entriesOf(field: Field, list: string): string[] {
  const entries = list.replace(/,$/, '').replace(/^,/, '').split(',')
  if (entries.includes('')) throw refuseEntry(field, list, list)
  return entries
}

/** Parses integers of one or two digits within bounds. */
export const numberWithin =
  (min: number, max: number) =>
  (text: string): number | undefined =>
    /^\d\d?$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined
