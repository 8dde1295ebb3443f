import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { conflict, forbidden, internalError, notFound } from '../http/errors'
import { isFree } from '../http/instance'
import { login } from '../http/login'
import { isParams } from '../http/nest'
import { paginate, paging } from '../http/paginate'
import { boolean, nested, segment, string } from '../http/param-types'
import { Param, params } from '../http/params'
import { requireUnmodified } from '../http/unmodified'
import type { VariableHome, VariableRecord } from '../records/variable'
import { requireGroupRole, requireRole, roles } from './access'
import { requireActiveGroup } from './archived'
import { findGroup } from './group'
import { findProject } from './project'
import { VariableModel } from './variable-model'

/** A key in the path. A dot starts a format. */
const keySegment = new Param<string, false>((raw) => String(raw).replace(/\.\w+$/, ''))

const one = { id: segment, key: keySegment }
const changes = {
  protected: boolean,
  masked: boolean,
  raw: boolean,
  variable_type: string.oneOf('env_var', 'file'),
  environment_scope: string,
  description: string,
}

/** Where variables are, and how requests differ. */
interface Owner {
  path: string
  /** The name of a variable in errors. */
  what: string
  filter: Param<unknown, true>
  /** @throws HttpError 404, 403. */
  home: (call: Call) => VariableHome
  /** Whether a variable can have an environment scope. */
  scoped: boolean
  /** Whether an update without a match of the filter changes any variable with this key. */
  updatesAny: boolean
}

const ofProjects: Owner = {
  path: '/projects/:id/variables',
  what: 'Variable',
  filter: nested(params({ environment_scope: string })),
  home: (call) => {
    const project = findProject(call)
    requireRole(call, project, roles.maintainer)
    // Applies to administrators, too.
    if (!project.builds_enabled) throw forbidden()
    return { project_id: project.id, group_id: null }
  },
  scoped: true,
  updatesAny: false,
}

const ofGroups = (scoped: boolean): Owner => ({
  path: '/groups/:id/variables',
  what: 'GroupVariable',
  // GitLab reads the parameter without declaring it.
  filter: new Param((raw) => raw),
  home: (call) => {
    const group = findGroup(call)
    requireGroupRole(call, group.id, roles.owner)
    requireActiveGroup(call, group.id)
    return { project_id: null, group_id: group.id }
  },
  scoped,
  updatesAny: true,
})

/** CI/CD variables of projects and groups. They have no ids: a key and an environment scope identify a variable. */
export const variable: Resource = (api) => {
  const withScopes = api.flavor === 'spec' || !isFree(api)

  for (const { path, what, filter, home, scoped, updatesAny } of [ofProjects, ofGroups(withScopes)]) {
    const before = (call: Call): void => {
      login(call)
      home(call)
    }
    const allowed = <F extends { environment_scope?: string | null }>(fields: F): F => {
      if (!scoped) delete fields.environment_scope
      return fields
    }
    const find = (call: Call, key: string, filter: unknown): VariableRecord => {
      const found = lookUp(call, home(call), key, filter)
      if (!found) throw notFound(what)
      return found
    }

    api.get(path, { before, params: params({ id: segment, ...paging }) }, (call, query) =>
      paginate(call, variables(call).of(home(call)), query).map(presentVariable),
    )

    api.get(`${path}/:key`, { before, params: params({ ...one, filter }) }, (call, { key, filter }) =>
      presentVariable(find(call, key, filter)),
    )

    api.post(
      path,
      {
        before,
        params: params({
          id: segment,
          key: string.required(),
          value: string.required(),
          masked_and_hidden: boolean,
          ...changes,
        }),
      },
      (call, { id: _home, ...sent }) =>
        presentVariable(variables(call).create(home(call), allowed({ ...sent }), call.now())),
    )

    api.put(
      `${path}/:key`,
      { before, params: params({ ...one, filter, value: string, ...changes }) },
      (call, { id: _home, key, filter, ...sent }) => {
        const found = updatesAny && filter === undefined ? undefined : lookUp(call, home(call), key, filter)
        const target = found ?? (updatesAny ? leastRecent(call, home(call), key) : undefined)
        if (!target) throw notFound(what)
        return presentVariable(variables(call).update(target, allowed({ ...sent }), call.now()))
      },
    )

    api.delete(`${path}/:key`, { before, params: params({ ...one, filter }) }, (call, { key, filter }) => {
      const found = find(call, key, filter)
      requireUnmodified(call, found)
      variables(call).delete(found)
    })
  }
}

const variables = (call: Call): VariableModel => new VariableModel(call.store)

/**
 * The variable with this key and the environment scope of the filter, if there is one.
 * @throws HttpError 409 for several variables, 500 for a filter or key that GitLab cannot read.
 */
function lookUp(call: Call, home: VariableHome, key: string, filter: unknown = null): VariableRecord | undefined {
  if (key.trim() === '' || (filter !== null && !isParams(filter))) throw internalError()
  const scope = filter?.environment_scope
  if (isParams(scope) && Object.keys(scope).length > 0) throw internalError()
  const scopes = [scope].flat().map(String)
  const isAny = scope === undefined || scope === null || scope === false || scopes.join('').trim() === ''
  const found = variables(call)
    .withKey(home, key)
    .filter(({ environment_scope }) => isAny || scopes.includes(environment_scope))
  if (found.length > 1) {
    throw conflict("There are multiple variables with provided parameters. Please use 'filter[environment_scope]'")
  }
  return found[0]
}

/** The variable with this key that was changed least recently: a database without an order returns it first. */
const leastRecent = (call: Call, home: VariableHome, key: string): VariableRecord | undefined =>
  [...variables(call).withKey(home, key)].sort((a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at))[0]

const presentVariable = (variable: VariableRecord) => ({
  variable_type: variable.variable_type,
  key: variable.key,
  value: variable.hidden ? null : variable.value,
  hidden: variable.hidden,
  protected: variable.protected,
  masked: variable.masked,
  raw: variable.raw,
  environment_scope: variable.environment_scope,
  description: variable.description,
})
