import fc from 'fast-check'
import { testNow } from '../../support/emulator'
import type { Argument } from './cases'
import { pick } from './style'

const minute = 60_000
const day = 24 * 60 * minute
const today = Date.parse(testNow.slice(0, 10))

const iso = (time: number) => new Date(time).toISOString()
const offsets = ['+00:00', '+05:30', '-08:00', '+14:00', '-12:00', '+0200', '-0330', '+05:45']

/** A timestamp with an offset from UTC. */
function at(time: number, offset: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? []
  const ahead = (Number(hours) * 60 + Number(minutes)) * minute * (sign === '-' ? -1 : 1)
  return iso(time + ahead).replace('Z', offset)
}

/** A timestamp without zero parts at its end. */
const shortened = (written: string) => written.replace(/(:00)?\.000(?=Z|[+-])/, '')

/** From tomorrow to a year from now; always written whole in the one form. */
export const moments: Argument<string> = {
  values: fc
    .tuple(
      fc.integer({ min: 1, max: 364 }),
      fc.oneof(
        fc.constant(0),
        fc.nat(day - 1),
        fc.nat(1439).map((m) => m * minute),
      ),
    )
    .map(([days, time]) => iso(today + days * day + time)),
  write: (value, style) => {
    const time = Date.parse(value)
    const offset = pick(style >> 3, offsets)
    const written = [value, shortened(value), at(time, offset), shortened(at(time, offset)), value.toLowerCase()]
    const isMidnight = time % day === 0
    return pick(style, isMidnight ? [...written, value.slice(0, 10)] : written)
  },
}

/** From tomorrow to a year from now. */
export const days: Argument<string> = {
  values: fc.integer({ min: 1, max: 365 }).map((later) => iso(today + later * day).slice(0, 10)),
  write: (value, style) => {
    const time = Date.parse(value) + ((style * 997) % day)
    const offset = pick(style >> 3, offsets)
    return pick(style, [value, iso(time), at(time, offset), iso(Date.parse(value) + day - 1), `${value}T00:00Z`])
  },
}
