import { redactPath, redactRequestBody } from './redact'

/** A request that the emulator received. */
export interface RequestRecord {
  method: string
  /** Path and query as sent, without secrets. */
  path: string
  /**
   * Status of the response. 0 until it is sent, or if a fault closed the connection before the request had an effect.
   */
  status: number
  /** Username of the owner of the token. Null without a token or for an unknown one. */
  actor: string | null
  /** The parsed body, without secrets. Absent if the request has none. */
  body?: unknown
  /** Names of parameters without effect: the endpoint does not have them, or the emulator ignores them. */
  unused?: string[]
}

/** The log is limited so that an emulator can run for days. */
const kept = 20_000
const keptBytes = 32 * 1024 * 1024

export class RequestLog {
  #records: RequestRecord[] = []
  /** Size of each record in bytes, in the same order. */
  #sizes: number[] = []
  #bytes = 0

  /** @param size Size of the body in bytes. */
  add(method: string, path: string, body: unknown, size = 0): RequestRecord {
    const record: RequestRecord = { method, path: redactPath(path), status: 0, actor: null }
    if (body !== undefined) record.body = redactRequestBody(path, body)
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

  /** Keeps the newest records. Removes many at once, so that this is rarely necessary. */
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
