import { collection } from '../store/store'

/** A protected tag of a project, or the tags that match a wildcard. */
export interface ProtectedTagRecord {
  id: number
  project_id: number
  name: string
  created_at: string
  updated_at: string
}

/** Who can use a protected tag. An entry of a user, group or deploy key also has a role. */
export interface RefAccessLevel {
  access_level: number
  user_id: number | null
  group_id: number | null
  deploy_key_id: number | null
}

export interface CreateAccessLevelRecord extends RefAccessLevel {
  id: number
  project_id: number
  protected_tag_id: number
}

const byId = (one: { id: number }, other: { id: number }): number => one.id - other.id

export const protectedTags = collection<ProtectedTagRecord>('protected_tags', {
  project: { by: ({ project_id }) => project_id, order: byId },
  name: { by: ({ project_id, name }) => `${project_id} ${name}` },
})

export const createAccessLevels = collection<CreateAccessLevelRecord>('create_access_levels', {
  project: { by: ({ project_id }) => project_id, order: byId },
  tag: { by: ({ protected_tag_id }) => protected_tag_id, order: byId },
})
