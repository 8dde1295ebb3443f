import type { Call } from '../http/call'
import type { Flavor } from '../http/instance'
import { boolean, dateTime, string } from '../http/param-types'
import type { Bound } from '../http/params'
import type { PipelineRecord } from '../records/pipeline'
import type { ProjectRecord } from '../records/project'
import { refs } from '../records/ref'
import { users } from '../records/user'

const specified = [
  'created',
  'waiting_for_resource',
  'preparing',
  'pending',
  'running',
  'success',
  'failed',
  'canceled',
]
const statuses = {
  spec: [...specified, 'skipped', 'manual', 'scheduled'],
  gitlab: [...specified, 'skipped', 'manual', 'scheduled', 'waiting_for_callback', 'canceling'],
}

const sources = [
  'unknown',
  'push',
  'web',
  'trigger',
  'schedule',
  'api',
  'external',
  'pipeline',
  'chat',
  'webide',
  'merge_request_event',
  'external_pull_request_event',
  'parent_pipeline',
  'ondemand_dast_scan',
  'ondemand_dast_validation',
  'security_orchestration_policy',
  'container_registry_push',
  'duo_workflow',
  'pipeline_execution_policy_schedule',
]

/** Sources of pipelines that do not count as the latest pipeline of a commit. */
export const dangling: readonly string[] = [
  'webide',
  'parent_pipeline',
  'ondemand_dast_scan',
  'ondemand_dast_validation',
  'security_orchestration_policy',
  'container_registry_push',
  'duo_workflow',
]

/** Parameters of the list. */
export const pipelineFilters = (flavor: Flavor) => ({
  scope: string.oneOf('running', 'pending', 'finished', 'branches', 'tags'),
  status: string.oneOf(...statuses[flavor]),
  ref: string,
  sha: string,
  yaml_errors: boolean,
  username: string,
  updated_before: dateTime,
  updated_after: dateTime,
  created_before: dateTime,
  created_after: dateTime,
  order_by: string.oneOf('id', 'status', 'ref', 'updated_at', 'user_id').default('id'),
  sort: string.oneOf('asc', 'desc').default('desc'),
  source: string.oneOf(...sources),
  name: string,
})

type Query = Bound<ReturnType<typeof pipelineFilters>>

/** The pipelines that match the query, in its order. */
export function choosePipelines(
  call: Call,
  project: ProjectRecord,
  all: readonly PipelineRecord[],
  query: Query,
): PipelineRecord[] {
  // GitLab does not declare this parameter, but uses it.
  const { ids, iids } = call.all
  const childrenToo = query.source === 'parent_pipeline' || iids !== undefined
  const candidates = all.filter(
    ({ id, iid, source }) => (childrenToo || source !== 'parent_pipeline') && isAmong(ids, id) && isAmong(iids, iid),
  )
  const found = inScope(call, project, candidates, query.scope ?? null)
  return sorted(
    found.filter((pipeline) => matches(call, pipeline, query)),
    query,
  )
}

const isAmong = (numbers: unknown, id: number): boolean =>
  numbers === undefined || [numbers].flat().some((one) => Number(one) === id)

function matches(call: Call, pipeline: PipelineRecord, query: Query): boolean {
  const { status, ref, sha, yaml_errors, username, source, name } = query
  const { updated_before, updated_after, created_before, created_after } = query
  return (
    (!status || pipeline.status === status) &&
    (!ref || pipeline.ref === ref) &&
    (!sha || pipeline.sha === sha) &&
    (yaml_errors == null || (pipeline.yaml_errors !== null) === yaml_errors) &&
    (!username || call.store.of(users).get(pipeline.user_id)?.username === username) &&
    (!source || pipeline.source === source) &&
    (!name || pipeline.name === name) &&
    isWithin(pipeline.updated_at, updated_after, updated_before) &&
    isWithin(pipeline.created_at, created_after, created_before) &&
    // In GitLab, the bounds are exclusive for `created_at`, but inclusive for `updated_at`.
    (call.instance.flavor === 'spec' || ![created_after, created_before].includes(pipeline.created_at))
  )
}

const isWithin = (time: string, after: string | null = null, before: string | null = null): boolean =>
  (after === null || time >= after) && (before === null || time <= before)

function inScope(call: Call, project: ProjectRecord, found: PipelineRecord[], scope: string | null): PipelineRecord[] {
  if (scope === null) return found
  if (scope === 'branches' || scope === 'tags') {
    const names = call.store.of(refs).where('project', project.id)
    return names
      .filter(({ tag }) => tag === (scope === 'tags'))
      .flatMap(({ name, tag }) => found.findLast((pipeline) => pipeline.ref === name && pipeline.tag === tag) ?? [])
      .sort((a, b) => a.id - b.id)
  }
  const wanted = scope === 'finished' ? ['success', 'failed', 'canceled'] : [scope]
  return found.filter(({ status }) => wanted.includes(status))
}

function sorted(found: PipelineRecord[], { order_by, sort }: Query): PipelineRecord[] {
  const key = order_by as 'id' | 'status' | 'ref' | 'updated_at' | 'user_id'
  const direction = sort === 'asc' ? 1 : -1
  return found.sort((a, b) => direction * (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0))
}
