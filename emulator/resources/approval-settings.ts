import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { forbidden } from '../http/errors'
import { isBasic, isFree } from '../http/instance'
import { login } from '../http/login'
import { atLeastOne } from '../http/param-rules'
import { boolean, integer, segment } from '../http/param-types'
import { params } from '../http/params'
import type { ProjectRecord } from '../records/project'
import { requireGroupRole, requireRole, roles } from './access'
import { ApprovalSettingsModel, type SwitchPatch } from './approval-settings-model'
import { findGroup } from './group'
import { findProject } from './project'

const changes = {
  approvals_before_merge: integer,
  reset_approvals_on_push: boolean,
  selective_code_owner_removals: boolean,
  disable_overriding_approvers_per_merge_request: boolean,
  merge_requests_author_approval: boolean,
  merge_requests_disable_committers_approval: boolean,
  /** The older name of the next one. */
  require_password_to_approve: boolean,
  require_reauthentication_to_approve: boolean,
}

const groupChanges = {
  allow_author_approval: boolean,
  allow_committer_approval: boolean,
  allow_overrides_to_approver_list_per_merge_request: boolean,
  retain_approvals_on_push: boolean,
  selective_code_owner_removals: boolean,
  require_password_to_approve: boolean,
  require_reauthentication_to_approve: boolean,
}

/** How merge requests are approved. The specification does not include it, so that both flavors follow GitLab. */
export const approvalSettings: Resource = (api) => {
  if (isBasic(api)) return
  const requireLicense = () => {
    if (isFree(api)) throw forbidden()
  }
  const one = { before: login, params: params({ id: segment }) }

  api.get('/projects/:id/approvals', one, (call) => present(call, findChangeableProject(call)))

  api.post(
    '/projects/:id/approvals',
    { before: login, params: params({ id: segment, ...changes }, atLeastOne(...Object.keys(changes))) },
    (call, { id: _id, approvals_before_merge: count, require_password_to_approve: password, ...sent }) => {
      const project = findChangeableProject(call)
      const patch: SwitchPatch = {
        ...(password !== undefined && { require_reauthentication_to_approve: password }),
        ...sent,
      }
      const changed = settings(call).change(project, patch)
      const counted = count === undefined ? changed : settings(call).changeCount(changed, count)
      return counted ? present(call, counted) : null
    },
  )

  api.get('/projects/:id/merge_request_approval_setting', one, (call) => {
    const project = findChangeableProject(call)
    requireLicense()
    return settings(call).origins({ project })
  })

  api.get('/groups/:id/merge_request_approval_setting', one, (call) => {
    const group = findGroup(call)
    requireLicense()
    requireGroupRole(call, group.id, roles.owner)
    return settings(call).origins({ group })
  })

  api.put(
    '/groups/:id/merge_request_approval_setting',
    { before: login, params: params({ id: segment, ...groupChanges }, atLeastOne(...Object.keys(groupChanges))) },
    (call, { id: _id, ...sent }) => {
      const group = findGroup(call)
      requireLicense()
      requireGroupRole(call, group.id, roles.owner)
      return settings(call).origins({ group: settings(call).changeGroup(group, sent) })
    },
  )
}

const settings = (call: Call): ApprovalSettingsModel => new ApprovalSettingsModel(call.instance)

function findChangeableProject(call: Call): ProjectRecord {
  const project = findProject(call)
  requireRole(call, project, roles.maintainer)
  return project
}

function present(call: Call, project: ProjectRecord) {
  const { require_reauthentication_to_approve: again, ...rest } = settings(call).switchesOf(project)
  return {
    approvers: [],
    approver_groups: [],
    approvals_before_merge: settings(call).countOf(project),
    ...rest,
    require_password_to_approve: again,
    require_reauthentication_to_approve: again,
  }
}
