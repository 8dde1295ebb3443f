import type { Client } from '../../sdk'
import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { canonicalReference } from '../core/schema/canonical'
import { show } from '../core/schema/display'
import { InvalidResponse } from '../core/schema/invalid-response'
import { Usernames } from '../core/service/usernames'
import { projectMember } from '../resources/project-member'

/** Reads a direct member of a project. Members who only inherit a role are not found. */
export const getProjectMember = reader<OfProject & OfMember>({ of: projectMember })(
  'getProjectMember',
  async (api, { project, user }) => api.projectMembers.get(project, await idOfUser(api, user)),
)

/** Lists the direct members of a project, including bot users of access tokens. */
export const getProjectMembers = listReader<OfProject>({ of: projectMember })('getProjectMembers', (api, { project }) =>
  api.projectMembers.list(project),
)

/** Identifies a member in its project or group. */
export interface OfMember {
  /** The user: the numeric id or the username. */
  user: number | string
}

/** @throws Error if no user has the name. */
export async function idOfUser(api: Client, user: number | string): Promise<number> {
  const named = canonicalReference(user)
  if (typeof named === 'number') return named
  const request = `GET /users?username=${encodeURIComponent(named)}`
  const id = await new Usernames(api).id(named).catch((error: unknown) => {
    throw error instanceof InvalidResponse ? new Error(`${request}: ${error.message}`) : error
  })
  if (id === undefined) throw new Error(`${request}: the service has no user ${show(named)}`)
  return id
}
