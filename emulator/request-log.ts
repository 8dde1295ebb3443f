/** A request that reached the emulator, in the order of arrival. */
export interface RequestRecord {
  method: string
  /** Path and query as sent, secrets redacted. */
  path: string
  /** 0 until it is answered, and for ever when a fault cut the connection before any work. */
  status: number
  /** Name of the user whose token it carried; null without a token, and for an unknown one. */
  actor: string | null
  /** The body as parsed, secrets redacted; absent when there was none. */
  body?: unknown
}

const hidden = '[redacted]'
const secretName = /^(?:(?:\w+_)?token|password|passphrase|secret|authorization_key|private_key)$/i
const secretInQuery = /([?&](?:\w*_)?(?:token|password|secret)=)[^&#]*/gi
/** Tokens that the emulator has issued, wherever they may stand. */
const issued = /\bgl(?:pat|ptt)-[\w-]{20,}/g
/** A password may hold what no URL allows, and then look like a port and a path. */
const userinfo = /([a-z][a-z0-9+.-]{0,40}:\/\/)(?:[^/\s?#:]*:\S*|[^/\s?#]*)@/gi
const userinfoInQuery = /((?::|%3a)(?:\/|%2f){2})[^&#\s]*(?:@|%40)/gi

/** Hides secrets in a path with its query. */
export const redactPath = (path: string): string =>
  path.replace(secretInQuery, `$1${hidden}`).replace(userinfoInQuery, `$1${hidden}@`).replace(issued, hidden)

/** A copy without secrets: the values of keys that sound like one, tokens, and the userinfo of URLs. */
export function redactBody(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(userinfo, `$1${hidden}@`).replace(issued, hidden)
  if (Array.isArray(value)) return value.map(redactBody)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, secretName.test(key) && inner ? hidden : redactBody(inner)]),
  )
}

/** A log that outlives days of use must not outgrow memory. */
const kept = 20_000

export class RequestLog {
  #records: RequestRecord[] = []

  add(method: string, path: string, body: unknown): RequestRecord {
    const record: RequestRecord = { method, path: redactPath(path), status: 0, actor: null }
    if (body !== undefined) record.body = redactBody(body)
    this.#records.push(record)
    if (this.#records.length > 2 * kept) this.#records = this.#records.slice(-kept)
    return record
  }

  all(): RequestRecord[] {
    return structuredClone(this.#records)
  }

  clear(): void {
    this.#records = []
  }
}
