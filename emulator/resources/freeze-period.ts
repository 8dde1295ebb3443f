import { isTimeZone, parseCron } from '../../cron'
import { strip } from '../../cron'
import { type Resource } from '../http/api'
import { login } from '../http/auth'
import { type Call } from '../http/call'
import { internalError, recordNotFound } from '../http/errors'
import { type Flavor } from '../http/instance'
import { paginate, paging } from '../http/paginate'
import { segment, segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import { requireUnmodified } from '../http/unmodified'
import { requireValid } from '../http/validation'
import { type ProjectRecord } from '../store/records'
import { collection } from '../store/store'
import { requireRole, roles } from './access'
import { findProject, requireWritable } from './project'

interface FreezePeriodFields {
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

const freezePeriods = collection<FreezePeriodRecord>('freeze_periods', {
  project: { by: (freeze) => freeze.project_id, order: byAge },
})

const one = { id: segment, freeze_period_id: segmentId }
const changes = { freeze_start: string, freeze_end: string, cron_timezone: string }

/** Deploy freezes of projects. */
export const freezePeriod: Resource = (api) => {
  const zoneWhenAbsent = api.flavor === 'spec' ? 'UTC' : null

  api.get(
    '/projects/:id/freeze_periods',
    { before: login, params: params({ id: segment, ...paging }) },
    (call, asked) => {
      const project = findReadable(call)
      return paginate(call, call.store.of(freezePeriods).where('project', project.id), asked).map(present)
    },
  )

  api.get(
    '/projects/:id/freeze_periods/:freeze_period_id',
    { before: login, params: params(one) },
    (call, { freeze_period_id }) => present(find(call, findReadable(call), freeze_period_id)),
  )

  api.post(
    '/projects/:id/freeze_periods',
    {
      before: login,
      params: params({
        id: segment,
        freeze_start: string.required(),
        freeze_end: string.required(),
        cron_timezone: string,
      }),
    },
    (call, { freeze_start, freeze_end, cron_timezone }) => {
      const project_id = findChangeable(call).id
      const sent = { freeze_start, freeze_end, cron_timezone: cron_timezone ?? zoneWhenAbsent }
      const fields = validated(sent, api.flavor)
      const now = call.now()
      return present(call.store.of(freezePeriods).insert({ project_id, ...fields, created_at: now, updated_at: now }))
    },
  )

  api.put(
    '/projects/:id/freeze_periods/:freeze_period_id',
    // Here alone the service lets any text be an id.
    { before: login, params: params({ id: segment, freeze_period_id: segment, ...changes }) },
    (call, { id: _project, freeze_period_id, ...sent }) => {
      const freeze = find(call, findChangeable(call), parseInt(freeze_period_id, 10))
      const { freeze_start, freeze_end, cron_timezone } = freeze
      const fields = validated({ freeze_start, freeze_end, cron_timezone, ...sent }, api.flavor)
      const same = Object.entries(fields).every(([name, value]) => freeze[name as keyof FreezePeriodFields] === value)
      return present(same ? freeze : call.store.of(freezePeriods).update(freeze, { ...fields, updated_at: call.now() }))
    },
  )

  api.delete(
    '/projects/:id/freeze_periods/:freeze_period_id',
    { before: login, params: params(one) },
    (call, { freeze_period_id }) => {
      const freeze = find(call, findChangeable(call), freeze_period_id)
      requireUnmodified(call, freeze)
      call.store.of(freezePeriods).delete(freeze)
    },
  )
}

function findReadable(call: Call): ProjectRecord {
  const project = findProject(call)
  requireRole(call, project, roles.reporter)
  return project
}

function findChangeable(call: Call): ProjectRecord {
  const project = findProject(call)
  requireRole(call, project, roles.maintainer)
  // Unlike the specification, GitLab accepts changes in an archived project.
  if (call.instance.flavor === 'spec') requireWritable(project)
  return project
}

function find(call: Call, project: ProjectRecord, id: number): FreezePeriodRecord {
  const freeze = call.store.of(freezePeriods).get(id)
  if (freeze?.project_id !== project.id) throw recordNotFound()
  return freeze
}

/** As the service stores it. @throws HttpError 400 with what is wrong, by attribute; 500 for what its columns cannot hold. */
function validated(sent: Record<keyof FreezePeriodFields, string | null>, flavor: Flavor): FreezePeriodFields {
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
const oddZone = /^(?:(?:Etc\/)?GMT[+-]\d\d?|Factory|\d)$/

/** @throws HttpError 500 for zones on which GitLab fails. */
function complaintsAboutZone(zone: string, flavor: Flavor): string[] {
  if (zone.trim() === '') return ["can't be blank"]
  if (flavor === 'gitlab' && /^UTC[+-]\d\d?$/.test(zone)) throw internalError()
  if (flavor === 'spec') return isTimeZone(zone) ? [] : ['syntax is invalid']
  // GitLab's parser ignores spaces in front and all blanks at the end, which are stored nevertheless.
  const bare = strip(`x${zone}`).slice(1).replace(/^ +/, '')
  return oddZone.test(bare) || isTimeZone(bare) ? [] : ['syntax is invalid']
}

const present = (freeze: FreezePeriodRecord) => ({
  id: freeze.id,
  freeze_start: freeze.freeze_start,
  freeze_end: freeze.freeze_end,
  cron_timezone: freeze.cron_timezone,
  created_at: freeze.created_at,
  updated_at: freeze.updated_at,
})
