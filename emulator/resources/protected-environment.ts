import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { conflict, failed, recordNotFound } from '../http/errors'
import { isBasic } from '../http/instance'
import { paginate, paging } from '../http/paginate'
import { atLeastOne } from '../http/param-rules'
import { boolean, integer, list, segment, string } from '../http/param-types'
import { params, type Rule } from '../http/params'
import { requireUnmodified } from '../http/unmodified'
import { groups } from '../records/group'
import type { DeployAccessLevelRecord, ProtectedEnvironmentRecord } from '../records/protected-environment'
import { users } from '../records/user'
import { requireGroupRole, requireRole, roles } from './access'
import { requireActiveGroup } from './archived'
import { findGroup } from './group'
import { findProject } from './project'
import { type EnvironmentPatch, ProtectedEnvironmentModel, type Protector } from './protected-environment-model'

/** The owner of the environments of a path, the required roles, and the error for a duplicate. */
const ofProjects = {
  path: '/projects/:id/protected_environments',
  home: (call: Call): Protector => ({ project: findProject(call) }),
  /** Runs before the parameters are validated, also for reading. @throws HttpError 404, 403. */
  admin: (call: Call): void => requireRole(call, findProject(call), roles.maintainer),
  taken: (name: string) => `Environment '${name}' is already protected`,
}
const ofGroups: typeof ofProjects = {
  path: '/groups/:id/protected_environments',
  home: (call) => ({ group: findGroup(call) }),
  admin: (call) => {
    const { id } = findGroup(call)
    requireGroupRole(call, id, roles.owner)
    requireActiveGroup(call, id)
  },
  taken: (name) => `Protected environment '${name}' already exists`,
}

/** Protected environments of projects and, only in GitLab, of groups. */
export const protectedEnvironment: Resource = (api) => {
  api.onAccessLost((store, project, who) => new ProtectedEnvironmentModel(store, api.flavor).forget(project, who))
  // These editions do not have the routes: 404 instead of 403. GitLab has them even without a license.
  if (isBasic(api)) return
  const spec = api.flavor === 'spec'

  const levels = spec ? [roles.developer, roles.maintainer, roles.admin] : [40, 30, 20, 60]
  const subject = {
    user_id: integer,
    group_id: integer,
    group_inheritance_type: integer.oneOf(0, 1),
    access_level: integer.oneOf(...levels),
  }
  const patch = { id: integer, _destroy: boolean }
  const someSubject = atLeastOne('access_level', 'user_id', 'group_id')
  const someSubjectUnlessDestroyed: Rule = (sent, spelled) =>
    sent('_destroy') ? undefined : someSubject(sent, spelled)
  const newLevels = list(params(subject), api.flavor)
  const patchedLevels = list(params({ ...subject, ...patch }), api.flavor)
  const rules = list(
    params(
      { ...subject, ...patch, required_approvals: integer.default(1) },
      spec || api.has('rulesRemovedWithoutSubject') ? someSubjectUnlessDestroyed : someSubject,
    ),
    api.flavor,
  )
  const one = { id: segment, name: segment }

  for (const { path, home, admin, taken } of spec ? [ofProjects] : [ofProjects, ofGroups]) {
    api.get(path, { before: admin, params: params({ id: segment, ...paging }) }, (call, query) =>
      paginate(call, protectedEnvironments(call).of(home(call)), query).map((environment) =>
        presentProtectedEnvironment(call, environment),
      ),
    )

    api.get(`${path}/:name`, { before: admin, params: params(one) }, (call, { name }) =>
      presentProtectedEnvironment(call, findProtectedEnvironment(call, home(call), name)),
    )

    api.post(
      path,
      {
        before: admin,
        params: params({
          id: segment,
          name: string.required(),
          required_approval_count: integer.default(0),
          deploy_access_levels: newLevels.required(),
          approval_rules: rules,
        }),
      },
      (call, { name, ...patch }) => {
        if (!spec) requireNoCount(patch.required_approval_count)
        const protector = home(call)
        if (protectedEnvironments(call).find(protector, name ?? '')) throw conflict(taken(name ?? ''))
        return presentProtectedEnvironment(
          call,
          protectedEnvironments(call).create(protector, name ?? '', withCounts(patch), call.now()),
        )
      },
    )

    api.put(
      `${path}/:name`,
      {
        before: admin,
        params: params({
          ...one,
          required_approval_count: integer,
          deploy_access_levels: patchedLevels,
          approval_rules: rules,
        }),
      },
      (call, { name, id: _project, ...patch }) => {
        const environment = findProtectedEnvironment(call, home(call), name)
        if (!spec) requireNoCount(patch.required_approval_count)
        const before = protectedEnvironments(call).levelsOf(environment)
        const after = protectedEnvironments(call).update(home(call), environment, withCounts(patch), call.now())
        const changed = presentProtectedEnvironment(call, after, before)
        if (!spec) return changed
        // "The updated parts of the environment."
        return Object.fromEntries(Object.entries(changed).filter(([key]) => key === 'name' || key in patch))
      },
    )

    api.delete(`${path}/:name`, { before: admin, params: params(one) }, (call, { name }) => {
      const environment = findProtectedEnvironment(call, home(call), name)
      requireUnmodified(call, environment)
      protectedEnvironments(call).delete(environment)
    })
  }
}

const protectedEnvironments = (call: Call): ProtectedEnvironmentModel =>
  new ProtectedEnvironmentModel(call.store, call.instance.flavor)

function findProtectedEnvironment(call: Call, home: Protector, name: string): ProtectedEnvironmentRecord {
  const environment = protectedEnvironments(call).find(home, name)
  if (!environment) throw recordNotFound()
  return environment
}

function requireNoCount(count: number | null = null): void {
  if (count === null || count <= 0) return
  throw failed(
    422,
    "Parameter 'required_approval_count' is deprecated and shouldn't be used. See https://gitlab.com/groups/gitlab-org/-/epics/9662",
  )
}

/** Empty approval rules do not get the default number of approvals. */
const withCounts = <P extends EnvironmentPatch>(patch: P): P => ({
  ...patch,
  ...(patch.approval_rules && {
    approval_rules: patch.approval_rules.map((rule) =>
      Object.keys(rule).length === 0 ? { required_approvals: null } : rule,
    ),
  }),
})

/**
 * `before`: the entries before the change, whose order the response keeps. Later responses list changed entries last.
 */
function presentProtectedEnvironment(
  call: Call,
  environment: ProtectedEnvironmentRecord,
  before: readonly DeployAccessLevelRecord[] = [],
) {
  const rules = protectedEnvironments(call).rulesOf(environment)
  const place = ({ id }: DeployAccessLevelRecord): number => {
    const at = before.findIndex((level) => level.id === id)
    return at < 0 ? Infinity : at
  }
  return {
    name: environment.name,
    deploy_access_levels: [...protectedEnvironments(call).levelsOf(environment)]
      .sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
      .map((level) => presentLevel(call, level)),
    required_approval_count: environment.required_approval_count,
    approval_rules: rules.map((rule) => ({
      ...presentLevel(call, rule),
      required_approvals: rule.required_approvals,
    })),
  }
}

const presentLevel = (call: Call, level: DeployAccessLevelRecord) => ({
  id: level.id,
  user_id: level.user_id,
  group_id: level.group_id,
  access_level: level.access_level,
  access_level_description: describeLevel(call, level),
  group_inheritance_type: level.group_inheritance_type,
})

const roleNames: Record<number, string> = { 30: 'Developers + Maintainers', 40: 'Maintainers' }

/** The specification describes all roles that it accepts here; GitLab does not describe the others. */
const roleNamesOf = { spec: { ...roleNames, 60: 'Admin' }, gitlab: roleNames }

function describeLevel(
  { store, instance }: Call,
  { access_level, user_id, group_id }: DeployAccessLevelRecord,
): string | null {
  if (user_id !== null) return store.of(users).get(user_id)?.name ?? null
  if (group_id !== null) return store.of(groups).get(group_id)?.name ?? null
  return (roleNamesOf[instance.flavor] as Record<number, string>)[access_level ?? 0] ?? null
}
