import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { badRequest, forbidden, recordNotFound } from '../http/errors'
import { login, type UserCall } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { atLeastOne } from '../http/param-rules'
import { boolean, segment, segmentId, string } from '../http/param-types'
import { params, type Rule } from '../http/params'
import { requireUnmodified } from '../http/unmodified'
import type { DeploymentTier } from '../records/environment'
import type { ProjectRecord } from '../records/project'
import { canReadProject, groupRole, roleOf, roles } from './access'
import { isReadOnly, requireUnarchived, requireWritable } from './archived'
import { EnvironmentModel, type WholeEnvironment } from './environment-model'
import { findProject } from './project'
import { presentBasicProject } from './project-presenter'
import { levelOf } from './project-settings'
import { ProtectedEnvironmentModel } from './protected-environment-model'

const fields = {
  external_url: string,
  description: string,
  tier: string.oneOf('production', 'staging', 'testing', 'development', 'other'),
  auto_stop_setting: string.oneOf('always', 'with_action'),
}
const noSlug: Rule = (sent) => (sent('slug') ? 'slug is automatically generated and cannot be changed' : undefined)
const notBoth: Rule = (sent) => (sent('name') && sent('search') ? 'name, search cannot be used together' : undefined)
const shortestSearch = 3

/** Environments of projects. */
export const environment: Resource = (api) => {
  const path = '/projects/:id/environments'
  const one = { id: segment, environment_id: segmentId }

  const states = string.oneOf('available', 'stopping', 'stopped')
  const filters = { id: segment, name: string, search: string, states, ...paging }
  api.get(path, { before: login, params: params(filters, notBoth) }, (call, { name, search, states, ...query }) => {
    const project = findReadableProject(call)
    if (search && search.length < shortestSearch) {
      throw badRequest(`Search query is less than ${shortestSearch} characters`)
    }
    const found = new EnvironmentModel(call.store)
      .of(project)
      .filter(
        (environment) =>
          (!name || environment.name === name) &&
          (!search || environment.name.toLowerCase().startsWith(search.toLowerCase())) &&
          (!states || environment.state === states),
      )
    return paginate(call, found, query).map((environment) => presentEnvironmentWithProject(call, environment, project))
  })

  api.get(`${path}/:environment_id`, { before: login, params: params(one) }, (call, { environment_id }) => {
    const found = findEnvironment(call, findReadableProject(call), environment_id)
    return { ...presentEnvironment(found), last_deployment: null }
  })

  const creation = params({ id: segment, name: string.required(), ...fields }, noSlug)
  api.post(path, { before: login, params: creation }, (call, { name, id: _id, ...sent }) => {
    const project = findReadableProject(call, roles.developer)
    requireWritable(call, project)
    const made = new EnvironmentModel(call.store).create(project, name ?? '', sentFields(sent), call.now())
    return presentEnvironmentWithProject(call, made, project)
  })

  const patch = params({ ...one, ...fields }, atLeastOne(...Object.keys(fields)), noSlug)
  api.put(`${path}/:environment_id`, { before: login, params: patch }, (call, { environment_id, id: _id, ...sent }) => {
    const project = findReadableProject(call, roles.developer)
    const named = api.has('environmentsNameTheirProtection')
    if (!named) requireWritable(call, project)
    const found = findEnvironment(call, project, environment_id)
    if (named) {
      const reason = protectionOf(call, found)
      if (isReadOnly(call, project)) throw forbidden(reason)
      requireDeployer(call, project, found, reason)
    }
    return presentEnvironmentWithProject(
      call,
      new EnvironmentModel(call.store).update(found, sentFields(sent), call.now()),
      project,
    )
  })

  const stop = params({ ...one, force: boolean })
  api.post(`${path}/:environment_id/stop`, { before: login, params: stop }, (call, { environment_id }) => {
    const project = findReadableProject(call)
    const found = findEnvironment(call, project, environment_id)
    requireWritable(call, project)
    requireDeployer(call, project, found)
    call.status = 200
    return presentEnvironmentWithProject(call, new EnvironmentModel(call.store).stop(found, call.now()), project)
  })

  api.delete(`${path}/:environment_id`, { before: login, params: params(one) }, (call, { environment_id }) => {
    const project = findReadableProject(call)
    const found = findEnvironment(call, project, environment_id)
    requireUnarchived(call, project)
    requireDeployer(call, project, found)
    // Only stopped environments can be deleted.
    if (found.state !== 'stopped') throw forbidden()
    requireUnmodified(call, found)
    new EnvironmentModel(call.store).delete(found)
  })
}

/** The fields that were sent. Drops an empty `auto_stop_setting` because it cannot be cleared. */
function sentFields({ auto_stop_setting, tier, ...others }: { [K in keyof typeof fields]?: string | null }) {
  return {
    ...others,
    ...(tier !== undefined && { tier: tier as DeploymentTier | null }),
    ...(auto_stop_setting && { auto_stop_setting: auto_stop_setting as 'always' }),
  }
}

/** The project. @throws HttpError 404, or 403 if the caller lacks the role or cannot see the environments. */
function findReadableProject(call: UserCall, least = roles.none): ProjectRecord {
  const project = findProject(call)
  const role = roleOf(call, project)
  const level = levelOf(project, 'environments')
  const open = level === 'enabled' && canReadProject(call.store, { ...call.user, id: 0, admin: false }, project)
  const seen = role >= roles.reporter || open
  if (!project.builds_enabled || level === 'disabled' || !seen || role < least) throw forbidden()
  return project
}

/** @throws HttpError 404 if the project does not have the environment. */
function findEnvironment(call: Call, project: ProjectRecord, id: number): WholeEnvironment {
  const found = new EnvironmentModel(call.store).find(project, id)
  if (!found) throw recordNotFound()
  return found
}

/** @throws HttpError 403 if the caller cannot deploy to the environment. */
function requireDeployer(call: UserCall, project: ProjectRecord, found: WholeEnvironment, reason?: string): void {
  const { store, user, instance } = call
  const role = roleOf(call, project)
  if (role < roles.developer) throw forbidden()
  const model = new ProtectedEnvironmentModel(store, instance.flavor)
  if (instance.tier === 'free' || role >= roles.admin) return
  // Each protection must allow it.
  const allowed = model.protecting(project, found).every(([{ group }, guard]) => {
    const own = group ? groupRole(store, user, group.id) : role
    return model.levelsOf(guard).some(({ access_level, user_id, group_id }) => {
      if (user_id !== null) return user_id === user.id
      if (group_id !== null) return groupRole(store, user, group_id) >= roles.guest
      return access_level !== null && own >= access_level
    })
  })
  if (!allowed) throw forbidden(reason)
}

const protectionOf = ({ instance }: Call, { name }: WholeEnvironment): string =>
  [
    `You do not have permission to modify the protected environment '${name}'. ` +
      'This endpoint enforces Protected Environment access policies.',
    'To resolve this, ask a project Maintainer or Owner to grant you access under Settings > CI/CD > ' +
      'Protected environments, or use an account with the required permissions.',
    `Learn more: ${instance.url}/help/ci/environments/protected_environments.md`,
  ].join('\n')

const presentEnvironment = (environment: WholeEnvironment) => ({
  id: environment.id,
  name: environment.name,
  slug: environment.slug,
  external_url: environment.external_url,
  created_at: environment.created_at,
  updated_at: environment.updated_at,
  tier: environment.tier,
  state: environment.state,
  auto_stop_at: null,
  description: environment.description,
  auto_stop_setting: environment.auto_stop_setting,
})

const presentEnvironmentWithProject = (call: Call, environment: WholeEnvironment, project: ProjectRecord) => ({
  ...presentEnvironment(environment),
  project: presentBasicProject(call, project),
})
