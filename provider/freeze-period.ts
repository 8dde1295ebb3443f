import type { FreezePeriod as Live, FreezePeriodCreate } from '../sdk'
import { calculator } from './core/calculate'
import { now } from './core/clock'
import { number } from './core/computed'
import { define } from './core/define'
import { type ArgsOf, optional } from './core/field'
import { integer, reference } from './core/fields'
import { freezeWindowsFrom } from './core/freeze-windows'
import { listReader, type OfProject, reader } from './core/invoke'
import { type AdoptableTwin, resource, resourceSet } from './core/resource'
import type { SetArgs, SetItem } from './core/set'
import { cron, dateTime, timeZone, unknownZone } from './core/time-fields'

export const freezePeriod = define<Live, FreezePeriodCreate>()({
  kind: 'freeze-period',
  parent: 'project',
  inSets: true,
  key: 'freezePeriodId',
  title: 'freezeStart',
  naturalKey: ['freezeStart', 'freezeEnd', 'cronTimezone'],
  allowsTwins: true,
  input: {
    /**
     * The project: its numeric id or its full path, such as `"acme/web"`. Another project makes another freeze period;
     * another spelling of the same project changes nothing.
     */
    project: reference('project'),
    /** When deployments stop: cron of five fields, such as `"0 23 * * fri"`, or a word such as `"@daily"`. */
    freezeStart: cron(),
    /** When deployments are allowed again: cron of five fields, such as `"0 7 * * mon"`, or a word. */
    freezeEnd: cron(),
    /** Time zone of both: an IANA name such as `"Europe/Berlin"`, or a name that Rails knows. Default `"UTC"`. */
    cronTimezone: optional(timeZone(), 'UTC'),
  },
  output: {
    /** Id on the service. */
    freezePeriodId: number('id'),
  },
  replaceOn: ['project'],
  // Newer servers have no default, whatever their documentation says.
  sendWith: () => ['cronTimezone'],
  causes: { 403: 'Freeze periods are changed by Maintainers of the project, and read by its Reporters.' },
  hint: (error, { cronTimezone }) => unknownZone(error, String(cronTimezone)),
  list: (api, at) => api.freezePeriods.list(at.project),
  read: (api, at) => api.freezePeriods.get(at.project, at.freezePeriodId),
  create: (api, at, body) => api.freezePeriods.create(at.project, body),
  update: (api, at, body) => api.freezePeriods.update(at.project, at.freezePeriodId, body),
  delete: (api, at) => api.freezePeriods.delete(at.project, at.freezePeriodId),
})

/** Arguments of a {@link FreezePeriod}. */
export interface FreezePeriodArgs extends ArgsOf<typeof freezePeriod.input>, AdoptableTwin {}

/**
 * A period in which a project does not deploy.
 *
 * ```ts
 * new trueup.FreezePeriod("weekend", {
 *   project: "acme/web", freezeStart: "0 23 * * fri", freezeEnd: "0 7 * * mon", cronTimezone: "Europe/Berlin",
 * })
 * ```
 */
export const FreezePeriod = resource<FreezePeriodArgs>()(freezePeriod)
export type FreezePeriod = InstanceType<typeof FreezePeriod>

/** Arguments of a {@link FreezePeriodSet}. */
export interface FreezePeriodSetArgs
  extends
    Pick<FreezePeriodArgs, 'project' | 'onConflict'>,
    SetArgs<SetItem<FreezePeriodArgs, 'project' | 'onConflict'>> {}

/** Any number of freeze periods of one project as a single resource, which is many times faster than one resource for each. */
export const FreezePeriodSet = resourceSet<FreezePeriodSetArgs>()(freezePeriod)
export type FreezePeriodSet = InstanceType<typeof FreezePeriodSet>

const { causes } = freezePeriod

/** One freeze period of a project. */
export const getFreezePeriod = reader<OfProject & OfFreezePeriod>({ causes })(
  'getFreezePeriod',
  (api, { project, freezePeriod }) => api.freezePeriods.get(project, freezePeriod),
)

/** The freeze periods of a project, the oldest first. */
export const getFreezePeriods = listReader<OfProject>({ causes })('getFreezePeriods', (api, { project }) =>
  api.freezePeriods.list(project),
)

interface OfFreezePeriod {
  /** The freeze period's number on the service: `freezePeriodId` of its resource. */
  freezePeriod: number
}

const { freezeStart, freezeEnd, cronTimezone } = freezePeriod.input

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
