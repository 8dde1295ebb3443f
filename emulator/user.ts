import { type Resource } from './api'
import { login } from './auth'
import { type Call } from './call'
import { forbidden, notFound } from './http-errors'
import { keysetPaging, type Listing, paginateInOrder } from './keyset'
import { boolean, type Bound, params, segmentId, string } from './params'
import { type UserRecord, users } from './records'
import { matcher } from './search'

const listing: Listing<UserRecord> = {
  type: 'User',
  // Nothing but what is remembered changes a user here.
  values: ({ id, name, username, created_at }) => ({ id, name, username, created_at, updated_at: created_at }),
  usual: { order_by: 'id', sort: 'desc' },
  keyset: { id: ['asc', 'desc'], name: ['asc', 'desc'], username: ['asc', 'desc'] },
  next: 'cursor',
  capped: true,
}
const newerKeyset = { created_at: ['asc', 'desc'], updated_at: ['asc', 'desc'] } as const

const filters = {
  username: string,
  search: string,
  active: boolean.default(false),
  blocked: boolean.default(false),
  humans: boolean.default(false),
}

/** Users, to be read. */
export const user: Resource = (api) => {
  const keyset = api.flavor === 'seed' ? listing.keyset : { ...listing.keyset, ...newerKeyset }
  const order_by = string.oneOf('id', 'name', 'username', 'created_at', 'updated_at')
  api.get('/users', { params: params({ ...filters, ...keysetPaging, order_by }) }, (call, asked) => {
    // Nobody may list the users of an instance without being one of them, unless along an order in the specification.
    const open = api.flavor === 'seed' && asked.pagination === 'keyset'
    if (!call.user && !asked.username && !open) throw forbidden('Not authorized to access /api/v4/users')
    const found = call.store
      .of(users)
      .all()
      .filter((user) => isAsked(user, asked))
    const page = paginateInOrder(call, found, asked, { ...listing, keyset })
    if (!call.user) return page.map((user) => presentUserBasic(call, user))
    return page.map((user) => (call.user?.admin ? presentSelf(call, user) : presentUser(call, user)))
  })

  api.get('/user', { before: login }, (call) => presentSelf(call, call.user!))

  api.get('/users/:id', { params: params({ id: segmentId }) }, (call, { id }) => {
    if (!call.user) throw forbidden('Not authorized!')
    const found = call.store.of(users).get(id)
    if (!found) throw notFound('User')
    return call.user.admin ? presentSelf(call, found) : presentUser(call, found)
  })
}

function isAsked(user: UserRecord, asked: Bound<typeof filters>): boolean {
  const matches = matcher(asked.search ?? '')
  return (
    user.username.toLowerCase() === (asked.username || user.username).toLowerCase() &&
    (!asked.search?.trim() || [user.name, user.username].some(matches)) &&
    (user.state === 'active' || !asked.active) &&
    (user.state === 'blocked' || !asked.blocked) &&
    (!user.bot || !asked.humans)
  )
}

/** The few fields by which other resources show a user. */
export const presentUserBasic = (call: Call, user: UserRecord) => ({
  id: user.id,
  username: user.username,
  public_email: '',
  name: user.name,
  state: user.state,
  locked: false,
  avatar_url: null,
  web_url: `${call.instance.url}/${user.username}`,
})

const presentUser = (call: Call, user: UserRecord) => ({
  ...presentUserBasic(call, user),
  created_at: user.created_at,
  bio: '',
  location: '',
  bot: user.bot,
  followers: 0,
  following: 0,
})

/** What users see of themselves, and administrators of everybody. */
const presentSelf = (call: Call, user: UserRecord) => ({
  ...presentUser(call, user),
  last_sign_in_at: null,
  confirmed_at: user.created_at,
  email: `${user.username}@example.com`,
  commit_email: `${user.username}@example.com`,
  two_factor_enabled: false,
  external: false,
  private_profile: false,
  can_create_group: true,
  can_create_project: true,
  ...(call.user?.admin && { is_admin: user.admin, note: null }),
})
