import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { failed, forbidden, internalError, invalid, recordNotFound } from '../http/errors'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { hash, list, segment, segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import { has, type InstanceRelease } from '../http/release'
import { requireUnmodified } from '../http/unmodified'
import type { PipelineRecord, PipelineVariable } from '../records/pipeline'
import type { ProjectRecord } from '../records/project'
import { refs } from '../records/ref'
import { requireRole, roleOf, roles } from './access'
import { requireUnarchived, requireWritable } from './archived'
import { choosePipelines, dangling, pipelineFilters } from './pipeline-filter'
import { hasUnknownInputs, PipelineModel, unknownInputs } from './pipeline-model'
import { presentChangedPipeline, presentListedPipeline, presentNamedPipeline } from './pipeline-presenter'
import { findProject } from './project'
import { levelOf } from './project-settings'

/** Scopes that suffice to read pipelines. */
export const readingScopesOf = (instance: InstanceRelease): string[] =>
  has(instance, 'optionsOfPipelineScopes') ? ['mcp', 'mcp', 'mcp', 'ai_workflows'] : ['mcp', 'ai_workflows']

export const pipelinePath = { id: segment, pipeline_id: segmentId }
const variable = params({
  key: string,
  value: string,
  variable_type: string.oneOf('env_var', 'file').default('env_var'),
})

/** Pipelines of projects. Pipelines that requests start run after one second, and end four seconds later. */
export const pipeline: Resource = (api) => {
  const gitlab = api.flavor === 'gitlab'
  const readingScopes = readingScopesOf(api)

  api.get(
    '/projects/:id/pipelines',
    { readingScopes, jobTokens: true, params: params({ id: segment, ...paging, ...pipelineFilters(api.flavor) }) },
    (call, { page, per_page, ...query }) => {
      const project = findProject(call)
      requireReadable(call, project)
      const found = choosePipelines(call, project, pipelines(call).of(project, call.now()), query)
      return paginate(call, found, { page, per_page }, gitlab ? { usual: 15 } : {}).map((pipeline) =>
        presentListedPipeline(call, project, pipeline),
      )
    },
  )

  // Before the route with a number.
  api.get(
    '/projects/:id/pipelines/latest',
    { readingScopes, params: params({ id: segment, ref: string }) },
    (call, { ref }) => {
      const project = findProject(call)
      const latest = findLatest(call, project, ref || project.default_branch)
      // Without a pipeline, GitLab's permission check fails.
      if (!latest) throw forbidden()
      requireReadable(call, project)
      return presentNamedPipeline(call, project, latest)
    },
  )

  api.get(
    '/projects/:id/pipelines/:pipeline_id',
    { readingScopes, jobTokens: true, params: params(pipelinePath) },
    (call, { pipeline_id }) => {
      const { project, pipeline } = findReadablePipeline(call, pipeline_id)
      return presentNamedPipeline(call, project, pipeline)
    },
  )

  // The specification paginates every list; GitLab returns this one whole.
  const pages = (gitlab ? {} : paging) as typeof paging
  api.get(
    '/projects/:id/pipelines/:pipeline_id/variables',
    { readingScopes, params: params({ ...pipelinePath, ...pages }) },
    (call, { pipeline_id, ...query }) => {
      const { project, pipeline } = findPipeline(call, pipeline_id)
      const starter = pipeline.user_id === call.user?.id
      requireRole(call, project, starter ? roles.developer : roles.maintainer)
      const page = gitlab ? pipeline.variables : paginate(call, pipeline.variables, query)
      return page.map(({ variable_type, key, value }) => ({
        variable_type,
        key,
        value,
        ...(gitlab && { raw: false }),
      }))
    },
  )

  api.post(
    '/projects/:id/pipeline',
    {
      before: login,
      readingScopes,
      params: params({
        id: segment,
        ref: string.required(),
        variables: list(variable, api.flavor),
        ...((gitlab ? { inputs: hash } : {}) as { inputs: typeof hash }),
      }),
    },
    (call, { ref, variables = [], inputs }) => {
      const project = findProject(call)
      requireRole(call, project, roles.developer)
      requireWritable(call, project)
      if (gitlab && ref === null) throw internalError()
      if (hasUnknownInputs(project, inputs)) throw invalid({ base: [unknownInputs] })
      const made = pipelines(call).create(
        project,
        {
          ref: ref ?? '',
          source: 'api',
          user: call.user,
          variables: variables.map(({ key, value, variable_type }) => ({
            key: key ?? '',
            value: value ?? '',
            variable_type: variable_type as PipelineVariable['variable_type'],
          })),
          status: gitlab ? 'created' : 'pending',
          refuseBroken: true,
        },
        call.now(),
      )
      return presentChangedPipeline(call, project, made)
    },
  )

  api.post(
    '/projects/:id/pipelines/:pipeline_id/retry',
    { before: login, readingScopes, params: params(pipelinePath) },
    (call, { pipeline_id }) => {
      const { project, pipeline } = findChangeablePipeline(call, pipeline_id)
      return presentChangedPipeline(call, project, pipelines(call).retry(pipeline, call.now()))
    },
  )

  api.post(
    '/projects/:id/pipelines/:pipeline_id/cancel',
    { before: login, readingScopes, params: params(pipelinePath) },
    (call, { pipeline_id }) => {
      const { project, pipeline } = findChangeablePipeline(call, pipeline_id)
      call.status = 200
      return presentChangedPipeline(call, project, pipelines(call).cancel(pipeline, call.now()))
    },
  )

  api.put(
    '/projects/:id/pipelines/:pipeline_id/metadata',
    { before: login, readingScopes, jobTokens: true, params: params({ ...pipelinePath, name: string.required() }) },
    (call, { pipeline_id, name }) => {
      const { project, pipeline } = findChangeablePipeline(call, pipeline_id)
      if (gitlab && name === null) throw internalError()
      return presentNamedPipeline(call, project, pipelines(call).rename(pipeline, name ?? ''))
    },
  )

  api.delete(
    '/projects/:id/pipelines/:pipeline_id',
    { before: login, readingScopes, params: params(pipelinePath) },
    (call, { pipeline_id }) => {
      const { project, pipeline } = findPipeline(call, pipeline_id)
      requireRole(call, project, roles.owner)
      requireUnarchived(call, project)
      if (project.refreshing_statistics) throw failed(409, refreshing)
      requireUnmodified(call, pipeline)
      pipelines(call).delete(pipeline, call.now())
    },
  )
}

const refreshing = 'Action temporarily disabled. The project this pipeline belongs to is undergoing stats refresh.'

const pipelines = (call: Call): PipelineModel => new PipelineModel(call.instance)

interface Found {
  project: ProjectRecord
  pipeline: PipelineRecord
}

/** Finds a pipeline before the permissions are checked. @throws HttpError 404 */
function findPipeline(call: Call, id: number): Found {
  const project = findProject(call)
  const pipeline = pipelines(call).find(project, id, call.now())
  if (!pipeline) throw recordNotFound()
  return { project, pipeline }
}

export function findReadablePipeline(call: Call, id: number): Found {
  const found = findPipeline(call, id)
  requireReadable(call, found.project)
  return found
}

function findChangeablePipeline(call: Call, id: number): Found {
  const found = findPipeline(call, id)
  requireRole(call, found.project, roles.developer)
  requireWritable(call, found.project)
  return found
}

const hasCi = (project: ProjectRecord): boolean =>
  project.builds_enabled && levelOf(project, 'repository') !== 'disabled'

function requireReadable(call: Call, project: ProjectRecord): void {
  // Also pipelines of external CI services.
  if (call.instance.flavor === 'gitlab' && !hasCi(project)) throw forbidden()
  const open = project.public_builds ?? true
  if (!open && roleOf(call, project) < roles.reporter) throw forbidden()
}

/** The newest pipeline of the commit that a branch or tag is at. */
function findLatest(call: Call, project: ProjectRecord, ref: string): PipelineRecord | undefined {
  const head = call.store
    .of(refs)
    .where('project', project.id)
    .find(({ name }) => name === ref)
  return pipelines(call)
    .of(project, call.now())
    .findLast(({ ref, sha, source }) => ref === head?.name && sha === head.sha && !dangling.includes(source))
}
