import { InvalidArgumentError } from 'commander'

/** A length of time, as it was written and in milliseconds. */
export interface Duration {
  text: string
  ms: number
}

const hourMs = 3_600_000
const units: Readonly<Record<string, number>> = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs }

/** Reads `12h`, `30d` or `4w` from the command line. */
export function duration(text: string): Duration {
  const [, count, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('It is a number of hours, days or weeks: 12h, 30d or 4w.')
  return { text, ms: Number(count) * units[unit]! }
}
