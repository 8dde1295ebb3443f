import { type Client, type Group, type GroupAccessToken, Unauthorized } from '../../sdk'
import { findGroup, groupsIn, owner } from '../shared/group-tree'

/** An access token of a group, without its value. */
export interface TokenRow {
  /** Full path. */
  group: string
  id: number
  name: string
  /** `active`, `revoked` or `expired`. */
  state: 'active' | 'revoked' | 'expired'
  /** The first date (UTC) on which it no longer works; null if it does not expire. */
  expiresAt: string | null
  /** Days until then, rounded down; negative if the date has passed; null if the token does not expire. */
  daysLeft: number | null
  /** Whether it is active and expires within the requested time. */
  due: boolean
  accessLevel: number
  scopes: string[]
  lastUsedAt: string | null
}

export interface TokensAsked {
  groups: string[]
  /** Include subgroups. */
  recursive: boolean
  /** Include revoked and expired tokens. */
  all: boolean
  withinMs: number
}

const dayMs = 86_400_000

/** The tokens of groups, sorted by expiry date. */
export async function readTokens(client: Client, asked: TokensAsked, at: Date): Promise<TokenRow[]> {
  const named = await Promise.all(asked.groups.map((group) => findGroup(client, group)))
  const below = asked.recursive ? await groupsIn(client, named, owner) : []
  const groups = new Map([...named, ...below].map((group) => [group.id, group]))
  const rows = await Promise.all([...groups.values()].map((group) => readGroup(client, group, asked, at)))
  return rows.flat().sort(byExpiry)
}

async function readGroup(client: Client, group: Group, asked: TokensAsked, at: Date): Promise<TokenRow[]> {
  try {
    const tokens = await client.groupAccessTokens.list(group.id, asked.all ? {} : { state: 'active' }).all()
    return tokens.map((token) => rowOf(group, token, asked, at))
  } catch (error) {
    // An earlier request with the same access token succeeded: the role is the cause.
    if (!Unauthorized.is(error)) throw error
    const message = `The access tokens of group ${group.full_path} cannot be read: this requires the role Owner (${error.serverMessage}).`
    throw new Error(message, { cause: error })
  }
}

function rowOf(group: Group, token: GroupAccessToken, { withinMs }: TokensAsked, at: Date): TokenRow {
  const { id, name, active, revoked, expires_at, access_level, scopes, last_used_at } = token
  const leftMs = expires_at === null ? Infinity : Date.parse(expires_at) - at.getTime()
  return {
    group: group.full_path,
    id,
    name,
    state: active ? 'active' : revoked ? 'revoked' : 'expired',
    expiresAt: expires_at,
    daysLeft: expires_at === null ? null : Math.floor(leftMs / dayMs),
    due: active && leftMs <= withinMs,
    accessLevel: access_level,
    scopes,
    lastUsedAt: last_used_at ?? null,
  }
}

function byExpiry(a: TokenRow, b: TokenRow): number {
  // Tokens that do not expire come last.
  const [one, two] = [a.expiresAt ?? '~', b.expiresAt ?? '~']
  if (one !== two) return one < two ? -1 : 1
  return a.group === b.group ? a.id - b.id : a.group < b.group ? -1 : 1
}
