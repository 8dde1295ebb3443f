import { type Client, type Group, type GroupAccessToken, Unauthorized } from '../../sdk'
import { findGroup, groupsIn, owner } from '../shared/group-tree'

/** An access token of a group; never its value, which the service shows nobody. */
export interface TokenRow {
  /** Full path. */
  group: string
  id: number
  name: string
  /** `active`, `revoked` or `expired`. */
  state: 'active' | 'revoked' | 'expired'
  /** First day (UTC) on which it no longer works; null for never. */
  expiresAt: string | null
  /** Days until then, rounded down; negative when it is past. Null for never. */
  daysLeft: number | null
  /** It is active, and expires within the time that was asked for. */
  due: boolean
  accessLevel: number
  scopes: string[]
  lastUsedAt: string | null
}

export interface TokensAsked {
  groups: string[]
  /** Also of all sub-groups. */
  recursive: boolean
  /** Also those that no longer work. */
  all: boolean
  withinMs: number
}

const dayMs = 86_400_000

/** The tokens of groups, the next to expire first. */
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
    // The service has seen the token of this command before: here it means the role.
    if (!Unauthorized.is(error)) throw error
    const message = `The access tokens of group ${group.full_path} cannot be read: that takes an Owner of the group (${error.serverMessage}).`
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
  // What never expires comes last.
  const [one, two] = [a.expiresAt ?? '~', b.expiresAt ?? '~']
  if (one !== two) return one < two ? -1 : 1
  return a.group === b.group ? a.id - b.id : a.group < b.group ? -1 : 1
}
