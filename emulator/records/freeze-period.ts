import { collection } from '../store/store'

export interface FreezePeriodFields {
  freeze_start: string
  freeze_end: string
  cron_timezone: string
}

/** A deploy freeze of a project. */
export interface FreezePeriodRecord extends FreezePeriodFields {
  id: number
  project_id: number
  created_at: string
  updated_at: string
}

const byAge = (a: FreezePeriodRecord, b: FreezePeriodRecord): number =>
  Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id

export const freezePeriods = collection<FreezePeriodRecord>('freeze_periods', {
  project: { by: (freeze) => freeze.project_id, order: byAge },
})
