import type { Call } from '../http/call'
import type { GroupRecord } from '../records/group'
import type { UserRecord } from '../records/user'
import { presentUserBasic } from './user'

/** The namespace of a group. */
export const presentGroupNamespace = ({ instance }: Call, { id, name, path, full_path, parent_id }: GroupRecord) => ({
  id,
  name,
  path,
  kind: 'group',
  full_path,
  parent_id,
  avatar_url: null,
  web_url: `${instance.url}/groups/${full_path}`,
})

/** The namespace of a user, undefined if the user does not exist. */
export function presentUserNamespace(call: Call, owner: UserRecord | undefined) {
  const { name = '', username = '' } = owner ?? {}
  const id = owner?.namespace_id ?? owner?.id ?? 0
  const web_url = `${call.instance.url}/${username}`
  const avatar_url = owner ? presentUserBasic(call, owner).avatar_url : null
  return { id, name, path: username, kind: 'user', full_path: username, parent_id: null, avatar_url, web_url }
}
