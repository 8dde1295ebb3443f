import { type AccessToken, type AccessTokens, type Client, Unauthorized } from '../../sdk'
import { findGroup, findProject, groupsIn, maintainer, owner, projectsIn } from '../shared/group-tree'

/** An access token of a project or group, without its value. */
export interface TokenRow {
  /** Full path of the project, for its tokens. */
  project?: string | undefined
  /** Full path of the group, for its tokens. */
  group?: string | undefined
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
  projects: string[]
  groups: string[]
  /** Include subgroups and projects of the groups. */
  recursive: boolean
  /** Include revoked and expired tokens. */
  all: boolean
  withinMs: number
}

const dayMs = 86_400_000

/** A project or group whose tokens are listed. */
type Place = Pick<TokenRow, 'project' | 'group'> & { id: number; tokens: AccessTokens }

/** The tokens of projects and groups, sorted by expiry date. */
export async function readTokens(client: Client, asked: TokensAsked, at: Date): Promise<TokenRow[]> {
  const places = await placesOf(client, asked)
  const rows = await Promise.all(places.map((place) => readPlace(place, asked, at)))
  return rows.flat().sort(byExpiry)
}

async function placesOf(client: Client, { projects, groups, recursive }: TokensAsked): Promise<Place[]> {
  const [ofProjects, ofGroups] = await Promise.all([
    Promise.all(projects.map((project) => findProject(client, project))),
    Promise.all(groups.map((group) => findGroup(client, group))),
  ])
  // Tokens of archived projects still work.
  const below = recursive
    ? await Promise.all([projectsIn(client, ofGroups, maintainer), groupsIn(client, ofGroups, owner)])
    : ([[], []] as const)
  const places = [
    ...[...ofProjects, ...below[0]].map(({ id, path_with_namespace: project }) => ({
      ...{ id, project, tokens: client.projectAccessTokens },
    })),
    ...[...ofGroups, ...below[1]].map(({ id, full_path: group }) => ({ id, group, tokens: client.groupAccessTokens })),
  ]
  return [...new Map(places.map((place) => [placeOf(place), place])).values()]
}

async function readPlace(place: Place, asked: TokensAsked, at: Date): Promise<TokenRow[]> {
  try {
    const tokens = await place.tokens.list(place.id, asked.all ? {} : { state: 'active' }).all()
    return tokens.map((token) => rowOf(place, token, asked, at))
  } catch (error) {
    // An earlier request with the same access token succeeded: the role is the cause.
    if (!Unauthorized.is(error)) throw error
    const [noun, role] = place.project === undefined ? ['group', 'Owner'] : ['project', 'Maintainer']
    const message = `The access tokens of ${noun} ${placeOf(place)} cannot be read: this requires the role ${role} (${error.serverMessage}).`
    throw new Error(message, { cause: error })
  }
}

function rowOf({ project, group }: Place, token: AccessToken, { withinMs }: TokensAsked, at: Date): TokenRow {
  const { id, name, active, revoked, expires_at, access_level, scopes, last_used_at } = token
  const leftMs = expires_at === null ? Infinity : Date.parse(expires_at) - at.getTime()
  return {
    ...(project === undefined ? { group } : { project }),
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

/** The path of the token's project or group. */
export const placeOf = ({ project, group }: Pick<TokenRow, 'project' | 'group'>): string => project ?? group ?? ''

function byExpiry(a: TokenRow, b: TokenRow): number {
  // Tokens that do not expire come last.
  const [one, two] = [a.expiresAt ?? '~', b.expiresAt ?? '~']
  if (one !== two) return one < two ? -1 : 1
  return placeOf(a) === placeOf(b) ? a.id - b.id : placeOf(a) < placeOf(b) ? -1 : 1
}
