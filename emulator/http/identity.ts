import { type IncomingHttpHeaders } from 'node:http'
import { type AccessTokenRecord, accessTokens } from '../records/access-token'
import { type JobRecord } from '../records/job'
import { type UserRecord, users } from '../records/user'
import { type Store } from '../store/store'
import { isExpired, noteUse, revokeDescendants } from './access-token'
import { accessTokenOf, bearerOf, jobTokenOf, sudoOf } from './credentials'
import { forbidden, insufficientScope, invalidToken, notFound, unauthorized } from './errors'
import { admitJob, runningJob } from './job-token'
import { type RawParams } from './nest'

/** The user whom the token belongs to, whatever it is good for. */
export function ownerOf(store: Store, token: string | undefined): UserRecord | undefined {
  const record = token === undefined ? undefined : store.of(accessTokens).find('token', token)
  return record && store.of(users).get(record.user_id)
}

/** Who asks; nulls for nobody. */
export interface Identity {
  user: UserRecord | null
  /** By which access token; null for a job. */
  token: AccessTokenRecord | null
  /** Which job. */
  job: JobRecord | null
}

/** What credentials are presented for. */
interface Occasion {
  params: RawParams
  headers: IncomingHttpHeaders
  /** Scopes of which an access token needs one, and the scopes that the error names if it has none of them. */
  scopes: { accepted: string[]; named: string[] }
  /** Whether tokens of jobs are looked at. */
  jobTokens: boolean
  /** Path of the request. */
  path: string
  /** Address of the instance. */
  url: string
  now: Date
}

/** Whose credentials these are. @throws HttpError 401 or 403 when they cannot be used. */
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

/** @throws HttpError 403 for a user who was blocked, banned or deactivated, whatever the role. */
function requireActive({ state }: UserRecord, url: string): void {
  if (state === 'active') return
  if (state !== 'deactivated') throw forbidden('Your account has been blocked.')
  throw forbidden(
    'Your account has been deactivated by your administrator. ' +
      `Please log back in from a web browser to reactivate your account at ${url}`,
  )
}

const rotation = /\/access_tokens\/(\d+|self)\/rotate$/

/** The access token that this text is; null without one. @throws HttpError 401 when it is none that works. */
function admit(store: Store, text: string | undefined, path: string, now: Date): AccessTokenRecord | null {
  if (text === undefined) return null
  const token = store.of(accessTokens).find('token', text)
  if (!token || !store.of(users).get(token.user_id)) throw unauthorized()
  if (isExpired(token, now)) {
    throw invalidToken('Token is expired. You can either do re-authorization or token refresh.')
  }
  if (token.revoked) {
    // Two hold the token and both go on rotating it: one of them is a thief.
    if (rotation.test(path)) revokeDescendants(store, token, now)
    throw invalidToken('Token was revoked. You have to re-authorize from the user.')
  }
  return noteUse(store, token, now)
}

function requireScope(token: AccessTokenRecord, accepted: string[], named = accepted): void {
  if (!token.scopes.some((scope) => accepted.includes(scope))) throw insufficientScope(named)
}

/** The user in whose place an administrator asks. */
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
