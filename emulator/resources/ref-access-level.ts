import type { Api } from '../http/api'
import { internalError, recordNotFound } from '../http/errors'
import { isFree } from '../http/instance'
import { boolean, integer, jsonList } from '../http/param-types'
import { type Bound, params } from '../http/params'
import { groups } from '../records/group'
import { invitations } from '../records/invitation'
import type { ProjectRecord } from '../records/project'
import type { RefAccessLevel } from '../records/protected-tag'
import { type UserRecord, users } from '../records/user'
import type { Store } from '../store/store'
import { groupRole, projectRole, roles } from './access'
import { isArchived } from './archived'

/** The role of an entry that names none. */
const DEFAULT_LEVEL = roles.maintainer

export const accessLevel = integer.oneOf(0, roles.developer, roles.maintainer, roles.admin)

const entry = {
  access_level: accessLevel,
  user_id: integer,
  group_id: integer,
  deploy_key_id: integer,
  id: integer,
  _destroy: boolean,
}

/** A list of entries. GitLab also reads JSON in a string. */
export const accessLevelList = jsonList(params(entry))

/** Like `accessLevelList`, for a list that does not accept level 0. */
export const accessLevelListWithoutNoOne = jsonList(
  params({ ...entry, access_level: integer.oneOf(roles.developer, roles.maintainer, roles.admin) }),
)

/** The list of the Community Edition, in which only entries with deploy keys count. */
export const deployKeyList = jsonList(params({ deploy_key_id: integer }))

/** The entries of the list of the Community Edition. */
export const deployKeysIn = (list: readonly { deploy_key_id?: number | null }[] = []): Entry[] =>
  list.flatMap(({ deploy_key_id }) => (deploy_key_id == null ? [] : [{ deploy_key_id }]))

/** An entry in a request. */
export type Entry = Bound<typeof entry>

/** An entry that was not validated yet. Entries of existing lists have an id. */
export type Draft = Omit<RefAccessLevel, 'access_level'> & { access_level: number | null; id?: number }

const noSubject = { user_id: null, group_id: null, deploy_key_id: null }

/** The entries of a request: a single role and a list add up. Without both, only Maintainers are allowed. */
export function draftLevels(level: number | null | undefined, list: readonly Entry[] = []): Draft[] {
  const single = level == null ? (list.length === 0 ? [DEFAULT_LEVEL] : []) : [level]
  const drafts = list.flatMap((sent) => {
    if (Object.keys(sent).some((key) => !Object.hasOwn(entry, key))) throw internalError()
    // Entries of a new object have no ids.
    if (sent.id != null) throw recordNotFound()
    const { id: _id, _destroy: isRemoved, ...fields } = sent
    return isRemoved ? [] : [{ ...noSubject, access_level: DEFAULT_LEVEL, ...fields }]
  })
  return [...single.map((access_level) => ({ ...noSubject, access_level })), ...drafts]
}

/**
 * The changes of a list of entries: without an id, a new one; with `_destroy`, a deletion. Entries that the request does
 * not contain remain. @throws HttpError 404 for an unknown id.
 */
export function draftChanges<T extends Draft & { id: number }>(
  old: readonly T[],
  sent: readonly Entry[],
): { changed: Map<T, Draft>; added: Draft[]; removed: T[] } {
  const changed = new Map<T, Draft>()
  const [added, removed]: [Draft[], T[]] = [[], []]
  for (const { id = null, _destroy: isRemoved, ...fields } of sent) {
    const found = old.find((one) => one.id === id)
    if (id !== null && !found) throw recordNotFound()
    if (found && isRemoved) removed.push(found)
    else if (found) changed.set(found, { ...(changed.get(found) ?? found), ...fields })
    else if (!isRemoved) added.push({ ...noSubject, access_level: DEFAULT_LEVEL, ...fields })
  }
  return { changed, added, removed }
}

/** What an entry is about. */
const subjectOf = ({ user_id, group_id, deploy_key_id, access_level }: Draft) => {
  if (deploy_key_id !== null) return { attribute: 'deploy key', value: deploy_key_id }
  if (user_id !== null) return { attribute: 'user', value: user_id }
  return group_id === null
    ? { attribute: 'access level', value: access_level }
    : { attribute: 'group', value: group_id }
}

/** The complaints about entries whose subject another entry in the database has. GitLab also counts deleted ones. */
export const complaintsAboutTaken = (old: readonly Draft[], drafts: readonly Draft[]): string[] =>
  drafts.flatMap((draft) => {
    const { attribute, value } = subjectOf(draft)
    const isTaken = old.some((other) => {
      const subject = subjectOf(other)
      return other.id !== draft.id && subject.attribute === attribute && subject.value === value
    })
    return isTaken ? [`${attribute} has already been taken`] : []
  })

/** The complaints about entries, without the name of their list. */
export function complaintsAboutLevels(
  store: Store,
  tier: Api['tier'],
  project: ProjectRecord,
  drafts: readonly Draft[],
): string[] {
  const invited = store.of(invitations).where('project', project.id)
  const isInvited = (id: number) =>
    invited.some(({ group_id, access_level }) => group_id === id && access_level >= roles.developer)
  const complaintAboutGroup = (id: number) => {
    if (isFree({ tier })) return 'group must be blank'
    if (!store.of(groups).get(id)) return "group can't be blank"
    return isInvited(id) ? undefined : 'group does not have access to the project'
  }
  const complaintAboutUser = (id: number) => {
    if (isFree({ tier })) return 'user must be blank'
    const user = store.of(users).get(id)
    if (!user) return "user can't be blank"
    return projectRole(store, { ...user, admin: false }, project) > 0
      ? undefined
      : 'user is not a member of the project'
  }
  return drafts.flatMap(({ access_level, user_id, group_id, deploy_key_id }) => {
    const complaints = [
      ...(access_level === null ? ["access level can't be blank", 'access level is not included in the list'] : []),
      group_id === null ? undefined : complaintAboutGroup(group_id),
      user_id === null ? undefined : complaintAboutUser(user_id),
      // The emulator has no deploy keys.
      deploy_key_id === null ? undefined : "deploy key can't be blank",
    ]
    return complaints.filter((complaint) => complaint !== undefined)
  })
}

const names: Record<number, string> = {
  0: 'No one',
  [roles.developer]: 'Developers + Maintainers',
  [roles.maintainer]: 'Maintainers',
  [roles.admin]: 'Instance admins',
}

/** Whether an entry includes the user: as a member of the project with a role, or by name. */
export function admits(store: Store, user: UserRecord, project: ProjectRecord, level: RefAccessLevel): boolean {
  // Administrators only count as such in entries with their role.
  const member = { ...user, admin: false }
  if (level.user_id !== null) return level.user_id === user.id
  if (level.group_id !== null) return groupRole(store, member, level.group_id) >= roles.developer
  if (level.access_level === roles.admin) return user.admin
  return level.access_level > 0 && canPush(store, project, projectRole(store, member, project), level.access_level)
}

const canPush = (store: Store, project: ProjectRecord, role: number, least: number): boolean =>
  !isArchived(store, project) &&
  project.settings?.repository_access_level !== 'disabled' &&
  role >= Math.max(least, roles.developer)

/** In the Community Edition, entries do not have users and groups. */
export const presentLevel = (store: Store, level: RefAccessLevel & { id: number }, isCommunity: boolean) => ({
  id: level.id,
  access_level: level.access_level,
  access_level_description:
    (level.user_id === null ? undefined : store.of(users).get(level.user_id)?.name) ??
    (level.group_id === null ? undefined : store.of(groups).get(level.group_id)?.name) ??
    names[level.access_level] ??
    null,
  deploy_key_id: level.deploy_key_id,
  ...(!isCommunity && { user_id: level.user_id, group_id: level.group_id }),
})
