import { tokenText } from '../http/access-token'
import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { failed, forbidden, notFound } from '../http/errors'
import { administrator } from '../http/login'
import { atLeastOne } from '../http/param-rules'
import { boolean, date, integer, segmentId, string, strings } from '../http/param-types'
import { params } from '../http/params'
import { type AccessTokenRecord, accessTokens } from '../records/access-token'
import { type UserRecord, users, type UserState } from '../records/user'
import { complaintsAboutExpiry, lastDay, needsExpiry } from './access-token-model'
import { anyScope, presentPersonalToken } from './personal-access-token'
import { presentSelf } from './user'
import { type NewUser, UserModel } from './user-model'

const optional = {
  admin: boolean,
  external: boolean,
  note: string,
  can_create_group: boolean,
  projects_limit: integer,
  password: string,
  skip_confirmation: boolean,
}

/** The actions on a user's account: the states that they apply to, and the state that results. */
const actions: Record<string, { from: UserState[]; to: UserState }> = {
  block: { from: ['active', 'deactivated'], to: 'blocked' },
  unblock: { from: ['blocked'], to: 'active' },
  ban: { from: ['active'], to: 'banned' },
  unban: { from: ['banned'], to: 'active' },
  deactivate: { from: ['active'], to: 'deactivated' },
  activate: { from: ['deactivated'], to: 'active' },
}

/** Creating, updating and deleting users, for administrators. */
export const userManagement: Resource = (api) => {
  const creation = { email: string.required(), name: string.required(), username: string.required() }
  const secrets = { reset_password: boolean, force_random_password: boolean }
  api.post(
    '/users',
    {
      before: administrator,
      params: params(
        { ...creation, ...secrets, ...optional },
        atLeastOne('password', 'reset_password', 'force_random_password'),
      ),
    },
    (call, { email, name, username, ...sent }) => {
      const fields = { email: email ?? '', name: name ?? '', username: username ?? '', ...settingsIn(sent) }
      return presentSelf(call, new UserModel(call.store).create(fields, call.now()))
    },
  )

  const one = { id: segmentId }
  api.put(
    '/users/:id',
    { before: administrator, params: params({ ...one, email: string, name: string, username: string, ...optional }) },
    (call, { id, email, name, username, ...sent }) => {
      const patch = {
        ...(email != null && { email }),
        ...(name != null && { name }),
        ...(username != null && { username }),
        ...settingsIn(sent),
      }
      return presentSelf(call, new UserModel(call.store).update(findUser(call, id), patch))
    },
  )

  api.delete(
    '/users/:id',
    { before: administrator, params: params({ ...one, hard_delete: boolean }) },
    (call, { id }) => {
      new UserModel(call.store).remove(findUser(call, id))
    },
  )

  for (const [action, { from, to }] of Object.entries(actions)) {
    api.post(`/users/:id/${action}`, { before: administrator, params: params(one) }, (call, { id }) => {
      const user = findUser(call, id)
      if (user.id === call.user.id) throw forbidden(`You cannot ${action} yourself`)
      const changed = from.includes(user.state)
      if (changed) call.store.of(users).update(user, { state: to })
      return changed
    })
  }

  const token = { name: string.required(), description: string, scopes: strings.required().oneOf(...anyScope) }
  api.post(
    '/users/:id/personal_access_tokens',
    { before: administrator, params: params({ ...one, ...token, expires_at: date }) },
    (call, { id, name, description = null, scopes, expires_at }) => {
      const user = findUser(call, id)
      const now = call.instance.clock.now()
      const complaints = [
        ...(name?.trim() ? [] : ["Name can't be blank"]),
        ...(scopes.length > 0 ? [] : ["Scopes can't be blank"]),
        ...complaintsAboutExpiry(call.store, expires_at ?? null, lastDay(now)),
      ]
      if (complaints.length > 0) throw failed(422, new Intl.ListFormat('en').format(complaints))
      const made = insertToken(call, user, {
        name: name!,
        description,
        scopes,
        expires_at: expires_at ?? (needsExpiry(call.store) ? lastDay(now) : null),
      })
      return { ...presentPersonalToken(call, made), token: made.token }
    },
  )
}

type Sent = { [K in keyof typeof optional]?: unknown }

/** Picks the settings from the parameters. */
function settingsIn({ admin, external, note, can_create_group, projects_limit }: Sent): Partial<NewUser> {
  const sent = Object.entries({ admin, external, note, can_create_group, projects_limit })
  return Object.fromEntries(sent.filter(([name, value]) => value !== undefined && (value !== null || name === 'note')))
}

type TokenFields = Pick<AccessTokenRecord, 'name' | 'description' | 'scopes' | 'expires_at'>

const insertToken = (call: Call, { id }: UserRecord, fields: TokenFields): AccessTokenRecord =>
  call.store.of(accessTokens).insert({
    ...fields,
    token: tokenText(),
    user_id: id,
    group_id: null,
    previous_id: null,
    revoked: false,
    last_used_at: null,
    created_at: call.now(),
    updated_at: call.now(),
  })

/** @throws HttpError 404 if the user does not exist. */
function findUser({ store }: Call, id: number): UserRecord {
  const user = store.of(users).get(id)
  if (!user) throw notFound('User')
  return user
}
