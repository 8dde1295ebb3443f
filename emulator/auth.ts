import { type Call } from './call'
import { forbidden, insufficientScope, invalidToken, unauthorized } from './http-errors'
import { type RawParams } from './nest'
import { accessTokens, type UserRecord, users } from './records'
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

/** The user whom the token lets in; null without one. @throws HttpError 401 or 403 when it cannot be used. */
export function userOf(store: Store, token: string | undefined, accepted: string[], now: Date): UserRecord | null {
  if (token === undefined) return null
  const record = store.of(accessTokens).find('token', token)
  const user = record && store.of(users).get(record.user_id)
  if (!user) throw unauthorized()
  if (record.expires_at !== null && record.expires_at <= now.toISOString().slice(0, 10)) {
    throw invalidToken('Token is expired. You can either do re-authorization or token refresh.')
  }
  if (record.revoked) throw invalidToken('Token was revoked. You have to re-authorize from the user.')
  if (!record.scopes.some((scope) => accepted.includes(scope))) throw insufficientScope(accepted)
  if (user.state === 'blocked') throw forbidden('Your account has been blocked.')
  return user
}

/** Judged before the parameters are: @throws HttpError 401 without a user. */
export function login(call: Call): void {
  if (!call.user) throw unauthorized()
}
