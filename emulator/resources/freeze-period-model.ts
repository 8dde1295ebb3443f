import { isTimeZone, parseCron, strip } from '../../cron'
import { internalError } from '../http/errors'
import type { Flavor } from '../http/instance'
import { requireValid } from '../http/validation'
import { type FreezePeriodFields, type FreezePeriodRecord, freezePeriods } from '../records/freeze-period'
import type { ProjectRecord } from '../records/project'
import type { Store } from '../store/store'

type SentFields = Record<keyof FreezePeriodFields, string | null>

/** The freeze periods in a store, and the rules of the model. */
export class FreezePeriodModel {
  constructor(
    private readonly store: Store,
    private readonly flavor: Flavor,
  ) {}

  /** The oldest first. */
  of(project: ProjectRecord): readonly FreezePeriodRecord[] {
    return this.#freezePeriods.where('project', project.id)
  }

  find(project: ProjectRecord, id: number): FreezePeriodRecord | undefined {
    const freezePeriod = this.#freezePeriods.get(id)
    return freezePeriod?.project_id === project.id ? freezePeriod : undefined
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  create(project: ProjectRecord, sent: SentFields, now: string): FreezePeriodRecord {
    const fields = validated(sent, this.flavor)
    return this.#freezePeriods.insert({ project_id: project.id, ...fields, created_at: now, updated_at: now })
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  update(freezePeriod: FreezePeriodRecord, sent: Partial<SentFields>, now: string): FreezePeriodRecord {
    const { freeze_start, freeze_end, cron_timezone } = freezePeriod
    const fields = validated({ freeze_start, freeze_end, cron_timezone, ...sent }, this.flavor)
    const names = Object.keys(fields) as (keyof FreezePeriodFields)[]
    if (names.every((name) => fields[name] === freezePeriod[name])) return freezePeriod
    return this.#freezePeriods.update(freezePeriod, { ...fields, updated_at: now })
  }

  delete(freezePeriod: FreezePeriodRecord): void {
    this.#freezePeriods.delete(freezePeriod)
  }

  get #freezePeriods() {
    return this.store.of(freezePeriods)
  }
}

/**
 * The fields as GitLab stores them. @throws HttpError 400 with the complaints by attribute; 500 for values that do not
 * fit the columns.
 */
function validated(sent: SentFields, flavor: Flavor): FreezePeriodFields {
  const fields = {
    freeze_start: strip(sent.freeze_start ?? ''),
    freeze_end: strip(sent.freeze_end ?? ''),
    cron_timezone: sent.cron_timezone ?? '',
  }
  const { freeze_start, freeze_end, cron_timezone } = fields
  if (flavor === 'gitlab' && [freeze_start, freeze_end].some((cron) => parseCron(cron).fails)) throw internalError()
  requireValid({
    freeze_start: complaintsAboutCron(freeze_start),
    freeze_end: complaintsAboutCron(freeze_end),
    cron_timezone: complaintsAboutZone(cron_timezone, flavor),
  })
  if ([freeze_start, freeze_end].some((cron) => cron.length > 998) || cron_timezone.length > 255) throw internalError()
  return fields
}

const complaintsAboutCron = (cron: string): string[] => [
  ...(parseCron(cron).cron ? [] : ['syntax is invalid']),
  ...(cron === '' ? ["can't be blank"] : []),
]

/** Names that GitLab accepts as time zones although they are not on its list. */
const oddZone = /^(?:Factory|\d)$/

/** @throws HttpError 500 for zones on which GitLab fails. */
function complaintsAboutZone(zone: string, flavor: Flavor): string[] {
  if (zone.trim() === '') return ["can't be blank"]
  if (flavor === 'gitlab' && /^UTC[+-]\d\d?$/.test(zone)) throw internalError()
  if (flavor === 'spec') return isTimeZone(zone) ? [] : ['syntax is invalid']
  // GitLab's parser ignores leading spaces and all trailing blanks. They are stored anyway.
  const bare = strip(`x${zone}`).slice(1).replace(/^ +/, '')
  return oddZone.test(bare) || isTimeZone(bare) ? [] : ['syntax is invalid']
}
