import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { failed, forbidden, recordNotFound } from '../http/errors'
import { admitsJob } from '../http/job-token'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { dateTime, hash, segment, segmentId, string } from '../http/param-types'
import { type Bound, params } from '../http/params'
import { requireUnmodified } from '../http/unmodified'
import { jobs } from '../records/job'
import type { PipelineVariable } from '../records/pipeline'
import type { ProjectRecord } from '../records/project'
import type { TriggerTokenRecord } from '../records/trigger-token'
import { users } from '../records/user'
import { canReadProject, roleOf, roles } from './access'
import { isReadOnly, requireWritable } from './archived'
import { hasUnknownInputs, mayNotCreate, type NewPipeline, PipelineModel, unknownInputs } from './pipeline-model'
import { presentChangedPipeline } from './pipeline-presenter'
import { findProject, lookUpProject } from './project'
import { levelOf } from './project-settings'
import { shortened, TriggerTokenModel } from './trigger-token-model'
import { presentUserBasic } from './user'

const triggerPath = { id: segment, trigger_id: segmentId }
const startParams = {
  id: segment,
  ref: string.required().filled(),
  token: string.required(),
  variables: hash,
  inputs: hash,
}

/** Trigger tokens of projects, and starting pipelines with them. */
export const triggerToken: Resource = (api) => {
  api.get('/projects/:id/triggers', { params: params({ id: segment, ...paging }) }, (call, query) => {
    const project = findAdministeredProject(call)
    const found = triggers(call).of(project, call.now())
    return paginate(call, found, query).map((trigger) => presentTrigger(call, trigger))
  })

  api.get('/projects/:id/triggers/:trigger_id', { params: params(triggerPath) }, (call, { trigger_id }) =>
    presentTrigger(call, findTrigger(call, findAdministeredProject(call), trigger_id)),
  )

  api.post(
    '/projects/:id/triggers',
    { params: params({ id: segment, description: string.required(), expires_at: dateTime }) },
    (call, { description, expires_at = null }) => {
      const project = findChangeableProject(call)
      const fields = { description, expires_at }
      return presentTrigger(call, triggers(call).create(project, call.user!, fields, call.now()))
    },
  )

  api.put(
    '/projects/:id/triggers/:trigger_id',
    { params: params({ ...triggerPath, description: string }) },
    (call, { trigger_id, description }) => {
      const trigger = findUpdatableTrigger(call, trigger_id)
      // In the specification, the description is optional. GitLab sets it to null if it is not sent.
      const wanted = description ?? (description === undefined && api.flavor === 'spec' ? trigger.description : null)
      return presentTrigger(call, triggers(call).describe(trigger, wanted, call.now()))
    },
  )

  api.delete('/projects/:id/triggers/:trigger_id', { params: params(triggerPath) }, (call, { trigger_id }) => {
    const trigger = findTrigger(call, findChangeableProject(call), trigger_id)
    requireUnmodified(call, trigger)
    triggers(call).delete(trigger)
  })

  // Without login: the token in the parameters is enough.
  for (const path of ['/projects/:id/trigger/pipeline', '/projects/:id/ref/:ref{.+}/trigger/pipeline']) {
    api.post(path, { params: params(startParams) }, startPipeline)
  }
}

const triggers = (call: Call): TriggerTokenModel => new TriggerTokenModel(call.instance)

/** @throws HttpError 401, 404, 403. Here, the parameters are validated first. */
function findAdministeredProject(call: Call): ProjectRecord {
  login(call)
  const project = findProject(call)
  if (!mayAdminister(call, project)) throw forbidden()
  return project
}

/** GitLab does not show the tokens of archived projects. */
const mayAdminister = (call: Call, project: ProjectRecord): boolean =>
  roleOf(call, project) >= roles.maintainer &&
  project.builds_enabled &&
  levelOf(project, 'repository') !== 'disabled' &&
  !(call.instance.flavor === 'gitlab' && isReadOnly(call, project))

/** @throws HttpError 403 if another user owns the token. */
function findUpdatableTrigger(call: Call, id: number): TriggerTokenRecord {
  const refused = forbidden('The current user is not authorized to update the pipeline trigger token')
  // GitLab looks up the token before it checks the role.
  const gitlab = call.instance.flavor === 'gitlab'
  if (gitlab) login(call)
  const project = gitlab ? findProject(call) : findChangeableProject(call)
  const trigger = findTrigger(call, project, id)
  if (!mayAdminister(call, project) || !(ownsTrigger(call, trigger) || call.user?.admin)) throw refused
  return trigger
}

function findChangeableProject(call: Call): ProjectRecord {
  const project = findAdministeredProject(call)
  requireWritable(call, project)
  return project
}

function findTrigger(call: Call, project: ProjectRecord, id: number): TriggerTokenRecord {
  const trigger = triggers(call).find(project, id, call.now())
  if (!trigger) throw recordNotFound()
  return trigger
}

const ownsTrigger = (call: Call, { owner_id }: TriggerTokenRecord): boolean => owner_id === call.user?.id

function startPipeline(call: Call, { ref, token, variables, inputs }: Bound<typeof startParams>) {
  if (call.header('x-gitlab-event') === 'Pipeline Hook') throw forbidden()
  const values = Object.entries(variables ?? {})
  if (!values.every((entry): entry is [string, string] => typeof entry[1] === 'string')) {
    throw failed(400, 'variables needs to be a map of key-valued strings')
  }
  const { found: project } = lookUpProject(call.store, call.segment('id'))
  const starter = project && findStarter(call, project, token ?? '')
  if (!project || !starter || !canReadProject(call.store, starter.user, project)) throw failed(404, '404 Not Found')
  if (call.instance.flavor === 'gitlab' && hasUnknownInputs(project, inputs))
    throw failed(422, { base: [unknownInputs] })
  const model = new PipelineModel(call.instance)
  const own = values.map(([key, value]): PipelineVariable => ({ key, value, variable_type: 'env_var' }))
  const payload = model.maySetVariables(starter.user, project) ? [payloadOf(call)] : []
  const pipeline = model.create(project, { ...starter, ref, variables: [...own, ...payload] }, call.now())
  if (pipeline.yaml_errors !== null) throw failed(422, { base: [pipeline.yaml_errors] })
  return presentChangedPipeline(call, project, pipeline)
}

/** The user and the source of a pipeline started with a token. @throws HttpError 401 if the token's job has ended. */
function findStarter(call: Call, project: ProjectRecord, token: string): Starter | undefined {
  const trigger = triggers(call).withToken(token)
  const job = call.store.of(jobs).find('token', token)
  const user = call.store.of(users).get(trigger?.owner_id ?? job?.user_id ?? 0)
  if (!user) return undefined
  if (trigger)
    return trigger.project_id === project.id ? { user, source: 'trigger', trigger_id: trigger.id } : undefined
  if (job?.status !== 'running') throw failed(401, 'Job is not running')
  if (!admitsJob(project, job)) {
    // A job that is not admitted can see public projects.
    if (project.visibility === 'private') return undefined
    throw mayNotCreate()
  }
  return { user, source: 'pipeline', upstream_pipeline_id: job.pipeline_id }
}

type Starter = Omit<NewPipeline, 'ref' | 'variables'>

/** All parameters except the token, as a variable for the jobs. */
function payloadOf({ all }: Call): PipelineVariable {
  const { token: _token, ...rest } = all
  return { key: 'TRIGGER_PAYLOAD', value: JSON.stringify(rest), variable_type: 'file' }
}

function presentTrigger(call: Call, trigger: TriggerTokenRecord) {
  const owner = call.store.of(users).get(trigger.owner_id)
  // The specification only shows tokens to their owners, GitLab also to administrators.
  const whole = ownsTrigger(call, trigger) || (call.instance.flavor === 'gitlab' && call.user?.admin)
  return {
    id: trigger.id,
    token: whole ? trigger.token : shortened(trigger.token),
    description: trigger.description,
    created_at: trigger.created_at,
    updated_at: trigger.updated_at,
    last_used: new PipelineModel(call.instance).newestOf(trigger.id)?.created_at ?? null,
    expires_at: trigger.expires_at,
    owner: owner ? presentUserBasic(call, owner) : null,
  }
}
