import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { recordNotFound } from '../http/errors'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { segment, segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import { requireUnmodified } from '../http/unmodified'
import type { FreezePeriodRecord } from '../records/freeze-period'
import type { ProjectRecord } from '../records/project'
import { requireRole, roles } from './access'
import { requireWritable } from './archived'
import { FreezePeriodModel } from './freeze-period-model'
import { findProject } from './project'

const freezePeriodPath = { id: segment, freeze_period_id: segmentId }
const changes = { freeze_start: string, freeze_end: string, cron_timezone: string }

/** Deploy freezes of projects. */
export const freezePeriod: Resource = (api) => {
  const zoneWhenAbsent = api.flavor === 'spec' ? 'UTC' : null

  api.get(
    '/projects/:id/freeze_periods',
    { before: login, params: params({ id: segment, ...paging }) },
    (call, query) => {
      const project = findReadableProject(call)
      return paginate(call, freezePeriods(call).of(project), query).map(presentFreezePeriod)
    },
  )

  api.get(
    '/projects/:id/freeze_periods/:freeze_period_id',
    { before: login, params: params(freezePeriodPath) },
    (call, { freeze_period_id }) =>
      presentFreezePeriod(findFreezePeriod(call, findReadableProject(call), freeze_period_id)),
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
      const project = findChangeableProject(call)
      const sent = { freeze_start, freeze_end, cron_timezone: cron_timezone ?? zoneWhenAbsent }
      return presentFreezePeriod(freezePeriods(call).create(project, sent, call.now()))
    },
  )

  api.put(
    '/projects/:id/freeze_periods/:freeze_period_id',
    // Only this endpoint accepts any string as an id.
    { before: login, params: params({ id: segment, freeze_period_id: segment, ...changes }) },
    (call, { id: _project, freeze_period_id, ...sent }) => {
      const found = findFreezePeriod(call, findChangeableProject(call), parseInt(freeze_period_id, 10))
      return presentFreezePeriod(freezePeriods(call).update(found, sent, call.now()))
    },
  )

  api.delete(
    '/projects/:id/freeze_periods/:freeze_period_id',
    { before: login, params: params(freezePeriodPath) },
    (call, { freeze_period_id }) => {
      const found = findFreezePeriod(call, findChangeableProject(call), freeze_period_id)
      requireUnmodified(call, found)
      freezePeriods(call).delete(found)
    },
  )
}

const freezePeriods = (call: Call): FreezePeriodModel => new FreezePeriodModel(call.store, call.instance.flavor)

function findReadableProject(call: Call): ProjectRecord {
  const project = findProject(call)
  requireRole(call, project, roles.reporter)
  return project
}

function findChangeableProject(call: Call): ProjectRecord {
  const project = findProject(call)
  requireRole(call, project, roles.maintainer)
  // Unlike the specification, GitLab accepts changes in an archived project.
  if (call.instance.flavor === 'spec') requireWritable(call, project)
  return project
}

function findFreezePeriod(call: Call, project: ProjectRecord, id: number): FreezePeriodRecord {
  const found = freezePeriods(call).find(project, id)
  if (!found) throw recordNotFound()
  return found
}

const presentFreezePeriod = (freezePeriod: FreezePeriodRecord) => ({
  id: freezePeriod.id,
  freeze_start: freezePeriod.freeze_start,
  freeze_end: freezePeriod.freeze_end,
  cron_timezone: freezePeriod.cron_timezone,
  created_at: freezePeriod.created_at,
  updated_at: freezePeriod.updated_at,
})
