import { isDeepStrictEqual } from 'node:util'
import { isTimeZone, modernZoneOf, parseCron, partOfZone, resolveTimeZone, strip } from '../../../cron'
import { type ApiError, Invalid } from '../../../sdk'
import { required } from './field'
import type { Problem } from './problem'
import { Type } from './type'

const day = 24 * 60 * 60 * 1000

/** What to do about something new that has already ended. */
const ended = 'declare a later date, or remove it from the program'

/** A date in the future, written as `YYYY-MM-DD`. The date of a timestamp is that in UTC. */
export const date = () =>
  required<string>(Type.String(), {
    canonical: canonicalDate,
    problem: (value) => (isDay(canonicalDate(value)) ? undefined : 'must be a date such as "2027-01-31"'),
    problemWhenNew: (value, now) => outOfRange(value, now),
  })

/** The value of a date that never comes, which the service calls null. */
export const NEVER = 'never'

/** A date in the future, or `"never"`. */
export const dateOrNever = () => {
  const { problemWhenNew, ...field } = date()
  return {
    ...field,
    problem: (value: string) =>
      value === NEVER || isDay(canonicalDate(value)) ? undefined : 'must be a date such as "2027-01-31", or "never"',
    problemWhenNew: (value: string, now: Date) => (value === NEVER ? undefined : problemWhenNew?.(value, now)),
    toWire: (value: string) => (value === NEVER ? null : value),
    fromWire: (value: unknown) => (value === null ? NEVER : (value as string)),
  }
}

/** A date that is the last day of something: today or later. */
export const lastDay = () => ({
  ...date(),
  problemWhenNew: (value: string, now: Date) =>
    value < now.toISOString().slice(0, 10) ? { problem: 'must be today or later', detail: ended } : undefined,
})

/**
 * A timestamp in ISO 8601. A date means its start in UTC. Stored in UTC with milliseconds. With a limit, it must be in
 * the future, and at most `maxDays` days from now.
 */
export const dateTime = (limit?: { maxDays: number }) =>
  required<string>(Type.String(), {
    canonical: canonicalDateTime,
    problem: (value) =>
      toIso(canonicalDateTime(value)) === canonicalDateTime(value)
        ? undefined
        : 'must be a timestamp such as "2027-01-31T12:00:00Z"',
    ...(limit && { problemWhenNew: (value: string, now: Date) => outOfRange(value, now, limit.maxDays) }),
  })

/** A date can be the last day of the range. A timestamp must be before it. */
function outOfRange(value: string, now: Date, maxDays = Infinity): Problem | undefined {
  if (new Date(value) <= now) return { problem: 'must be in the future', detail: ended }
  if (maxDays === Infinity) return undefined
  const last = new Date(now.getTime() + maxDays * day).toISOString().slice(0, 10)
  const range = isDay(value) ? `on ${last}` : `before ${last}`
  return value > last ? `must be at most ${maxDays} days in the future, ${range}` : undefined
}

/** JavaScript parses 2027-02-30 as March 2. */
const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && toIso(value)?.slice(0, 10) === value

function toIso(value: string): string | undefined {
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/**
 * Whether a string is a timestamp with an existing date, a time, and a zone, so that all machines parse it the same
 * way.
 */
const isTimestamp = (value: string) => /^.{10}T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(value) && isDay(value.slice(0, 10))

function canonicalDate(value: string): string {
  return isTimestamp(value) ? (toIso(value)?.slice(0, 10) ?? value) : value
}

function canonicalDateTime(value: string): string {
  return isDay(value) || isTimestamp(value) ? (toIso(value) ?? value) : value
}

/** A cron expression in the service's dialect, stored as written. */
export const cron = () => {
  const meaning = (value: string) => {
    const { cron } = parseCron(value)
    return cron
      ? { ...cron, weekdays: cron.weekdays && [...cron.weekdays].sort(([one], [other]) => one - other) }
      : value
  }
  return required<string>(Type.String(), {
    canonical: strip,
    meaning,
    fromWire: keepSpelling((value) => meaning(strip(value))),
    problem: (value) => {
      const { refusal } = parseCron(strip(value))
      return refusal === undefined
        ? undefined
        : { problem: 'must be a cron expression such as "0 23 * * fri"', detail: refusal }
    },
  })
}

/** A time zone by its IANA or Rails name, stored as written. */
export const timeZone = () => {
  const meaning = (value: string) => resolveTimeZone(value) ?? value
  return required<string>(Type.String(), {
    meaning,
    fromWire: keepSpelling(meaning),
    problem: (value) =>
      isTimeZone(value)
        ? undefined
        : 'must be a time zone such as "UTC", "Europe/Berlin" or "Eastern Time (US & Canada)"',
  })
}

/** Keeps the former spelling of a live value that means the same, so that it shows no difference. */
const keepSpelling =
  (meaning: (value: string) => unknown) =>
  (value: unknown, like?: unknown): string | null =>
    typeof value === 'string' && typeof like === 'string' && isDeepStrictEqual(meaning(value), meaning(like))
      ? like
      : (value as string | null)

/** Returns what is probably a mistake in a time zone: the service ignores the offset of `GMT+2`. */
export function mistakeInZone(zone: string | undefined): string[] {
  const read = zone === undefined ? undefined : partOfZone(zone)
  if (zone === undefined || read === undefined) return []
  const [, sign = '', hours = ''] = /^GMT([+-])(\d+)$/.exec(zone) ?? []
  const remedy =
    sign !== '' && Number(hours) > 0 && Number(hours) < 12
      ? `write "${sign}${hours.padStart(2, '0')}:00" if the local time is that far ${sign === '+' ? 'ahead of' : 'behind'} UTC`
      : 'write the name of a place, such as "Europe/Berlin"'
  return [`has the cronTimezone "${zone}", of which the service only reads "${read}": ${remedy}.`]
}

/** Returns what to do about an IANA time zone that the service does not know. */
export function unknownZone(error: ApiError, zone: string): string | undefined {
  if (!Invalid.is(error) || !Object.hasOwn(error.fields, 'cron_timezone')) return undefined
  const modern = modernZoneOf(resolveTimeZone(zone) ?? zone)
  return (
    `The time zone database of the service's machine does not have "${zone}": ` +
    (modern ? `use "${modern}", its current name.` : 'use another zone with the same time.')
  )
}
