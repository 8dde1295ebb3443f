import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Release, Tier } from '../..'

/**
 * A request of a scenario. In strings, `{{2.id}}` stands for the `id` in the response to the request with index 2. In a
 * file, `{{day+7}}` also stands for the date a week after the day of the recording.
 */
export interface RecordedRequest {
  /** A username, whose token is sent, or a token, which contains a hyphen. Default: no token. */
  who?: string
  method: string
  /** Starts with `/api/v4`, percent-encoded, with the query. */
  path: string
  headers?: Record<string, string>
  /** A JSON body. `{ "$from": "2.id" }` stands for a value of an earlier response. */
  json?: unknown
  /** A body that is sent unchanged. `type` is its media type. */
  text?: string
  type?: string
}

export interface RecordedResponse {
  status: number
  /** Parsed JSON; `{ $text }` for other text. */
  body?: unknown
  headers: Record<string, string>
}

/** Requests to a server with the seed world, and GitLab's responses on each tier. */
export interface Scenario {
  noun: string
  name: string
  release: Release
  requests: RecordedRequest[]
  responses: Partial<Record<Tier, RecordedResponse[]>>
}

/**
 * A response of a later release, as in a file: null if it does not differ from that of the first release on the same
 * tier, or the values that differ, by path. A path without a value is one that the response does not have.
 */
type LaterResponse = RecordedResponse | { changes: [path: (string | number)[], value?: unknown][] } | null

/** A scenario in a file. */
interface RecordedScenario extends Pick<Scenario, 'requests'> {
  responses: Partial<Record<Release, Partial<Record<Tier, LaterResponse[]>>>>
}

/** The times of the recordings. Dates in requests and responses depend on them. */
export const recordedAt: Record<Release, string> = {
  '18.9': '2026-11-22T12:00:00.000Z',
  '19.3': '2026-11-27T12:00:00.000Z',
}
export const releases = Object.keys(recordedAt) as Release[]

const folder = join(__dirname, 'recordings')

/** The nouns that have recordings, one file each. */
export const nouns = readdirSync(folder)
  .map((file) => file.replace('.json.gz', ''))
  .sort()

/** The scenarios of a noun that were recorded with a release. */
export function load(noun: string, release: Release): Scenario[] {
  const text = gunzipSync(readFileSync(join(folder, `${noun}.json.gz`))).toString()
  const { scenarios } = JSON.parse(text) as { scenarios: Record<string, RecordedScenario> }
  return Object.entries(scenarios).flatMap(([name, { requests, responses }]) => {
    const ofRelease = responses[release]
    if (!ofRelease) return []
    const before = responses['18.9'] as Scenario['responses'] | undefined
    return {
      noun,
      name,
      release,
      requests: requests.map((request) => withDates(request, recordedAt[release])),
      responses: Object.fromEntries(
        Object.entries(ofRelease).map(([tier, list]) => [
          tier,
          list.map((response, at) => complete(response, before?.[tier as Tier]?.[at])),
        ]),
      ),
    }
  })
}

function withDates<T>(value: T, now: string): T {
  const day = (offset: number) => new Date(Date.parse(now) + offset * 86_400_000).toISOString().slice(0, 10)
  const text = JSON.stringify(value).replace(/\{\{day([+-]\d+)\}\}/g, (_, offset: string) => day(Number(offset)))
  return JSON.parse(text) as T
}

function complete(response: LaterResponse, before: RecordedResponse | undefined): RecordedResponse {
  if (response !== null && 'status' in response) return response
  const copy = structuredClone(before!)
  const whole = { ...copy, body: copy.body ?? null }
  for (const [path, ...value] of response?.changes ?? []) {
    const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], whole)
    const key = path.at(-1)!
    if (value.length === 0) delete (parent as Record<string, unknown>)[key]
    else (parent as Record<string, unknown>)[key] = value[0]
  }
  return whole
}
