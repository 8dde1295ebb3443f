import fc from 'fast-check'
import { freezePeriod } from '../../../provider/freeze-period'
import { rows } from '../../fixtures/cron-corpus.json'
import { zones } from '../../fixtures/rails-time-zones.json'
import { type Argument, cases, optional, plain } from './cases'
import { project } from './reference'
import { padded } from './style'

interface FreezePeriod {
  project: number
  freezeStart: string
  freezeEnd: string
  cronTimezone: string
}

const cron: Argument<string> = {
  values: fc.constantFrom(...rows.filter(({ valid }) => valid === true).map(({ cron }) => cron.trim())),
  write: padded,
}

const zone = plain(
  fc.oneof(
    fc.constant('UTC'),
    fc.constantFrom(...Object.keys(zones)),
    fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
    fc.constantFrom('+05:30', '-0330', '+11:45', 'GMT', 'EST5EDT', 'US/Pacific', 'Asia/Calcutta', 'Etc/GMT+12'),
  ),
)

export const freezePeriodCases = () =>
  cases<FreezePeriod>({
    definition: freezePeriod,
    arguments: { project, freezeStart: cron, freezeEnd: cron, cronTimezone: optional(zone, 'UTC') },
    collection: (values) => `/projects/${values.project}/freeze_periods`,
    path: (values, live) => `/projects/${values.project}/freeze_periods/${String(live.id)}`,
    seen: ({ freeze_start, freeze_end, cron_timezone }) =>
      ({ freezeStart: freeze_start, freezeEnd: freeze_end, cronTimezone: cron_timezone }) as FreezePeriod,
    drift: {
      freezeStart: ({ emulator, path }, cron, style) =>
        emulator.put(path, { freeze_start: padded(cron, style) }, { as: 'root' }),
      freezeEnd: ({ emulator, path }, cron, style) =>
        emulator.put(path, { freeze_end: padded(cron, style) }, { as: 'root' }),
      cronTimezone: ({ emulator, path }, cron_timezone) => emulator.put(path, { cron_timezone }, { as: 'root' }),
    },
  })
