import { type Entry, type Field, numberWithin, parseEntry } from './entry'
import { Refusal } from './refusal'

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

/** The numbers that a field names, ascending; undefined when it names all of them by `*`. */
export function parseNumbers(field: NumberField, list: string): number[] | undefined {
  const numbers = new Set<number>()
  let any = false
  for (const text of list.split(',')) {
    const entry = parseEntry(field, text, list)
    if (entry.step === 0) throw new Refusal(`a step in the ${field.name} field must be 1 to 99, is 0`)
    if (entry.start === undefined && (entry.step ?? 1) === 1) any = true
    for (const number of expand(field, entry)) numbers.add(field === hour && number === 24 ? 0 : number)
  }
  return any ? undefined : [...numbers].sort((a, b) => a - b)
}

function expand(field: NumberField, { start = field.min, end, step }: Entry): number[] {
  const last = end ?? (step === undefined ? start : field.max)
  if (start > 0 && last < 0) return walk(field, start, field.max, step)
  if (start < 0 && last > 0) {
    const range = end === undefined ? `step from ${start} without an end` : `go from ${start} to ${end}`
    throw new Refusal(`the ${field.name} field cannot ${range}: count both ends from the end of the month, as in -7-L`)
  }
  return start < 0 ? walk({ min: -field.max, max: -1 }, start, last, step) : walk(field, start, last, step)
}

/** Every `step`th number from `start` to `last`, past the end of the field back at its beginning. */
function walk({ min, max }: { min: number; max: number }, start: number, last: number, step = 1): number[] {
  const numbers: number[] = []
  for (let number = start, count = 0, end = last; ; count++) {
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
