import { calculator } from '../core/pulumi/calculate'
import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { optional } from '../core/schema/field'
import { integer } from '../core/schema/fields'
import { dateTime } from '../core/schema/time-fields'
import { now } from '../core/service/clock'
import { freezePeriod } from '../resources/freeze-period'
import { freezeWindowsFrom } from './freeze-period-windows'

const { freezeStart, freezeEnd, cronTimezone } = freezePeriod.input

/** Reads a freeze period of a project. */
export const getFreezePeriod = reader<OfProject & OfFreezePeriod>({ of: freezePeriod })(
  'getFreezePeriod',
  (api, { project, freezePeriod }) => api.freezePeriods.get(project, freezePeriod),
)

/** Lists the freeze periods of a project, oldest first. */
export const getFreezePeriods = listReader<OfProject>({ of: freezePeriod })('getFreezePeriods', (api, { project }) =>
  api.freezePeriods.list(project),
)

interface OfFreezePeriod {
  /** Id of the freeze period: `freezePeriodId` of its resource. */
  freezePeriod: number
}

/**
 * Calculates the next windows of a freeze period, without querying the service. Pass a resource, such as
 * `freezeWindows(weekend)`, or schedules. Daylight saving time is respected: if the clock skips the time of an end, the
 * freeze lasts until the next end.
 *
 * A current freeze is the first window, with its actual start. Returns fewer windows, or none, if `freezeStart` does
 * not occur within 50 years. Fails if a schedule or the time zone is invalid, or if a freeze does not end within 50
 * years.
 */
export const freezeWindows = calculator({
  /**
   * Start of the freeze: a cron expression with five fields, such as `"0 23 * * fri"`, or a macro such as `"@daily"`.
   */
  freezeStart,
  /** End of the freeze: a cron expression with five fields, such as `"0 7 * * mon"`, or a macro. */
  freezeEnd,
  /** Time zone of both: an IANA name such as `"Europe/Berlin"`, or a Rails name. Default: `"UTC"`. */
  cronTimezone,
  /** Number of windows, at most 1,000. Default: 5. */
  count: optional(integer({ minimum: 1, maximum: 1_000 }), 5),
  /**
   * Only windows that end at or after this time, in ISO 8601, such as `"2027-01-31T12:00:00Z"`. Default: null (now).
   */
  from: optional(dateTime(), null),
})('freezeWindows', ({ count, from, ...freeze }) =>
  freezeWindowsFrom(freeze, from === null ? now() : new Date(from), count),
)
