import { inspect } from 'node:util'
import fc from 'fast-check'
import type { Field } from '../../../provider/core/schema/field'
import { freezePeriod } from '../../../provider/resources/freeze-period'
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

/** Keeps one spelling for each schedule and zone, because another spelling is not a difference. */
function distinct(field: Field<string, string>, texts: readonly string[]): string[] {
  const byMeaning = new Map(texts.map((text) => [inspect(field.meaning?.(text), { depth: null }), text]))
  return [...byMeaning.values()]
}

const { freezeStart, cronTimezone } = freezePeriod.input

const crons = rows.filter(({ valid }) => valid === true).map(({ cron }) => cron.trim())

const cron: Argument<string> = {
  values: fc.constantFrom(...distinct(freezeStart, crons)),
  write: padded,
}

const zoneNames = [
  ...Intl.supportedValuesOf('timeZone'),
  ...Object.keys(zones),
  ...['+05:30', '-0330', '+11:45', 'GMT', 'EST5EDT', 'US/Pacific', 'Asia/Calcutta', 'Etc/GMT+12', 'GMT+2', 'UTC'],
]

const zone = plain(fc.oneof(fc.constant('UTC'), fc.constantFrom(...distinct(cronTimezone as never, zoneNames))))

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
