import type { Api, Resource } from '../http/api'
import type { Call } from '../http/call'
import { failed, forbidden, HttpError, internalError } from '../http/errors'
import { isFree } from '../http/instance'
import { login, type UserCall } from '../http/login'
import { allOrNone } from '../http/param-rules'
import { boolean, integer, segment, string } from '../http/param-types'
import { params } from '../http/params'
import { has } from '../http/release'
import { requireValid } from '../http/validation'
import { type GroupRecord, groups } from '../records/group'
import { projects } from '../records/project'
import type { Visibility } from '../records/visibility'
import { canReadProject, groupChain, groupRole, requireGroupRole, roles } from './access'
import { isGroupArchived } from './archived'
import { findGroup, findGroupById, presentCreatedGroup, presentSingleGroup, presentUpdatedGroup } from './group'
import { GroupModel, type GroupPatch, type NewGroup } from './group-model'
import { refuseGroupSettings } from './group-setting-rules'
import {
  clearedSettings,
  dropUnlicensed,
  forAdministrators,
  groupSettingParams,
  onlyInGroupUpdates,
  readGroupSettings,
} from './group-settings'
import { goesWithGroup } from './project-model'

const plain = {
  description: string,
  visibility: string.oneOf('private', 'internal', 'public'),
}

/** Creating, updating and deleting groups. */
export const groupManagement: Resource = (api) => {
  const creation = { ...groupSettingParams(api), ...plain, name: string.required(), path: string.required() }
  api.post(
    '/groups',
    { before: login, params: params({ ...creation, parent_id: integer, organization_id: integer }) },
    (call, { parent_id, name, path, ...others }) => {
      const user = call.user
      const parent = parent_id ? findGroupById(call, parent_id) : undefined
      if (!mayCreateGroup(call, parent)) throw forbidden()
      const { description = null, visibility } = others
      const sent: Record<string, unknown> = { ...others }
      for (const setting of onlyInGroupUpdates) delete sent[setting]
      dropUnlicensed(call, sent)
      if (!user.admin) for (const setting of forAdministrators) delete sent[setting]
      const fields: NewGroup = {
        name: name || (path ?? ''),
        path: path ?? '',
        description,
        ...(visibility && { visibility: visibility as Visibility }),
        settings: readGroupSettings({}, sent),
      }
      return presentCreatedGroup(
        call,
        inRuby(() => new GroupModel(call.store, call.instance).create(parent, fields, user, call.now())),
      )
    },
  )

  api.put(
    '/groups/:id',
    {
      before: login,
      readingScopes: ['ai_workflows'],
      params: params(
        { ...groupSettingParams(api), ...plain, id: segment, name: string, path: string },
        allOrNone('ldap_cn', 'ldap_access'),
      ),
    },
    (call, { name, path, description, visibility, ...others }) => {
      const sent: Record<string, unknown> = others
      const group = findGroup(call)
      requireGroupRole(call, group.id, roles.owner)
      if (path === null && has(call.instance, 'failingNullPaths')) throw internalError()
      if (!call.user.admin) for (const name of forAdministrators) delete sent[name]
      dropUnlicensed(call, sent)
      requireTemplateProject(call, sent.file_template_project_id)
      refuseGroupSettings(group, sent, groupChain(call.store, group.parent_id))
      const patch: GroupPatch = {
        // Null is like an empty name or path, which is never valid.
        ...(name !== undefined && { name: name ?? '' }),
        ...(path !== undefined && { path: path ?? '' }),
        ...(description !== undefined && { description }),
        // Null makes the group private.
        ...(visibility !== undefined && { visibility: (visibility ?? 'private') as Visibility }),
        settings: readGroupSettings(group, sent),
      }
      const updated = new GroupModel(call.store, call.instance).update(group, patch)
      const shown: Record<string, unknown> = presentUpdatedGroup(call, updated)
      const cleared = Object.entries(clearedSettings(group, updated)).filter(([setting]) => setting in shown)
      return { ...shown, ...Object.fromEntries(cleared) }
    },
  )

  const removal = params({ id: segment, permanently_remove: boolean, full_path: string })
  api.delete('/groups/:id', { before: login, params: removal }, (call, { permanently_remove, full_path }) => {
    const group = findOwnedGroup(call)
    const model = new GroupModel(call.store)
    if (permanently_remove) {
      const complaint = complaintAboutRemoval(group, full_path ?? undefined)
      if (complaint) throw failed(400, complaint)
      model.remove(group)
    } else {
      if (group.marked_for_deletion_on) throw failed(400, 'Group has already been marked for deletion')
      if (!goesWithGroup(call.store, group.parent_id)) model.mark(group, call.now())
    }
    call.status = 202
    return { message: '202 Accepted' }
  })

  api.post('/groups/:id/restore', { before: login, params: params({ id: segment }) }, (call) => {
    const group = findOwnedGroup(call)
    if (!group.marked_for_deletion_on) throw failed(400, 'Group has not been marked for deletion')
    return presentCreatedGroup(call, new GroupModel(call.store).restore(group))
  })

  if (api.has('archivedGroups')) archiving(api)
}

/** Archiving and unarchiving groups. */
function archiving(api: Api): void {
  const one = { before: login, params: params({ id: segment }) }

  api.post('/groups/:id/archive', one, (call) => {
    const group = findOwnedGroup(call)
    if (group.archived) throw failed(422, 'Group is already archived!')
    if (isGroupArchived(call.store, group.parent_id)) {
      throw failed(422, 'Cannot archive group since one of the ancestor groups is already archived!')
    }
    if (goesWithGroup(call.store, group.id)) {
      throw failed(422, 'Cannot archive group since it is scheduled for deletion.')
    }
    return setArchived(call, group, true)
  })

  api.post('/groups/:id/unarchive', one, (call) => {
    const group = findOwnedGroup(call)
    if (isGroupArchived(call.store, group.parent_id)) {
      throw failed(422, 'Cannot unarchive group since one of the ancestor groups is archived!')
    }
    if (!group.archived) throw failed(422, 'Group is already unarchived!')
    return setArchived(call, group, false)
  })
}

function setArchived(call: Call, group: GroupRecord, archived: boolean) {
  call.status = 200
  return presentSingleGroup(call, call.store.of(groups).update(group, { archived }))
}

/** The lowest role that can create subgroups, by the group's setting. */
const creators: Record<string, number> = { owner: roles.owner, maintainer: roles.maintainer }

/** Whether the caller can create groups in the parent, or without one at the top level. */
export function mayCreateGroup({ store, user }: UserCall, parent: GroupRecord | undefined): boolean {
  if (!parent) return Boolean(user.admin || (!user.bot && !user.external && (user.can_create_group ?? true)))
  if (isGroupArchived(store, parent.id)) return false
  const level = String(parent.settings?.subgroup_creation_level ?? 'maintainer')
  return groupRole(store, user, parent.id) >= (creators[level] ?? roles.maintainer)
}

/** Reports complaints about a new group like GitLab, as a Ruby hash. @throws HttpError 400. */
function inRuby<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { message } = error.body as { message: Record<string, string[]> }
    const fields = Object.entries(message).map(([name, complaints]) => {
      return `:${name}=>[${complaints.map((complaint) => JSON.stringify(complaint)).join(', ')}]`
    })
    throw failed(400, `Failed to save group {${fields.join(', ')}}`)
  }
}

function complaintAboutRemoval(group: GroupRecord, full_path: string | undefined): string | undefined {
  if (group.parent_id === null) return '`permanently_remove` option is only available for subgroups.'
  if (!group.marked_for_deletion_on) return 'Group must be marked for deletion first.'
  if (full_path !== group.full_path) {
    return '`full_path` is incorrect. You must enter the complete path for the subgroup.'
  }
  return undefined
}

/** @throws HttpError 400 if the caller cannot read the project. */
function requireTemplateProject({ store, user, instance }: Call, id: unknown): void {
  if (typeof id !== 'number' || isFree(instance)) return
  const project = store.of(projects).get(id)
  requireValid({ file_template_project_id: project && canReadProject(store, user, project) ? [] : ['is invalid'] })
}

/** @throws HttpError 404, or 403 if the caller is not an owner. */
function findOwnedGroup(call: Call): GroupRecord {
  const group = findGroup(call)
  requireGroupRole(call, group.id, roles.owner)
  return group
}
