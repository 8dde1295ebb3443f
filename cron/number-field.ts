import { entriesOf, type Entry, type Field, numberWithin, parseEntry } from './entry'
import { Failure } from './refusal'

/** A field of plain numbers: all but the weekday. */
interface NumberField extends Field {
  min: number
  max: number
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export const second: NumberField = {
  name: 'second',
  min: 0,
  max: 59,
  expected: '0 to 59',
  valueOf: numberWithin(0, 59),
}

export const minute: NumberField = { ...second, name: 'minute' }

/** Hour 24 is the hour 0 of the same day. */
export const hour: NumberField = { name: 'hour', min: 0, max: 23, expected: '0 to 24', valueOf: numberWithin(0, 24) }

export const day: NumberField = {
  name: 'day',
  min: 1,
  max: 31,
  expected: '1 to 31, -1 (the last) to -31, or L',
  valueOf(text) {
    if (/^(l|last)$/i.test(text)) return -1
    if (!text.startsWith('-')) return numberWithin(1, 31)(text)
    const fromEnd = numberWithin(1, 31)(text.slice(1))
    return fromEnd === undefined ? undefined : -fromEnd
  },
}

export const month: NumberField = {
  name: 'month',
  min: 1,
  max: 12,
  expected: '1 to 12 or jan to dec',
  valueOf: (text) => numberWithin(1, 12)(text) ?? (months.indexOf(text.toLowerCase()) + 1 || undefined),
}

/** Parses the list of a field. */
export const parseNumbers = (field: NumberField, list: string): Entry[] =>
  entriesOf(field, list).map((text) => parseEntry(field, text, list))

/** The numbers that the entries of a field match, ascending; undefined if an entry matches all, like `*`. */
export function numbersOf(field: NumberField, entries: readonly Entry[]): number[] | undefined {
  const ranges = entries.map((entry) => rangeOf(field, entry))
  // An entry that covers the whole range does not restrict the field: `*`, `*/1`, `1-31` or `1-L`.
  if (ranges.some(({ first, last, step }) => first === field.min && last === field.max && step === 1)) return undefined
  const numbers = new Set<number>()
  for (const range of ranges) {
    const bounds = range.first < 0 ? { min: -field.max, max: -1 } : field
    for (const number of walk(bounds, range)) numbers.add(field === hour && number === 24 ? 0 : number)
  }
  return [...numbers].sort((a, b) => a - b)
}

interface Range {
  first: number
  last: number
  step: number
}

function rangeOf(field: NumberField, { start, end, step }: Entry): Range {
  if (step === 0) throw new Failure(`a step in the ${field.name} field must be 1 to 99, not 0`)
  const first = start ?? field.min
  const last = end ?? (start === undefined || step !== undefined ? field.max : start)
  if (first < 0 && last > 0) {
    const range = end === undefined ? `step from ${first} without an end` : `go from ${first} to ${end}`
    throw new Failure(`the ${field.name} field cannot ${range}: count both ends from the end of the month, as in -7-L`)
  }
  return { first, last: first > 0 && last < 0 ? field.max : last, step: step ?? 1 }
}

/** Every `step`th number from the first to the last. Wraps around at the end of the field. */
function walk({ min, max }: { min: number; max: number }, { first, last, step }: Range): number[] {
  const numbers: number[] = []
  for (let number = first, count = 0, end = last; ; count++) {
    if (count % step === 0) numbers.push(number)
    if (number === end) return numbers
    number++
    if (number > max) {
      number = min
      // Hour 24 as the end of a range lies one past the last hour.
      if (end > max) end = min
    }
  }
}
