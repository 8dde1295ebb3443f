import { warn } from './log'

/** The current time. Tests of programs can set it with `TRUEUP_TEST_NOW`. */
export function now(): Date {
  const set = process.env.TRUEUP_TEST_NOW
  if (!set) return new Date()
  const time = new Date(set)
  if (Number.isNaN(time.getTime()))
    throw new Error(`TRUEUP_TEST_NOW must be a timestamp such as 2027-01-31T12:00:00Z (got "${set}")`)
  warn('TRUEUP_TEST_NOW is set: dates are compared with its time, not with the current time.')
  return time
}
