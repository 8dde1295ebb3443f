import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { failed, notFound } from '../http/errors'
import { administrator, login, type UserCall } from '../http/login'
import { integer, segment, string } from '../http/param-types'
import { params } from '../http/params'
import { has } from '../http/release'
import type { GroupRecord } from '../records/group'
import type { ProjectRecord } from '../records/project'
import { groupChain, groupRole, requireGroupRole, requireRole, roles } from './access'
import { requireActiveGroup, requireWritable } from './archived'
import { findGroup, findGroupById, presentCreatedGroup, presentSingleGroup } from './group'
import { mayCreateGroup } from './group-management'
import { GroupModel } from './group-model'
import { findReadableNamespace } from './namespace'
import { findProject, lookUpProject, noWriteAfterMove } from './project'
import { mayCreateProject } from './project-management'
import { type Home, ProjectModel } from './project-model'
import { presentProject } from './project-presenter'
import { locations, locationsOfGroup, locationsOfProjects, presentLocations } from './transfer-location'

/** Moving projects and groups. The specification does not include it, so that both flavors follow GitLab. */
export const transfer: Resource = (api) => {
  const ofProject = { id: segment, namespace: string.required() }
  api.put('/projects/:id/transfer', { before: login, params: params(ofProject) }, (call, { namespace }) => {
    const project = findProject(call)
    requireTransferable(call, project)
    return presentProject(call, transferProject(call, project, findReadableNamespace(call, namespace ?? '')))
  })

  const intoGroup = { id: segment, project_id: segment }
  api.post(
    // The path of the project can also be sent without escape sequences.
    '/groups/:id/projects/:project_id{.+}',
    { before: administrator, params: params(intoGroup) },
    (call, { project_id }) => {
      const group = findGroup(call)
      const { found, moved } = lookUpProject(call.store, project_id)
      if (!found) throw notFound('Project')
      if (moved) throw failed(405, noWriteAfterMove)
      transferProject(call, found, { group })
      return presentSingleGroup(call, group)
    },
  )

  api.get('/projects/:id/transfer_locations', { before: login, params: params(locations) }, (call, query) => {
    requireTransferable(call, findProject(call))
    return presentLocations(call, locationsOfProjects(call), query)
  })

  api.get('/groups/:id/transfer_locations', { params: params(locations) }, (call, query) => {
    const group = findGroup(call)
    requireGroupRole(call, group.id, roles.owner)
    return presentLocations(call, locationsOfGroup(call, group), query)
  })

  const ofGroup = { id: segment, group_id: integer }
  api.post('/groups/:id/transfer', { before: login, params: params(ofGroup) }, (call, { group_id }) => {
    const group = findGroup(call)
    requireGroupRole(call, group.id, roles.owner)
    requireActiveGroup(call, group.id)
    const parent = group_id == null ? undefined : findGroupById(call, group_id)
    const complaint = complaintAboutGroup(call, group, parent)
    if (complaint) throw failed(400, `Transfer failed: ${complaint}`)
    return presentCreatedGroup(call, new GroupModel(call.store).transfer(group, parent, call.user, call.now()))
  })
}

/** @throws HttpError 403 if the caller cannot transfer the project. */
function requireTransferable(call: Call, project: ProjectRecord): void {
  requireRole(call, project, roles.owner)
  if (has(call.instance, 'noTransferOfReadOnly')) requireWritable(call, project)
}

/** @throws HttpError 400 with the complaint as a Ruby hash. */
function transferProject(call: UserCall, project: ProjectRecord, home: Home): ProjectRecord {
  const complaint = complaintAboutProject(call, project, home)
  if (complaint) throw failed(400, `Failed to transfer project {:new_namespace=>[${JSON.stringify(complaint)}]}`)
  return new ProjectModel(call.store).transfer(project, home, call.now())
}

function complaintAboutProject(call: UserCall, project: ProjectRecord, home: Home): string | undefined {
  const model = new ProjectModel(call.store)
  const old = model.homeOf(project)
  const same = home.group ? home.group.id === old.group?.id : home.user.id === old.user?.id
  if (same) return 'Project is already in this namespace.'
  const { group } = home
  const isMaintainer = !group || groupRole(call.store, call.user, group.id) >= roles.maintainer
  if (!isMaintainer || !mayCreateProject(call, call.user, home)) {
    return "You don't have permission to transfer projects into that namespace."
  }
  return model.isFree(home, project, project)
    ? undefined
    : 'Project with same name or path in target namespace already exists'
}

function complaintAboutGroup(call: UserCall, group: GroupRecord, parent: GroupRecord | undefined): string | undefined {
  const model = new GroupModel(call.store)
  if (!parent && group.parent_id === null) return 'Group is already a root group.'
  if (parent && parent.id === group.parent_id) return 'Group is already associated to the parent group.'
  if (!mayCreateGroup(call, parent)) return "You don't have enough permissions."
  if (model.isTaken(parent, group.path)) {
    return 'The parent group already has a subgroup or a project with the same path.'
  }
  const isBelow = groupChain(call.store, parent?.id ?? null).some(({ id }) => id === group.id)
  if (isBelow) return 'Cannot transfer group to one of its subgroup.'
  const namesake = parent && model.below(parent).some(({ name }) => name.toLowerCase() === group.name.toLowerCase())
  return namesake ? 'Validation failed: Name has already been taken' : undefined
}
