import type { Api } from '../http/api'
import { internalError, recordNotFound } from '../http/errors'
import { isFree } from '../http/instance'
import { boolean, integer, jsonList } from '../http/param-types'
import { type Bound, params } from '../http/params'
import { groups } from '../records/group'
import { invitations } from '../records/invitation'
import type { ProjectRecord } from '../records/project'
import type { RefAccessLevel } from '../records/protected-tag'
import { users } from '../records/user'
import type { Store } from '../store/store'
import { projectRole, roles } from './access'

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

type Entry = Bound<typeof entry>

/** An entry that was not validated yet. */
type Draft = Omit<RefAccessLevel, 'access_level'> & { access_level: number | null }

/** The entries of a request: a single role and a list add up. Without both, only Maintainers are allowed. */
export function draftLevels(level: number | null | undefined, list: readonly Entry[] = []): Draft[] {
  const subjects = { user_id: null, group_id: null, deploy_key_id: null }
  const single = level == null ? (list.length === 0 ? [DEFAULT_LEVEL] : []) : [level]
  const drafts = list.flatMap((sent) => {
    if (Object.keys(sent).some((key) => !Object.hasOwn(entry, key))) throw internalError()
    // Entries of a new object have no ids.
    if (sent.id != null) throw recordNotFound()
    const { id: _id, _destroy: isRemoved, ...fields } = sent
    return isRemoved ? [] : [{ ...subjects, access_level: DEFAULT_LEVEL, ...fields }]
  })
  return [...single.map((access_level) => ({ ...subjects, access_level })), ...drafts]
}

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
