import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Tier } from '../../emulator'

/** One request of a scenario. Texts may hold `{{2.id}}`: the `id` in the answer to the request with index 2. */
export interface RecordedRequest {
  /** Whose token is sent: a user's name, or the token itself if it has a hyphen. Absent for none. */
  who?: string
  method: string
  /** From `/api/v4` on, percent-encoded, with the query. */
  path: string
  headers?: Record<string, string>
  /** A body that is sent as JSON. `{ "$from": "2.id" }` stands for a value of an earlier answer. */
  json?: unknown
  /** A body that is sent as it is, with this media type. */
  text?: string
  type?: string
}

export interface Answer {
  status: number
  /** Parsed JSON; `{ $text }` for other text. */
  body?: unknown
  headers: Record<string, string>
}

/** Requests to a server that holds the seed world, and what GitLab answered to them on each tier. */
export interface Scenario {
  noun: string
  name: string
  requests: RecordedRequest[]
  answers: Partial<Record<Tier, Answer[]>>
}

/** When the answers were recorded: dates in requests and answers are close to it. */
export const recordedAt = '2026-11-22T12:00:00.000Z'

const folder = join(__dirname, 'recordings')

/** What there are recordings of: one file for each. */
export const nouns = readdirSync(folder)
  .map((file) => file.replace('.json.gz', ''))
  .sort()

export function load(noun: string): Scenario[] {
  const text = gunzipSync(readFileSync(join(folder, `${noun}.json.gz`))).toString()
  const { scenarios } = JSON.parse(text) as { scenarios: Record<string, Omit<Scenario, 'noun' | 'name'>> }
  return Object.entries(scenarios).map(([name, scenario]) => ({ noun, name, ...scenario }))
}
