import { createHash } from 'node:crypto'
import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { forbidden, notFound } from '../http/errors'
import { isCommunity } from '../http/instance'
import { keysetPaging, type Listing, paginateInOrder } from '../http/keyset'
import { login } from '../http/login'
import { segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import { isAtLeast } from '../http/release'
import { accessTokens } from '../records/access-token'
import { type UserRecord, users } from '../records/user'
import { chooseUsers, userFilters, userRules } from './user-filter'
import { emailOf } from './user-model'

const listing: Omit<Listing<UserRecord>, 'values'> = {
  type: 'User',
  usual: { order_by: 'id', sort: 'desc' },
  keyset: { id: ['asc', 'desc'], name: ['asc', 'desc'], username: ['asc', 'desc'] },
  next: 'cursor',
  capped: true,
}
const newerKeyset = { created_at: ['asc', 'desc'], updated_at: ['asc', 'desc'] } as const

/** Reading users. */
export const user: Resource = (api) => {
  const keyset = api.flavor === 'spec' ? listing.keyset : { ...listing.keyset, ...newerKeyset }
  const order_by = string.oneOf('id', 'name', 'username', 'created_at', 'updated_at')
  const asking = params({ ...userFilters, ...keysetPaging, order_by }, ...userRules)
  api.get('/users', { params: asking }, (call, query) => {
    // Anonymous callers cannot list all users. The specification allows it with keyset pagination.
    const open = api.flavor === 'spec' && query.pagination === 'keyset'
    if (!call.user && !query.username && !open) throw forbidden('Not authorized to access /api/v4/users')
    // GitLab updates a user when it records the user's activity.
    const values = (user: UserRecord) => {
      const { id, name, username, created_at } = user
      return { id, name, username, created_at, updated_at: lastUse(call, user) ?? created_at }
    }
    const page = paginateInOrder(call, chooseUsers(call, query), query, { ...listing, values, keyset })
    return page.map((user) => (call.user?.admin ? presentAny(call, user) : presentUserBasic(call, user)))
  })

  api.get('/user', { before: login, readingScopes: ['read_user', 'ai_workflows'] }, (call) =>
    presentSelf(call, call.user),
  )

  // GitLab's route only accepts digits.
  api.get(
    `/users/:id${api.flavor === 'gitlab' ? '{[0-9]+(?:\\.[a-z0-9]+)?}' : ''}`,
    { params: params({ id: segmentId }) },
    (call, { id }) => {
      if (!call.user) throw forbidden('Not authorized!')
      const found = call.store.of(users).get(id)
      if (!found) throw notFound('User')
      if (call.user.admin) return { ...presentAny(call, found), ...biographyIn(call), ...presentSignIns(call) }
      return { ...presentUser(call, found), ...biographyIn(call), ...followedBy(call, found) }
    },
  )
}

/** The URL of a generated Gravatar, GitLab's default. */
const avatarOf = ({ username }: UserRecord): string =>
  `https://www.gravatar.com/avatar/${createHash('sha256').update(`${username}@example.com`).digest('hex')}?s=80&d=identicon`

/** The fields of a user in responses about other objects. */
export const presentUserBasic = (call: Call, user: UserRecord) => ({
  id: user.id,
  username: user.username,
  // The users of GitLab's own seed data have no avatar.
  public_email: call.instance.flavor === 'gitlab' ? null : '',
  name: user.name,
  state: user.state,
  locked: false,
  avatar_url: call.instance.flavor === 'gitlab' ? avatarOf(user) : null,
  web_url: `${call.instance.url}/${user.username}`,
})

/** Fields of the Enterprise Edition, and those of them that only administrators see. */
const minutes = { shared_runners_minutes_limit: null, extra_shared_runners_minutes_limit: null, scim_identities: [] }
const ofEnterprise = {
  using_license_seat: false,
  is_auditor: false,
  provisioned_by_group_id: null,
  enterprise_group_id: null,
  enterprise_group_associated_at: null,
}

/** What GitLab shows administrators of a single user. The emulator's users never signed in. */
const presentSignIns = ({ instance }: Call) =>
  instance.flavor === 'spec'
    ? {}
    : {
        ...{ highest_role: 0, current_sign_in_ip: null, last_sign_in_ip: null, sign_in_count: 0 },
        ...(!isCommunity(instance) && { plan: null, trial: false }),
      }

const presentUser = (call: Call, user: UserRecord) => ({
  ...presentUserBasic(call, user),
  created_at: user.created_at,
  bio: '',
  location: '',
  linkedin: '',
  twitter: '',
  discord: '',
  website_url: '',
  github: '',
  job_title: '',
  pronouns: null,
  organization: '',
  bot: user.bot,
  work_information: null,
  local_time: null,
})

/** Fields in responses about other users. In GitLab, responses about the caller do not have them. */
const followedBy = ({ instance, user }: Call, { id }: UserRecord) =>
  instance.flavor === 'gitlab' && id === user?.id ? {} : { followers: 0, following: 0, is_followed: false }

/** What later releases show of a single user. */
const biographyIn = ({ instance }: Call) => (isAtLeast(instance, '19.3') ? { bio_html: '' } : {})

/** The last time that the user sent a request. */
function lastUse({ store, instance }: Call, { id }: UserRecord): string | undefined {
  if (instance.flavor === 'spec') return undefined
  const tokens = store.of(accessTokens).where('user', id)
  return tokens
    .flatMap(({ last_used_at }) => last_used_at ?? [])
    .sort()
    .at(-1)
}

/** The fields that users see of themselves. */
export const presentSelf = (call: Call, user: UserRecord) => ({
  ...presentUser(call, user),
  last_sign_in_at: null,
  confirmed_at: user.created_at,
  last_activity_on: (user.id === call.user?.id ? call.now() : lastUse(call, user))?.slice(0, 10) ?? null,
  email: emailOf(user),
  theme_id: 3,
  color_scheme_id: 1,
  projects_limit: user.projects_limit ?? 100_000,
  current_sign_in_at: null,
  identities: [],
  can_create_group: user.can_create_group ?? true,
  can_create_project: true,
  two_factor_enabled: false,
  external: user.external ?? false,
  private_profile: false,
  commit_email: emailOf(user),
  preferred_language: 'en',
  ...(!isCommunity(call.instance) && minutes),
  ...(call.user?.admin && {
    is_admin: user.admin,
    note: user.note ?? null,
    namespace_id: user.namespace_id ?? user.id,
    created_by: null,
    ...(!isCommunity(call.instance) && ofEnterprise),
  }),
})

/** The fields of all users that administrators see. */
const presentAny = (call: Call, user: UserRecord) => ({ ...presentSelf(call, user), ...followedBy(call, user) })
