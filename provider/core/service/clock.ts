import { warn } from './log'

/** What time it is; `TRUEUP_TEST_NOW` lets a test of a program say so. */
export function now(): Date {
  const set = process.env.TRUEUP_TEST_NOW
  if (!set) return new Date()
  const time = new Date(set)
  if (Number.isNaN(time.getTime())) throw new Error(`TRUEUP_TEST_NOW is "${set}": write it like 2027-01-31T12:00:00Z`)
  warn("TRUEUP_TEST_NOW is set: dates are judged by its time, not by today's.")
  return time
}
