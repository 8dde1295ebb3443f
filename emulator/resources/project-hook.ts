import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { HttpError, notFound, recordNotFound } from '../http/errors'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { boolean, list, segment, segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import { has } from '../http/release'
import { requireUnmodified } from '../http/unmodified'
import { branchFilterStrategies, hookEvents, type ProjectHookRecord } from '../records/project-hook'
import { requireRole, roles } from './access'
import { findProject } from './project'
import { type HookChanges, ProjectHookModel } from './project-hook-model'

const collectionPath = '/projects/:id/hooks'
const objectPath = '/projects/:id/hooks/:hook_id'
const objectParams = { id: segment, hook_id: segmentId }

type Booleans = Record<(typeof hookEvents)[number], typeof boolean>

/** Webhooks of projects. The emulator does not call them. */
export const projectHook: Resource = (api) => {
  const pair = params({ key: string.required(), value: string.required() })
  const changes = {
    name: string,
    description: string,
    ...(Object.fromEntries(hookEvents.map((event) => [event, boolean])) as Booleans),
    enable_ssl_verification: boolean,
    token: string,
    push_events_branch_filter: string,
    branch_filter_strategy: string.oneOf(...branchFilterStrategies),
    custom_webhook_template: string,
    url_variables: list(pair, api.flavor),
    custom_headers: list(pair, api.flavor),
    ...(api.has('secretsOfHooksPresent') && { signing_token: string, resource_deploy_token_events: boolean }),
  }

  api.get(collectionPath, { before: requireMaintainer, params: params({ id: segment, ...paging }) }, (call, query) =>
    paginate(call, hooks(call).of(findProject(call)), query).map((hook) => presentInList(call, hook)),
  )

  api.get(objectPath, { before: requireMaintainer, params: params(objectParams) }, (call, { hook_id }) =>
    presentHook(call, findHook(call, hook_id)),
  )

  api.post(
    collectionPath,
    { before: requireMaintainer, params: params({ id: segment, url: string.required(), ...changes }) },
    (call, { id: _project, ...sent }) =>
      presentHook(call, hooks(call).create(findProject(call), changesOf(sent), call.now())),
  )

  api.put(
    objectPath,
    { before: requireMaintainer, params: params({ ...objectParams, url: string, ...changes }) },
    (call, { id: _project, hook_id, ...sent }) => {
      const hook = findHook(call, hook_id)
      const { custom_headers, url_variables, ...fields } = changesOf(sent)
      const wanted = {
        ...fields,
        ...merged(hook, 'custom_headers', custom_headers),
        ...merged(hook, 'url_variables', url_variables),
      }
      if (Object.keys(wanted).length === 0) throw new HttpError(400, { error: 'No parameters provided' })
      return presentHook(call, hooks(call).update(hook, wanted, call.now()))
    },
  )

  api.delete(objectPath, { before: requireMaintainer, params: params(objectParams) }, (call, { hook_id }) => {
    const hook = findHook(call, hook_id)
    requireUnmodified(call, hook)
    hooks(call).delete(hook)
  })

  for (const [part, what, refusal] of parts) {
    const path = `${objectPath}/${part}/:key`
    const one = { ...objectParams, key: segment }

    api.put(
      path,
      { before: requireMaintainer, params: params({ ...one, value: string.required() }) },
      (call, { hook_id, key, value }) => {
        const hook = findHook(call, hook_id)
        hooks(call).change(hook, { [part]: { ...hook[part], [key]: value ?? '' } }, 'Illegal key or value', call.now())
        call.status = 204
      },
    )

    api.delete(path, { before: requireMaintainer, params: params(one) }, (call, { hook_id, key }) => {
      const hook = findHook(call, hook_id)
      const { [key]: removed, ...others } = hook[part]
      if (removed === undefined) throw notFound(what)
      hooks(call).change(hook, { [part]: others }, refusal, call.now())
    })
  }
}

const parts = [
  ['custom_headers', 'Custom header', 'Could not unset custom header'],
  ['url_variables', 'URL variable', 'Could not unset variable'],
] as const

type Part = (typeof parts)[number][0]

const hooks = (call: Call): ProjectHookModel => new ProjectHookModel(call.instance)

/** Runs before the parameters are validated, also for reading. @throws HttpError 401, 404, 403. */
function requireMaintainer(call: Call): void {
  login(call)
  requireRole(call, findProject(call), roles.maintainer)
}

function findHook(call: Call, id: number): ProjectHookRecord {
  const found = hooks(call).find(findProject(call), id)
  if (!found) throw recordNotFound()
  return found
}

type Sent = Omit<HookChanges, Part> & { [P in Part]?: { key: string | null; value: string | null }[] }

/** The changes of a request, with headers and variables by name. */
function changesOf({ custom_headers, url_variables, ...fields }: Sent): HookChanges {
  const record = (list: Sent[Part] = []) => Object.fromEntries(list.map(({ key, value }) => [key ?? '', value ?? '']))
  return {
    ...fields,
    ...(custom_headers && { custom_headers: record(custom_headers) }),
    ...(url_variables && { url_variables: record(url_variables) }),
  }
}

/** An update adds to the headers and variables. An empty list is no change. */
const merged = (hook: ProjectHookRecord, part: Part, sent: Record<string, string> = {}) =>
  Object.keys(sent).length === 0 ? {} : { [part]: { ...hook[part], ...sent } }

/** A hook in a list, which does not show the names of headers and variables. */
function presentInList({ instance }: Call, hook: ProjectHookRecord) {
  const { token, signing_token, custom_headers: _headers, url_variables: _variables, ...others } = hook
  const { updated_at: _updated, resource_deploy_token_events = false, ...shown } = others
  return {
    ...shown,
    repository_update_events: false,
    ...(has(instance, 'secretsOfHooksPresent') && {
      resource_deploy_token_events,
      token_present: Boolean(token),
      signing_token_present: Boolean(signing_token),
    }),
  }
}

const presentHook = (call: Call, hook: ProjectHookRecord) => ({
  ...presentInList(call, hook),
  url_variables: keysOf(hook.url_variables),
  custom_headers: keysOf(hook.custom_headers),
})

const keysOf = (pairs: Record<string, string>) => Object.keys(pairs).map((key) => ({ key }))
