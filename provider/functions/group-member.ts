import { listReader, type OfGroup, reader } from '../core/pulumi/invoke'
import { groupMember } from '../resources/group-member'
import { idOfUser, type OfMember } from './project-member'

/** Reads a direct member of a group. Members who only inherit a role are not found. */
export const getGroupMember = reader<OfGroup & OfMember>({ of: groupMember })(
  'getGroupMember',
  async (api, { group, user }) => api.groupMembers.get(group, await idOfUser(api, user)),
)

/** Lists the direct members of a group, including bot users of access tokens. */
export const getGroupMembers = listReader<OfGroup>({ of: groupMember })('getGroupMembers', (api, { group }) =>
  api.groupMembers.list(group),
)
