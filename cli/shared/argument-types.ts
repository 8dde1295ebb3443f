import { InvalidArgumentError } from 'commander'

/** A duration in milliseconds, and as it was written. */
export interface Duration {
  text: string
  ms: number
}

const hourMs = 3_600_000
const units: Readonly<Record<string, number>> = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs }

/** Parses `12h`, `30d` or `4w`. */
export function duration(text: string): Duration {
  const [, count, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  if (count === undefined) {
    throw new InvalidArgumentError('It must be a number of hours, days or weeks, such as 12h, 30d or 4w.')
  }
  return { text, ms: Number(count) * units[unit]! }
}

/** Returns a parser for integers in a range. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`)
  }
}

/** Parses a date such as `2026-12-01`. */
export function date(text: string): string {
  const parsed = new Date(`${text}T00:00:00Z`)
  // Some runtimes parse 31 February as a day in March.
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text))
    return text
  throw new InvalidArgumentError('It must be a date such as 2026-12-01.')
}
