import type { Client, Member, Members } from '../../sdk'
import type { Caller } from '../core/schema/caller'
import { memberLevels, type Parents } from '../core/schema/kind'
import type { PreviewContext } from '../core/schema/preview-context'
import { type Refusal, refusalOfOther } from '../core/schema/refusal'
import { unlessHidden } from '../core/service/parent-group'
import { pathOf } from '../core/service/scheduled-deletion'

/** A role that the program declares for a user. */
interface Declared {
  readonly userId: number
  readonly accessLevel: number
}

/** Whether the user of the access token would get a lower role. */
export async function isOwnDemotion(
  members: Members,
  parent: number,
  { userId, accessLevel }: Declared,
  caller: Caller,
): Promise<boolean> {
  if ((await caller.currentUser()).id !== userId) return false
  const current = await unlessHidden(() => members.get(parent, userId))
  return current !== undefined && accessLevel < current.access_level
}

/** Why the service would not give a user a role in a project or group: it is lower than an inherited one. */
export async function refusalOfLowRole(
  api: Client,
  { userId, accessLevel }: Declared,
  { readParent, readOnce }: PreviewContext,
): Promise<Refusal | undefined> {
  if (accessLevel >= memberLevels.owner) return undefined
  const parent = await readParent()
  if (isOfUser(parent)) return undefined
  const parts = pathOf(parent).split('/').slice(0, -1)
  const groups = parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  const roles = groups.map(async (group) => {
    const members = await readOnce(`members of ${group}`, () => membersOf(api, group))
    return { group, level: members.find(({ id }) => id === userId)?.access_level ?? 0 }
  })
  const [highest] = (await Promise.all(roles)).sort((one, other) => other.level - one.level)
  if (!highest || highest.level <= accessLevel) return undefined
  return refusalOfOther(
    `accessLevel must be at least ${nameOf(highest.level)}, which the user has in group ${highest.group}`,
  )
}

/** Whether a project belongs to a user, and not to a group. */
const isOfUser = (parent: Parents[keyof Parents]): boolean =>
  (parent as Partial<Parents['project']>).namespace?.kind === 'user'

/** The direct members of a group. Empty if the user of the access token cannot see the group. */
const membersOf = async (api: Client, group: string): Promise<Member[]> =>
  (await unlessHidden(() => api.groupMembers.list(group).all())) ?? []

const nameOf = (level: number): string => {
  const [name] = Object.entries(memberLevels).find(([, one]) => one === level) ?? []
  return name === undefined ? String(level) : `"${name}"`
}
