import type { Resource } from '../http/api'
import { recordNotFound } from '../http/errors'
import { segment, segmentId } from '../http/param-types'
import { params } from '../http/params'
import { requireRole, roles } from './access'
import { findProject } from './project'

/** The deploy keys of projects. No project of an emulator has one, and they cannot be created. */
export const deployKey: Resource = (api) => {
  const path = '/projects/:id/deploy_keys/:key_id'
  api.get(path, { params: params({ id: segment, key_id: segmentId }) }, (call) => {
    requireRole(call, findProject(call), roles.maintainer)
    throw recordNotFound()
  })
}
