import { randomBytes } from 'node:crypto'
import { type AccessTokenRecord, accessTokens, parentOf } from '../records/access-token'
import { memberKey, memberships } from '../records/membership'
import { users } from '../records/user'
import type { Store } from '../store/store'

/** Rules of all access tokens: those of users, of projects and of groups. */

const dayMs = 24 * 3600 * 1000

/** The date that many days later, as `YYYY-MM-DD`. */
export const dayOf = (now: Date, daysLater = 0): string =>
  new Date(now.getTime() + daysLater * dayMs).toISOString().slice(0, 10)

/** A token expires at the start of the day. */
export const isExpired = ({ expires_at }: AccessTokenRecord, now: Date): boolean =>
  expires_at !== null && expires_at <= dayOf(now)

export const isActive = (token: AccessTokenRecord, now: Date): boolean => !token.revoked && !isExpired(token, now)

/** The secret value of a new token. */
export const tokenText = (): string => `glpat-${randomBytes(20).toString('base64url')}`

export function revoke(store: Store, token: AccessTokenRecord, now: Date): void {
  // GitLab also updates a revoked token, which is then kept longer.
  store.of(accessTokens).update(token, { revoked: true, updated_at: now.toISOString() })
}

/** Revokes the token and creates a new one. */
export function rotate(store: Store, token: AccessTokenRecord, expires_at: string, now: Date): AccessTokenRecord {
  const { id: previous_id, ...copy } = token
  const stamps = { created_at: now.toISOString(), updated_at: now.toISOString(), last_used_at: null, revoked: false }
  revoke(store, token, now)
  return store.of(accessTokens).insert({ ...copy, ...stamps, token: tokenText(), expires_at, previous_id })
}

/** Revokes the active tokens that rotations of this token created. */
export function revokeDescendants(store: Store, token: AccessTokenRecord, now: Date): void {
  for (const next of store.of(accessTokens).where('previous', token.id)) {
    revokeDescendants(store, next, now)
    if (isActive(next, now)) revoke(store, next, now)
  }
}

/** The time of the last use is only updated after this interval. */
const lastUseMs = 10 * 60 * 1000

/** Updates the time of the last use. */
export function noteUse(store: Store, token: AccessTokenRecord, now: Date): AccessTokenRecord {
  const known = token.last_used_at !== null && now.getTime() - Date.parse(token.last_used_at) < lastUseMs
  return known ? token : store.of(accessTokens).update(token, { last_used_at: now.toISOString() })
}

const purgedAfterDays = 30

/** Deletes the bot users whose tokens all ended more than 30 days ago, and these tokens. */
export function purgeBots(store: Store, now: Date): void {
  const before = now.getTime() - purgedAfterDays * dayMs
  for (const bot of store.of(users).where('bot', 'true')) {
    const tokens = store.of(accessTokens).where('user', bot.id)
    if (tokens.some((token) => endOf(token) > before)) continue
    for (const token of tokens) {
      const parent = parentOf(token)
      const member = parent && store.of(memberships).find('member', memberKey(bot.id, parent.source, parent.id))
      if (member) store.of(memberships).delete(member)
      store.of(accessTokens).delete(token)
    }
    store.of(users).delete(bot)
  }
}

/** The time at which the token was revoked or expires. */
function endOf({ revoked, created_at, updated_at, expires_at }: AccessTokenRecord): number {
  if (revoked) return Date.parse(updated_at)
  // A token can be expired from its creation.
  return expires_at === null ? Infinity : Math.max(Date.parse(expires_at), Date.parse(created_at))
}
