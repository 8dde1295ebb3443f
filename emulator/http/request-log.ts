import { redactBody, redactPath } from './redact'

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
  /** Names of parameters without effect: the endpoint does not have them, or the emulator ignores them. */
  unused?: string[]
}

/** A log that outlives days of use must not outgrow memory. */
const kept = 20_000
const keptBytes = 32 * 1024 * 1024

export class RequestLog {
  #records: RequestRecord[] = []
  /** Bytes of each, in the same order. */
  #sizes: number[] = []
  #bytes = 0

  /** `size` is that of the body, in bytes. */
  add(method: string, path: string, body: unknown, size = 0): RequestRecord {
    const record: RequestRecord = { method, path: redactPath(path), status: 0, actor: null }
    if (body !== undefined) record.body = redactBody(body)
    this.#records.push(record)
    this.#sizes.push(record.path.length + size)
    this.#bytes += record.path.length + size
    if (this.#records.length > 2 * kept || this.#bytes > 2 * keptBytes) this.#forget()
    return record
  }

  all(): RequestRecord[] {
    return structuredClone(this.#records)
  }

  clear(): void {
    this.#records = []
    this.#sizes = []
    this.#bytes = 0
  }

  /** Keeps the newest; many are forgotten at once, so that it is seldom done. */
  #forget(): void {
    let from = this.#records.length
    this.#bytes = 0
    while (from > 0 && this.#records.length - from < kept && this.#bytes + this.#sizes[from - 1]! <= keptBytes) {
      this.#bytes += this.#sizes[--from]!
    }
    this.#records = this.#records.slice(from)
    this.#sizes = this.#sizes.slice(from)
  }
}
