import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { recordNotFound } from '../http/errors'
import { isCommunity } from '../http/instance'
import { paginate, paging } from '../http/paginate'
import { segment, string } from '../http/param-types'
import { params } from '../http/params'
import { requireUnmodified } from '../http/unmodified'
import type { ProjectRecord } from '../records/project'
import type { ProtectedTagRecord } from '../records/protected-tag'
import { requireRole, roles } from './access'
import { findProject } from './project'
import { ProtectedTagModel } from './protected-tag-model'
import {
  accessLevel,
  accessLevelList,
  deployKeyList,
  deployKeysIn,
  draftLevels,
  presentLevel,
} from './ref-access-level'

const collectionPath = '/projects/:id/protected_tags'
const objectPath = '/projects/:id/protected_tags/:name'
const objectParams = { id: segment, name: segment }

/** The protected tags of projects. A tag with this name need not exist. */
export const protectedTag: Resource = (api) => {
  api.onAccessLost((store, project, who) => {
    if ('group_id' in who) new ProtectedTagModel(store).forgetGroup(project, who.group_id)
  })

  api.get(collectionPath, { params: params({ id: segment, ...paging }) }, (call, query) =>
    paginate(call, protectedTags(call).of(findChangeableProject(call)), query).map((tag) =>
      presentProtectedTag(call, tag),
    ),
  )

  api.get(objectPath, { params: params(objectParams) }, (call, { name }) =>
    presentProtectedTag(call, findProtectedTag(call, findChangeableProject(call), name)),
  )

  api.post(
    collectionPath,
    {
      params: params({
        id: segment,
        name: string.required(),
        create_access_level: accessLevel,
        allowed_to_create: isCommunity(api) ? deployKeyList : accessLevelList,
      }),
    },
    (call, { name, create_access_level, allowed_to_create }) => {
      const project = findChangeableProject(call)
      const levels = draftLevels(
        create_access_level,
        isCommunity(api) ? deployKeysIn(allowed_to_create) : allowed_to_create,
      )
      const at = { tier: api.tier, now: call.now() }
      return presentProtectedTag(call, protectedTags(call).create(project, name ?? '', levels, at))
    },
  )

  api.delete(objectPath, { params: params(objectParams) }, (call, { name }) => {
    const tag = findProtectedTag(call, findChangeableProject(call), name)
    requireUnmodified(call, tag)
    protectedTags(call).delete(tag)
  })
}

const protectedTags = (call: Call): ProtectedTagModel => new ProtectedTagModel(call.store)

function findChangeableProject(call: Call): ProjectRecord {
  const project = findProject(call)
  requireRole(call, project, roles.maintainer)
  return project
}

function findProtectedTag(call: Call, project: ProjectRecord, name: string): ProtectedTagRecord {
  const found = protectedTags(call).find(project, name)
  if (!found) throw recordNotFound()
  return found
}

const presentProtectedTag = (call: Call, tag: ProtectedTagRecord) => ({
  name: tag.name,
  create_access_levels: protectedTags(call)
    .levelsOf(tag)
    .map((level) => presentLevel(call.store, level, isCommunity(call.instance))),
})
