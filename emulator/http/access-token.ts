import { randomBytes } from 'node:crypto'
import { type AccessTokenRecord, accessTokens } from '../records/access-token'
import { memberKey, memberships } from '../records/membership'
import { users } from '../records/user'
import { type Store } from '../store/store'

/** What is true of every access token, a person's or a group's. */

const dayMs = 24 * 3600 * 1000

/** The day, so many days later, as `YYYY-MM-DD`. */
export const dayOf = (now: Date, daysLater = 0): string =>
  new Date(now.getTime() + daysLater * dayMs).toISOString().slice(0, 10)

/** A token ends as the day of its date begins. */
export const isExpired = ({ expires_at }: AccessTokenRecord, now: Date): boolean =>
  expires_at !== null && expires_at <= dayOf(now)

export const isActive = (token: AccessTokenRecord, now: Date): boolean => !token.revoked && !isExpired(token, now)

/** The secret value of a new token. */
export const tokenText = (): string => `glpat-${randomBytes(20).toString('base64url')}`

export function revoke(store: Store, token: AccessTokenRecord, now: Date): void {
  // Also the second time, as in the service: what was revoked is then kept a little longer.
  store.of(accessTokens).update(token, { revoked: true, updated_at: now.toISOString() })
}

/** A new token in the place of this one, which is revoked. */
export function rotate(store: Store, token: AccessTokenRecord, expires_at: string, now: Date): AccessTokenRecord {
  const { id: previous_id, ...copy } = token
  const stamps = { created_at: now.toISOString(), updated_at: now.toISOString(), last_used_at: null, revoked: false }
  revoke(store, token, now)
  return store.of(accessTokens).insert({ ...copy, ...stamps, token: tokenText(), expires_at, previous_id })
}

/** Revokes what came out of a token by rotation, as far as it still works. */
export function revokeDescendants(store: Store, token: AccessTokenRecord, now: Date): void {
  for (const next of store.of(accessTokens).where('previous', token.id)) {
    revokeDescendants(store, next, now)
    if (isActive(next, now)) revoke(store, next, now)
  }
}

/** Busy tokens are not written at every request. */
const lastUseMs = 10 * 60 * 1000

/** Remembers that the token is used. */
export function noteUse(store: Store, token: AccessTokenRecord, now: Date): AccessTokenRecord {
  const known = token.last_used_at !== null && now.getTime() - Date.parse(token.last_used_at) < lastUseMs
  return known ? token : store.of(accessTokens).update(token, { last_used_at: now.toISOString() })
}

const purgedAfterDays = 30

/** Removes the bot users whose tokens all ended 30 days ago, and these tokens with them. */
export function purgeBots(store: Store, now: Date): void {
  const before = now.getTime() - purgedAfterDays * dayMs
  for (const bot of store.of(users).where('bot', 'true')) {
    const tokens = store.of(accessTokens).where('user', bot.id)
    if (tokens.some((token) => endOf(token) > before)) continue
    for (const token of tokens) {
      const member = store.of(memberships).find('member', memberKey(bot.id, 'group', token.group_id ?? 0))
      if (member) store.of(memberships).delete(member)
      store.of(accessTokens).delete(token)
    }
    store.of(users).delete(bot)
  }
}

/** Since when, or from when on, the token does not work. */
function endOf({ revoked, created_at, updated_at, expires_at }: AccessTokenRecord): number {
  if (revoked) return Date.parse(updated_at)
  // A token can be born expired.
  return expires_at === null ? Infinity : Math.max(Date.parse(expires_at), Date.parse(created_at))
}
