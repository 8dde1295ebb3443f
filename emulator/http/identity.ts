import type { IncomingHttpHeaders } from 'node:http'
import { type AccessTokenRecord, accessTokens } from '../records/access-token'
import type { JobRecord } from '../records/job'
import { type UserRecord, users } from '../records/user'
import type { Store } from '../store/store'
import { isExpired, noteUse, revokeDescendants } from './access-token'
import { accessTokenOf, bearerOf, jobTokenOf, sudoOf } from './credentials'
import { forbidden, insufficientScope, invalidToken, notFound, unauthorized } from './errors'
import { admitJob, runningJob } from './job-token'
import type { RawParams } from './nest'

/** The user that the token belongs to, even if the token is revoked or expired. */
export function ownerOf(store: Store, token: string | undefined): UserRecord | undefined {
  const record = token === undefined ? undefined : store.of(accessTokens).find('token', token)
  return record && store.of(users).get(record.user_id)
}

/** The caller. All fields are null for anonymous requests. */
export interface Identity {
  user: UserRecord | null
  /** The access token; null for a job. */
  token: AccessTokenRecord | null
  /** The job; null for an access token. */
  job: JobRecord | null
}

/** What the credentials are used for. */
interface Occasion {
  params: RawParams
  headers: IncomingHttpHeaders
  /** Scopes of which an access token needs one, and the scopes that the error names if it has none. */
  scopes: { accepted: string[]; named: string[] }
  /** Whether tokens of jobs are accepted. */
  jobTokens: boolean
  /** Path of the request. */
  path: string
  /** Base URL of the instance. */
  url: string
  now: Date
}

/** The owner of the credentials. @throws HttpError 401 or 403 if they are invalid. */
export function identify(store: Store, { params, headers, scopes, jobTokens, path, url, now }: Occasion): Identity {
  const bearer = jobTokens ? runningJob(store, bearerOf(headers)) : null
  const token = bearer ? null : admit(store, accessTokenOf(params, headers), path, now)
  const job = bearer ?? (jobTokens && !token ? admitJob(store, jobTokenOf(params, headers)) : null)
  const user = store.of(users).get(token?.user_id ?? job?.user_id ?? 0) ?? null
  if (user) requireActive(user, url)
  const name = sudoOf(params, headers)
  if (name !== undefined) {
    const other = standIn(store, user, token, name)
    if (other !== user) return { user: other, token, job }
  }
  if (token) requireScope(token, scopes.accepted, scopes.named)
  return { user, token, job }
}

/** @throws HttpError 403 for a user who was blocked, banned or deactivated. */
function requireActive({ state }: UserRecord, url: string): void {
  if (state === 'active') return
  if (state !== 'deactivated') throw forbidden('Your account has been blocked.')
  throw forbidden(
    'Your account has been deactivated by your administrator. ' +
      `Please log back in from a web browser to reactivate your account at ${url}`,
  )
}

const rotation = /access_tokens\/(\d+|self)\/rotate$/

/** The access token; null without one. @throws HttpError 401 if it is unknown, expired or revoked. */
function admit(store: Store, text: string | undefined, path: string, now: Date): AccessTokenRecord | null {
  if (text === undefined) return null
  const token = store.of(accessTokens).find('token', text)
  if (!token || !store.of(users).get(token.user_id)) throw unauthorized()
  if (isExpired(token, now)) {
    throw invalidToken('Token is expired. You can either do re-authorization or token refresh.')
  }
  if (token.revoked) {
    // A revoked token is used for a rotation: two clients have it, so that one of them may have stolen it.
    if (rotation.test(path)) revokeDescendants(store, token, now)
    throw invalidToken('Token was revoked. You have to re-authorize from the user.')
  }
  return noteUse(store, token, now)
}

function requireScope(token: AccessTokenRecord, accepted: string[], named = accepted): void {
  if (!token.scopes.some((scope) => accepted.includes(scope))) throw insufficientScope(named)
}

/** The user that an administrator impersonates. */
function standIn(store: Store, user: UserRecord | null, token: AccessTokenRecord | null, name: string): UserRecord {
  if (!user) throw unauthorized()
  if (!user.admin) throw forbidden('Must be admin to use sudo')
  if (!token) throw forbidden('Must be authenticated using an OAuth or personal access token to use sudo')
  requireScope(token, ['sudo'])
  const all = store.of(users)
  const other = /^\d+$/.test(name) ? all.get(Number(name)) : all.find('username', name.toLowerCase())
  if (!other) throw notFound(`User with ID or username '${name}'`)
  return other
}
