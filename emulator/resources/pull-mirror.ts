import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { failed } from '../http/errors'
import { isCommunity } from '../http/instance'
import { login } from '../http/login'
import { atLeastOne, atMostOne } from '../http/param-rules'
import { boolean, segment, string } from '../http/param-types'
import { params } from '../http/params'
import { requireValid } from '../http/validation'
import { type ProjectRecord, projects } from '../records/project'
import { requireRole, roles } from './access'
import { withCredentials, withoutCredentials } from './mirror-url'
import { findProject } from './project'
import {
  complaintAboutSource,
  complaintsAboutMirror,
  isMirrored,
  lacksMirrors,
  mirrorChanges,
  mirrorParams,
} from './pull-mirror-model'

const path = '/projects/:id/mirror/pull'
const { mirror: _, ...options } = mirrorParams
const changes = { enabled: boolean, url: string, auth_user: string, auth_password: string, ...options }

/** In the order of GitLab's error message. */
const counted = [
  ...['enabled', 'url', 'auth_user', 'auth_password', 'mirror_overwrites_diverged_branches'],
  ...['mirror_trigger_builds', 'only_mirror_protected_branches', 'mirror_branch_regex'],
]

/** The pull mirror of a project. The specification does not have it. */
export const pullMirror: Resource = (api) => {
  if (api.flavor === 'spec' || isCommunity(api)) return
  const one = { before: login, params: params({ id: segment }) }

  api.get(path, one, (call) => presentMirror(call, requireMirrored(call, findChangeableProject(call))))

  // The emulator fetches nothing: each update succeeds at once.
  api.post(path, one, (call) => {
    const project = requireMirrored(call, findChangeableProject(call))
    save(call, project, { import_status: 'finished', mirror_updated_at: call.now() })
    call.status = 200
    return 200
  })

  api.put(
    path,
    {
      before: login,
      params: params(
        { id: segment, ...changes },
        atMostOne('only_protected_branches', 'mirror_branch_regex'),
        atLeastOne(...counted),
      ),
    },
    (call, { id: _id, enabled, url, auth_user, auth_password, ...sent }) => {
      const project = findChangeableProject(call)
      const old = project.settings?.import_url as string | null | undefined
      const base = url === undefined ? old : url
      const fields = {
        ...sent,
        ...(enabled !== undefined && { mirror: enabled ?? false }),
        ...(base !== undefined && {
          import_url: base && withCredentials(base, { user: auth_user, password: auth_password }),
        }),
      }
      const after = { ...project.settings, ...mirrorChanges(fields) }
      const blocked = url ? complaintAboutSource(call.instance, url) : undefined
      requireValid({
        unsafe_import_url: blocked ? [`is blocked: ${blocked}`] : [],
        ...complaintsAboutMirror(call.instance, fields, after),
      })
      const user = enabled && !lacksMirrors(call.instance) ? { mirror_user_id: call.user.id } : {}
      return presentMirror(call, save(call, project, { ...mirrorChanges(fields), ...user }))
    },
  )
}

function findChangeableProject(call: Call): ProjectRecord {
  const project = findProject(call)
  requireRole(call, project, roles.maintainer)
  return project
}

/** @throws HttpError 400 without a mirror. */
function requireMirrored(call: Call, project: ProjectRecord): ProjectRecord {
  if (!isMirrored(call.instance, project)) throw failed(400, 'The project is not mirrored')
  return project
}

const save = ({ store }: Call, project: ProjectRecord, settings: Record<string, unknown>): ProjectRecord =>
  store.of(projects).update(project, { settings: { ...project.settings, ...settings } })

function presentMirror({ instance }: Call, project: ProjectRecord) {
  const { id, settings = {} } = project
  const updated = settings.mirror_updated_at ?? null
  return {
    id,
    update_status: settings.import_status ?? 'none',
    url: typeof settings.import_url === 'string' ? withoutCredentials(settings.import_url) : null,
    last_error: null,
    last_update_at: updated,
    last_update_started_at: updated,
    last_successful_update_at: updated,
    enabled: isMirrored(instance, project),
    mirror_trigger_builds: settings.mirror_trigger_builds ?? false,
    only_mirror_protected_branches: settings.only_mirror_protected_branches ?? null,
    mirror_overwrites_diverged_branches: settings.mirror_overwrites_diverged_branches ?? null,
    mirror_branch_regex: settings.mirror_branch_regex ?? null,
  }
}
