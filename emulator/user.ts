import { type Resource } from './api'
import { login } from './auth'
import { type Call } from './call'
import { forbidden, notFound } from './http-errors'
import { params, segmentId } from './params'
import { type UserRecord, users } from './records'

/** Users, to be read. */
export const user: Resource = (api) => {
  api.get('/user', { before: login }, (call) => presentSelf(call, call.user!))

  api.get('/users/:id', { params: params({ id: segmentId }) }, (call, { id }) => {
    if (!call.user) throw forbidden('Not authorized!')
    const found = call.store.of(users).get(id)
    if (!found) throw notFound('User')
    return call.user.admin ? presentSelf(call, found) : presentUser(call, found)
  })
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
