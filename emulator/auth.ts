import { isExpired, noteUse, revokeDescendants } from './access-token'
import { type Call } from './call'
import { forbidden, insufficientScope, invalidToken, unauthorized } from './http-errors'
import { type RawParams } from './nest'
import { type AccessTokenRecord, accessTokens, type UserRecord, users } from './records'
import { type Store } from './store'

type Headers = Record<string, string | string[] | undefined>

/** The access token of a request, wherever it was put; a parameter goes before a header. */
export function tokenOf(params: RawParams, headers: Headers): string | undefined {
  const bearer = /^Bearer\s+(.+)$/i.exec(String(headers.authorization ?? ''))?.[1]
  const token = params.private_token ?? params.access_token ?? headers['private-token'] ?? bearer
  return token === undefined || token === '' ? undefined : String(token)
}

/** The user whom the token belongs to, whatever it is good for. */
export function ownerOf(store: Store, token: string | undefined): UserRecord | undefined {
  const record = token === undefined ? undefined : store.of(accessTokens).find('token', token)
  return record && store.of(users).get(record.user_id)
}

/** What a token is presented for. */
interface Occasion {
  /** Scopes of which it needs one. */
  accepted: string[]
  /** Path of the request. */
  path: string
  now: Date
}

const rotation = /\/access_tokens\/(\d+|self)\/rotate$/

/** The access token that this text is; null without one. @throws HttpError 401 or 403 when it cannot be used. */
export function admit(
  store: Store,
  text: string | undefined,
  { accepted, path, now }: Occasion,
): AccessTokenRecord | null {
  if (text === undefined) return null
  const token = store.of(accessTokens).find('token', text)
  const user = token && store.of(users).get(token.user_id)
  if (!user) throw unauthorized()
  if (isExpired(token, now)) {
    throw invalidToken('Token is expired. You can either do re-authorization or token refresh.')
  }
  if (token.revoked) {
    // Two hold the token and both go on rotating it: one of them is a thief.
    if (rotation.test(path)) revokeDescendants(store, token, now)
    throw invalidToken('Token was revoked. You have to re-authorize from the user.')
  }
  const used = noteUse(store, token, now)
  if (!token.scopes.some((scope) => accepted.includes(scope))) throw insufficientScope(accepted)
  if (user.state === 'blocked') throw forbidden('Your account has been blocked.')
  return used
}

/** Judged before the parameters are: @throws HttpError 401 without a user. */
export function login(call: Call): void {
  if (!call.user) throw unauthorized()
}

/** Judged before the parameters are: @throws HttpError 401 without a user, 403 for others than administrators. */
export function administrator(call: Call): void {
  login(call)
  if (!call.user?.admin) throw forbidden()
}
