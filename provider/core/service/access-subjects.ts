import { ApiError, type Client, NotFound } from '../../../sdk'
import { isUnlicensed } from './obstacle'

/** An entry in canonical form, with the id of a user or group that it names. */
export interface Entry {
  readonly user?: string | undefined
  readonly group?: string | undefined
  readonly accessLevel?: number | undefined
  readonly userId?: number | undefined
  readonly groupId?: number | undefined
  readonly deployKeyId?: number | undefined
}

/** What differs between kinds and callers. */
export interface Rules {
  /** Whether the service accepts users and groups without a license. */
  readonly isFree?: boolean
  /** The lowest role that a user must have. Default: 0, membership is enough. */
  readonly userRole?: number
  /** Whether to say of which entries the service does not tell whether it accepts them. Default: true. */
  readonly saysUnverified?: boolean
}

/** Why GitLab Community Edition does not apply a list of who is allowed. */
export const onlyRole = 'GitLab Community Edition only accepts a single role'

/** The lowest role with which a group must be invited. */
const DEVELOPER = 30

/**
 * Returns why the service would refuse entries, with the remedies. The groups of `existing` entries are not checked: the
 * service removes their entries when they lose access, and the user of the access token may not see them.
 */
export async function problemsOfSubjects(
  api: Client,
  project: number,
  declared: readonly Entry[],
  existing: readonly { readonly group_id?: number | null }[],
  { isFree = false, userRole = 0, saysUnverified = true }: Rules = {},
): Promise<string[]> {
  // Each edition accepts a single role.
  if (declared.length === 1 && declared[0]?.accessLevel !== undefined) return []
  const details = await api.projects.get(project)
  if (!isFree && isUnlicensed(details)) {
    const { enterprise } = await api.versions.current()
    if (enterprise === false) return [`${onlyRole}: declare one accessLevel.`]
    const paid = declared.filter(({ userId, groupId }) => userId !== undefined || groupId !== undefined).map(nameOf)
    if (paid.length > 0) return [`Entries of users and groups require Premium or Ultimate: remove ${paid.join(', ')}.`]
  }
  const shares = details.shared_with_groups
  const problemOf = (name: string, problem: string, isAccepted: () => Promise<boolean>) =>
    problemOfEntry(name, problem, isAccepted, saysUnverified)
  const problems = declared.map(async (entry) => {
    const { userId, groupId, deployKeyId } = entry
    const name = nameOf(entry)
    if (userId !== undefined) {
      const role = userRole > 0 ? ' with at least the Developer role' : ''
      const problem = `is not a member of the project${role}: add the user, or remove the entry`
      return problemOf(
        name,
        problem,
        async () => (await api.projectMembers.getInherited(project, userId)).access_level >= userRole,
      )
    }
    if (deployKeyId !== undefined) {
      const problem =
        'is not a deploy key with write access to the project: enable it with can_push, or remove the entry'
      return problemOf(name, problem, async () => (await api.deployKeys.get(project, deployKeyId)).can_push)
    }
    const isKnown =
      groupId === undefined ||
      existing.some(({ group_id }) => group_id === groupId) ||
      (shares?.some((share) => share.group_id === groupId && share.group_access_level >= DEVELOPER) ?? true)
    if (isKnown || !(await isVisible(api, groupId))) return []
    return [
      `${name} is not invited to the project itself with at least the Developer role: invite it, or remove the entry.`,
    ]
  })
  return (await Promise.all(problems)).flat()
}

/** Whether the user of the access token can see a group. The project only lists groups that this user can see. */
async function isVisible(api: Client, group: number): Promise<boolean> {
  try {
    await api.groups.get(group)
    return true
  } catch (error) {
    if (NotFound.is(error)) return false
    throw error
  }
}

/** The problem of an entry, unless the service has its subject and `isAccepted`. */
async function problemOfEntry(
  name: string,
  problem: string,
  isAccepted: () => Promise<boolean>,
  saysUnverified: boolean,
): Promise<string[]> {
  try {
    return (await isAccepted()) ? [] : [`${name} ${problem}.`]
  } catch (error) {
    if (!ApiError.is(error)) throw error
    if (NotFound.is(error) && !error.routeMissing) return [`${name} ${problem}.`]
    return saysUnverified ? [`${name} cannot be verified: ${error.message}.`] : []
  }
}

/** The name of an entry, such as `userId 3`, or `user alice (userId 3)` if the program names it. */
function nameOf({ user, group, userId, groupId, deployKeyId, accessLevel }: Entry): string {
  const id = Object.entries({ userId, groupId, deployKeyId, accessLevel })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`)
    .join()
  const name = user === undefined ? group && `group ${group}` : `user ${user}`
  return name === undefined ? id : `${name} (${id})`
}
