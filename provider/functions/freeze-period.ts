import { calculator } from '../core/pulumi/calculate'
import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { optional } from '../core/schema/field'
import { integer } from '../core/schema/fields'
import { freezeWindowsFrom } from './freeze-period-windows'
import { dateTime } from '../core/schema/time-fields'
import { now } from '../core/service/clock'
import { freezePeriod } from '../resources/freeze-period'

const { freezeStart, freezeEnd, cronTimezone } = freezePeriod.input

/** One freeze period of a project. */
export const getFreezePeriod = reader<OfProject & OfFreezePeriod>({ of: freezePeriod })(
  'getFreezePeriod',
  (api, { project, freezePeriod }) => api.freezePeriods.get(project, freezePeriod),
)

/** The freeze periods of a project, the oldest first. */
export const getFreezePeriods = listReader<OfProject>({ of: freezePeriod })('getFreezePeriods', (api, { project }) =>
  api.freezePeriods.list(project),
)

interface OfFreezePeriod {
  /** The freeze period's number on the service: `freezePeriodId` of its resource. */
  freezePeriod: number
}

/**
 * The next times in which a freeze period holds, in order, worked out without asking the service: of a resource, as in
 * `freezeWindows(weekend)`, or of schedules that are no freeze period yet. Clocks that change are heeded: where they
 * skip the time of an end, the freeze lasts until the next one.
 *
 * A freeze that is in force comes first, with the start it had. There are fewer, or none, where `freezeStart` does not
 * come within 50 years. Fails for what is no cron or time zone, and where a freeze does not end within 50 years.
 */
export const freezeWindows = calculator({
  /** When deployments stop: cron of five fields, such as `"0 23 * * fri"`, or a word such as `"@daily"`. */
  freezeStart,
  /** When deployments are allowed again: cron of five fields, such as `"0 7 * * mon"`, or a word. */
  freezeEnd,
  /** Time zone of both: an IANA name such as `"Europe/Berlin"`, or a name that Rails knows. Default `"UTC"`. */
  cronTimezone,
  /** How many, at most 1,000. Default 5. */
  count: optional(integer({ minimum: 1, maximum: 1_000 }), 5),
  /** Only those that are not over then: ISO 8601, such as `"2027-01-31T12:00:00Z"`. Default null: now. */
  from: optional(dateTime(), null),
})('freezeWindows', ({ count, from, ...freeze }) =>
  freezeWindowsFrom(freeze, from === null ? now() : new Date(from), count),
)
