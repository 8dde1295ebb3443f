import type { Sample } from './sample'

const project = 'acme/web'
const freeze = { freezeStart: '0 23 * * 5', freezeEnd: '0 7 * * 1', cronTimezone: 'Europe/Berlin' }
const body = { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1', cron_timezone: 'Europe/Berlin' }

const hash = (word: string) => [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)

export const freezePeriod: Sample = {
  kind: 'freeze-period',
  collection: 'freeze_periods',
  id: 'freezePeriodId',
  as: 'maintainer',
  args: { project, ...freeze },
  changes: { freezeStart: '30 22 * * fri', freezeEnd: '0 6 1-7 * mon', cronTimezone: 'Eastern Time (US & Canada)' },
  replaces: { project: 'acme/api' },
  naturalKey: ['project', 'freezeStart', 'freezeEnd', 'cronTimezone'],
  named: (word) => ({ freezeEnd: `${hash(word) % 60} ${hash(word) % 24} * * 1` }),
  object: ['/projects/1/freeze_periods', body],
  get: { project: 1, freezePeriod: 1 },
  others: [['/projects/1/freeze_periods', { ...body, freeze_start: '0 2 * * 6' }]],
  adopts: { project, ...freeze, freezeStart: '0 1 * * 6', adoptId: 1 },
}
