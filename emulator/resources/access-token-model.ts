import { randomBytes } from 'node:crypto'
import { dayOf, tokenText } from '../http/access-token'
import { badRequest, internalError } from '../http/errors'
import type { Instance } from '../http/instance'
import { has } from '../http/release'
import { settingsOf } from '../http/settings'
import { type AccessTokenParent, type AccessTokenRecord, accessTokens } from '../records/access-token'
import { memberships } from '../records/membership'
import { type UserRecord, users } from '../records/user'
import type { Store } from '../store/store'

/** Fields of a new access token of a project or group. */
export interface NewTokenFields {
  name: string
  description: string | null
  scopes: string[]
  /** Null means the latest possible date, or never if tokens need no date. */
  expires_at: string | null
  access_level: number
}

const longestLifeDays = 365
const longestDescription = 255

/** The latest expiry date of a token. */
export const lastDay = (now: Date): string => dayOf(now, longestLifeDays)

/** The same date in the next year; February 28 for February 29. */
export function nextYear(now: Date): string {
  const day = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), now.getUTCDate()))
  return dayOf(day, day.getUTCDate() === now.getUTCDate() ? 0 : -1)
}

/** Whether access tokens need an expiry date. Without this setting of the instance, there is also no latest one. */
export const needsExpiry = (store: Store): boolean => settingsOf(store).require_personal_access_token_expiry

/** Complaints about an expiry date. */
export const complaintsAboutExpiry = (store: Store, expires_at: string | null, last: string): string[] =>
  expires_at !== null && expires_at > last && needsExpiry(store) ? [`Expiration date must be before ${last}`] : []

/** Creates a token and its bot user. @throws HttpError 400 with the complaints, or 500. */
export function createToken(
  instance: Instance,
  parent: AccessTokenParent,
  sent: NewTokenFields,
  now: Date,
): AccessTokenRecord {
  const { store } = instance
  const { access_level, expires_at: wanted, ...fields } = sent
  const expires_at = wanted ?? (needsExpiry(store) ? lastDay(now) : null)
  // The bot is created first: if its name is invalid, there are no complaints about the token.
  const botName = withoutTags(fields.name)
  requireNoComplaints(complaintsAboutName(botName))
  const isTooLong = [...(fields.description ?? '')].length > longestDescription
  requireNoComplaints([
    ...(fields.scopes.length === 0 ? ["Scopes can't be blank"] : []),
    ...complaintsAboutExpiry(store, expires_at, lastDay(now)),
    ...(isTooLong && has(instance, 'validDescriptionsOfTokens')
      ? [`Description is too long (maximum is ${longestDescription} characters)`]
      : []),
  ])
  // In earlier releases, only the database refuses this, which is an internal error.
  if (isTooLong) throw internalError()
  const stamps = { created_at: now.toISOString(), updated_at: now.toISOString() }
  const bot = createBot(store, parent, botName, stamps.created_at)
  store.of(memberships).insert({ user_id: bot.id, source: parent.source, source_id: parent.id, access_level })
  return store.of(accessTokens).insert({
    ...fields,
    ...stamps,
    expires_at,
    token: tokenText(),
    user_id: bot.id,
    project_id: parent.source === 'project' ? parent.id : null,
    group_id: parent.source === 'group' ? parent.id : null,
    previous_id: null,
    revoked: false,
    last_used_at: null,
  })
}

/** @throws HttpError 400 unless there are no complaints. */
export function requireNoComplaints(complaints: string[]): void {
  if (complaints.length > 0) throw badRequest(new Intl.ListFormat('en').format(complaints))
}

function createBot(store: Store, { source, id }: AccessTokenParent, name: string, created_at: string): UserRecord {
  const username = `${source}_${id}_bot_${randomBytes(16).toString('hex')}`
  return store.of(users).insert({ username, name, state: 'active', admin: false, bot: true, created_at })
}

function complaintsAboutName(name: string): string[] {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return [
    ...(name.trim() === '' ? ["Namespace name can't be blank", "Name can't be blank"] : []),
    ...tooLong('Namespace name', name, 255),
    ...tooLong('Name', name, 255),
    ...tooLong('First name', first, 127),
    ...tooLong('Last name', others.join(' '), 127),
  ]
}

const tooLong = (what: string, text: string, limit: number): string[] =>
  [...text].length > limit ? [`${what} is too long (maximum is ${limit} characters)`] : []

/** Replaces each tag with a dash. */
function withoutTags(name: string): string {
  const parts = name.split('>')
  const rest = parts.pop() ?? ''
  return parts.map((part) => (part.includes('<') ? `${part.slice(0, part.indexOf('<'))}-` : `${part}>`)).join('') + rest
}
