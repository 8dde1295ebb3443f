import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { badParameters, failed, internalError, recordNotFound, unauthorized } from '../http/errors'
import { isBasic } from '../http/instance'
import { paginate, paging } from '../http/paginate'
import { atMostOne } from '../http/param-rules'
import { boolean, segment, string, textList } from '../http/param-types'
import { params } from '../http/params'
import { settingsOf } from '../http/settings'
import { requireUnmodified } from '../http/unmodified'
import type { RemoteMirrorRecord } from '../records/remote-mirror'
import { projectRole, roles } from './access'
import { unescape, withoutCredentials } from './mirror-url'
import { findProject } from './project'
import { authMethods, type MirrorPatch, RemoteMirrorModel } from './remote-mirror-model'
import { hostKeys, presentHostKeys } from './ssh-host-key'

const mirrorPath = { id: segment, mirror_id: segment }

/** Push mirrors of projects. */
export const remoteMirror: Resource = (api) => {
  const anyTier = {
    enabled: boolean,
    keep_divergent_refs: boolean,
    only_protected_branches: boolean,
    ...(api.has('mirrorHostKeys') && { host_keys: textList }),
  }
  // The free edition does not declare the pattern, and therefore ignores it.
  const changes = isBasic(api) ? anyTier : { ...anyTier, mirror_branch_regex: string }
  // GitLab refuses both parameters together with any values; the specification only a pattern together with `true`.
  const selection =
    isBasic(api) || api.flavor === 'spec' ? [] : [atMostOne('only_protected_branches', 'mirror_branch_regex')]

  api.get(
    '/projects/:id/remote_mirrors',
    { before: requireAdmin, params: params({ id: segment, ...paging }) },
    (call, query) =>
      paginate(call, mirrors(call).of(findProject(call)), query).map((mirror) => presentMirror(call, mirror)),
  )

  api.get('/projects/:id/remote_mirrors/:mirror_id', { before: requireAdmin, params: params(mirrorPath) }, (call) =>
    presentMirror(call, findMirror(call)),
  )

  api.get(
    '/projects/:id/remote_mirrors/:mirror_id/public_key',
    { before: requireAdmin, params: params(mirrorPath) },
    (call) => {
      const { auth_method, url, public_key } = findMirror(call)
      if (auth_method !== 'ssh_public_key' || !url.startsWith('ssh://')) {
        throw api.flavor === 'spec' ? recordNotFound() : failed(404, '404 Not Found')
      }
      if (api.flavor === 'spec') return { public_key }
      return { public_key: `${public_key} git@${new URL(call.instance.url).hostname}` }
    },
  )

  api.post(
    '/projects/:id/remote_mirrors',
    {
      before: requireAdmin,
      params: params(
        { id: segment, url: string.required(), ...changes, auth_method: string.oneOf(...authMethods) },
        ...selection,
      ),
    },
    (call, { url, id: _project, ...sent }) => {
      requireOneSelection(sent)
      // GitLab fails on a scheme without a host and a path.
      if (api.flavor === 'gitlab' && /^\s*(?:https?|ssh|git):[^/]/.test(url ?? '')) throw internalError()
      return presentMirror(
        call,
        mirrors(call).create(findProject(call), url ?? '', withHostKeys(sent), { now: call.now(), race: call.race }),
      )
    },
  )

  // The URL is not declared here, and therefore ignored. The model validates the method.
  api.put(
    '/projects/:id/remote_mirrors/:mirror_id',
    { before: requireAdmin, params: params({ ...mirrorPath, ...changes, auth_method: string }, ...selection) },
    (call, { id: _project, mirror_id: _mirror, ...sent }) => {
      requireOneSelection(sent)
      return presentMirror(call, mirrors(call).update(findMirror(call), withHostKeys(sent), call.now()))
    },
  )

  api.delete(
    '/projects/:id/remote_mirrors/:mirror_id',
    { before: requireAdmin, params: params(mirrorPath) },
    (call) => {
      const mirror = findMirror(call)
      requireUnmodified(call, mirror)
      mirrors(call).delete(mirror)
    },
  )

  api.post(
    '/projects/:id/remote_mirrors/:mirror_id/sync',
    { before: requireAdmin, params: params(mirrorPath) },
    (call) => {
      const mirror = findMirror(call)
      if (!mirrors(call).isEnabled(mirror)) {
        throw failed(400, 'Cannot proceed with the push mirroring. Please verify your mirror configuration.')
      }
      mirrors(call).sync(mirror, call.now())
      call.status = 204
    },
  )
}

const mirrors = (call: Call): RemoteMirrorModel => new RemoteMirrorModel(call.instance)

/** The sent fields with valid host keys. @throws HttpError 400 if one is invalid. */
const withHostKeys = (sent: MirrorPatch): MirrorPatch =>
  sent.host_keys ? { ...sent, host_keys: hostKeys(sent.host_keys) } : sent

/**
 * Runs before the parameters are validated, also for reading. @throws HttpError 404, or 401 instead of the usual 403.
 */
function requireAdmin(call: Call): void {
  const role = projectRole(call.store, call.user, findProject(call))
  const needed = settingsOf(call.store).mirror_available ? roles.maintainer : roles.admin
  if (role < needed) throw unauthorized()
}

/** @throws HttpError 400 for a pattern together with `only_protected_branches`. */
function requireOneSelection({ only_protected_branches, mirror_branch_regex }: MirrorPatch): void {
  if (!only_protected_branches || !mirror_branch_regex?.trim()) return
  throw badParameters(['only_protected_branches, mirror_branch_regex are mutually exclusive'])
}

function findMirror(call: Call): RemoteMirrorRecord {
  const mirror = mirrors(call).find(findProject(call), parseInt(call.segment('mirror_id'), 10))
  if (!mirror) throw recordNotFound()
  return mirror
}

function presentMirror(call: Call, mirror: RemoteMirrorRecord) {
  const { flavor } = call.instance
  const url = withoutCredentials(mirror.url)
  return {
    id: mirror.id,
    enabled: mirrors(call).isEnabled(mirror),
    url: flavor === 'spec' && url !== null ? unescape(url) : url,
    auth_method: mirror.auth_method,
    update_status: mirror.update_status,
    last_update_at: mirror.last_update_at,
    last_update_started_at: mirror.last_update_started_at,
    last_successful_update_at: mirror.last_successful_update_at,
    last_error: mirror.last_error,
    only_protected_branches: mirror.only_protected_branches,
    keep_divergent_refs: flavor === 'spec' ? Boolean(mirror.keep_divergent_refs) : mirror.keep_divergent_refs,
    host_keys: presentHostKeys(mirror.host_keys ?? []),
    ...(!isBasic(call.instance) && { mirror_branch_regex: mirror.mirror_branch_regex }),
  }
}
