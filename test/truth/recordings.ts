import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Tier } from '../../emulator'

/** A request of a scenario. In strings, `{{2.id}}` stands for the `id` in the response to the request with index 2. */
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
  requests: RecordedRequest[]
  responses: Partial<Record<Tier, RecordedResponse[]>>
}

/** A scenario in a file. */
interface RecordedScenario extends Pick<Scenario, 'requests'> {
  answers: Scenario['responses']
}

/** The time of the recording. Dates in requests and responses depend on it. */
export const recordedAt = '2026-11-22T12:00:00.000Z'

const folder = join(__dirname, 'recordings')

/** The nouns that have recordings, one file each. */
export const nouns = readdirSync(folder)
  .map((file) => file.replace('.json.gz', ''))
  .sort()

export function load(noun: string): Scenario[] {
  const text = gunzipSync(readFileSync(join(folder, `${noun}.json.gz`))).toString()
  const { scenarios } = JSON.parse(text) as { scenarios: Record<string, RecordedScenario> }
  return Object.entries(scenarios).map(([name, { requests, answers }]) => ({
    noun,
    name,
    requests,
    responses: answers,
  }))
}
