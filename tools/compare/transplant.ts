import type { Got } from '../../emulator/test/truth/fill-in'
import type { RecordedRequest, RecordedResponse } from '../../emulator/test/truth/recordings'
import { recordedUrl } from '../../emulator/test/truth/replay'
import { withoutPeople } from './people'
import type { Skip } from './skips'

/** Where the recorded groups and projects are on a server. */
export interface Place {
  /** The server's URLs, without a slash at the end: where it is asked, and where it believes itself to be. */
  urls: string[]
  /** Its path is the folder of the recorded top-level groups. */
  folder: { path: string; name: string }
  groups: Record<number, number>
  projects: Record<number, number>
  /** The user of the token. */
  user: number
  /** How many days later than the recording it is there. */
  days: number
}

export const groupPaths: Record<number, string> = { 10: 'acme', 11: 'acme/platform', 12: 'deployers' }
export const projectPaths: Record<number, string> = { 1: 'acme/web', 2: 'acme/api', 3: 'acme/platform/infra' }

/** Whose token is sent. */
export type Holder = { own: true } | { token?: string }

const stands: Record<string, Record<number, string>> = { groups: groupPaths, projects: projectPaths }
/** In bodies: ids of what. */
const idKeys: Record<string, 'groups' | 'projects' | 'user'> = {
  group_id: 'groups',
  target_project_id: 'projects',
  user_id: 'user',
  owner_id: 'user',
}
const owner = 2
/** An unused id, also in bodies. In paths of projects and groups, it can be the id of a foreign one. */
export const unusedId = 987654321

/** The recorded project or group that a path is below. */
export function homeOf(path: string): { kind: 'groups' | 'projects'; id: number; rest: string } | undefined {
  const [, kind = '', segment = '', rest = ''] = /^\/api\/v4\/(groups|projects)\/([^/?]+)([/?].*)?$/.exec(path) ?? []
  const known = Object.entries(stands[kind] ?? {})
  const found = known.find(([id, path]) => segment === id || segment.replaceAll(/%2f/gi, '/') === path)
  return found && { kind: kind as 'groups' | 'projects', id: Number(found[0]), rest }
}

/**
 * Why a request cannot be sent to a server that is not the recorded one, or could reach beyond the scratch group. What
 * passes names a project or group of the scratch group in its path, or nothing that can be changed.
 */
export function obstacle(request: RecordedRequest, recorded: RecordedResponse): Skip | undefined {
  const { who, method, path, headers = {}, json, text = '' } = request
  const writes = method !== 'GET' && method !== 'HEAD'
  const everything = decodeURIComponentSafely(JSON.stringify({ path, json, text, headers }))
  if ('sudo' in headers || /[?&]sudo/.test(path)) return 'administrator'
  if (path.startsWith('/acme/') || everything.includes('emulator-alert-key')) return 'pipelines'
  if (/emulator-(?!owner)/.test(everything)) return 'tokens'
  if (/emulator-owner/.test(decodeURIComponentSafely(path + text + JSON.stringify(json ?? null)))) return 'token in URL'
  if (who && /^emulator-(?:readonly|expired|revoked|job|finished)/.test(who)) return 'tokens'
  if (who && /^(?:reporter|guest|outsider)$/.test(who)) return 'users'
  if (who && who !== 'owner' && !who.includes('-') && !who.includes('{{') && [401, 403].includes(recorded.status)) {
    return who === 'root' ? 'administrator' : 'users'
  }
  if (hasDotSegment(path)) return 'paths'
  if (/^\/api\/v4\/(?:version|metadata|nothing)$/.test(path)) return undefined
  const byBot = who?.includes('{{') || 'private-token' in headers || !who
  if (/^\/api\/v4\/user$/.test(path) && !writes && byBot && !headers.authorization?.includes('owner')) return undefined
  const home = homeOf(path)
  if (!home) return /^\/api\/v4\/(?:groups|projects)\/[^?]/.test(path) ? 'paths' : 'whole server'
  if (writes && /\/self(?:[/?]|$)/.test(home.rest)) return 'own token'
  if (writes && /\/(?:transfer|import|fork)(?:[/?]|$)/.test(home.rest)) return 'whole server'
  if (
    /[?&](?:author_id|assignee_id|user_id|owner_id|group_id|target_project_id|ids)\b/.test(
      decodeURIComponentSafely(path),
    )
  )
    return 'paths'
  const made = writes && recorded.status < 300
  if (made && /\/(?:pipeline|trigger|retry|play|sync)(?:\?|$)/.test(home.rest)) return 'jobs'
  if (/finding_id/.test(everything)) return 'pipelines'
  if (/(?:namespace|parent)\w*"?[=:]/.test(JSON.stringify(json ?? null) + text)) return 'whole server'
  if (/(?:user|group|project|owner)_id|\[id\]/.test(decodeURIComponentSafely(text))) return 'bodies'
  return obstacleInIds(json)
}

/** The server also decodes a dot segment: it refers to another project. */
export function hasDotSegment(path: string): boolean {
  const decoded = decodeURIComponentSafely(decodeURIComponentSafely(path.split('?')[0]!))
  return /(?:^|\/)\.{1,2}(?:\/|$)|\\|\/\//.test(decoded)
}

function obstacleInIds(value: unknown): Skip | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, one] of Object.entries(value)) {
    const of = idKeys[key]
    // An id as text or in a list, or a path.
    if (of && typeof one !== 'number' && one !== null && one !== '') return 'bodies'
    if (of && typeof one === 'number' && one !== unusedId) {
      if (of === 'user' ? one !== owner : !(one in stands[of]!)) return of === 'user' ? 'users' : 'bodies'
    }
    const inside = obstacleInIds(one)
    if (inside) return inside
  }
  return undefined
}

/** The request as it is sent there. */
export function transplant(request: RecordedRequest, place: Place): RecordedRequest & { holder: Holder } {
  const { who, path, headers, json, text } = request
  const home = homeOf(path)
  const shifted = (one: string) => shiftDates(one, place.days)
  const there = home
    ? `/api/v4/${home.kind}/${/^\/api\/v4\/\w+\/\d/.test(path) ? idOf(place, home) : encodeURIComponent(`${place.folder.path}/${stands[home.kind]![home.id]!}`)}${shifted(home.rest)}`
    : path
  const own = who !== undefined && !who.includes('-')
  return {
    ...request,
    holder: own ? { own } : who === undefined ? {} : { token: who },
    path: there,
    ...(headers && { headers: { ...headers } }),
    ...(text !== undefined && { text: shifted(text) }),
    ...(json !== undefined && { json: withIds(json, place) }),
  }
}

function idOf(place: Place, { kind, id }: { kind: 'groups' | 'projects'; id: number }): number {
  const found = place[kind][id]
  if (found === undefined) throw new Error(`There is no ${kind} ${id} in the scratch group.`)
  return found
}

function withIds(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return shiftDates(value, place.days)
  if (Array.isArray(value)) return value.map((one) => withIds(one, place))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const of = idKeys[key]
      if (!of || typeof one !== 'number' || one === unusedId) return [key, withIds(one, place)]
      return [key, of === 'user' ? place.user : idOf(place, { kind: of, id: one })]
    }),
  )
}

/** A response from there, in the form of the recorded server. */
export function transplantBack<T extends Got>(response: T, place: Place): T {
  const recorded = new URL(recordedUrl)
  const { path, name } = place.folder
  const exchanges: [RegExp | string, string][] = [
    ...place.urls
      .flatMap(namesOf)
      .map(([from, to]): [string, string] => [from, to === 'url' ? recordedUrl : recorded[to]]),
    [`${path}/`, ''],
    [`${encodeURIComponent(path)}%2F`, ''],
    [`${name} / `, ''],
    ...(['groups', 'projects'] as const).flatMap((kind) =>
      Object.entries(place[kind]).map(([id, there]): [RegExp, string] => [
        new RegExp(`/${kind}/${there}(?!\\d)`, 'g'),
        `/${kind}/${id}`,
      ]),
    ),
  ]
  const text = (one: string): string => {
    const back = exchanges.reduce((value, [from, to]) => value.replaceAll(from, to), one)
    return /^\d{4}-\d\d-\d\d/.test(back) ? back : shiftDates(back, -place.days)
  }
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(json)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, json(one)]))
  }
  return {
    ...response,
    body: withoutPeople(json(response.body)),
    headers: Object.fromEntries(Object.entries(response.headers).map(([key, value]) => [key, text(value)])),
  }
}

/** How a server's URL and its host are written, the longest first. An IP address alone is not specific. */
function namesOf(url: string): [string, 'url' | 'host' | 'hostname'][] {
  const { origin, host, hostname } = new URL(url)
  const all: [string, 'url' | 'host' | 'hostname'][] = [
    [url, 'url'],
    [origin, 'url'],
    [host, 'host'],
  ]
  return /[\d\]]$/.test(hostname) ? all : [...all, [hostname, 'hostname']]
}

/** Days in strings such as `2026-12-31`, so many days later. */
export const shiftDates = (text: string, days: number): string =>
  days === 0
    ? text
    : text.replaceAll(/(?<!\d)20[2-9]\d-[01]\d-[0-3]\d(?!\d)/g, (day) => {
        const at = Date.parse(`${day}T00:00:00Z`)
        const known = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
        return known ? new Date(at + days * 86_400_000).toISOString().slice(0, 10) : day
      })

function decodeURIComponentSafely(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}
