import { type IncomingHttpHeaders } from 'node:http'
import { admit, tokenOf } from './auth'
import { type Body } from './body'
import { type Instance } from './instance'
import { type RawParams } from './nest'
import { type AccessTokenRecord, type UserRecord, users } from './records'
import { type RequestRecord } from './request-log'

/** A request as it came in. */
export interface Exchange {
  method: string
  /** Percent-encoded, without query, its slashes single. */
  path: string
  /** Percent-encoded, without `?`. */
  search: string
  headers: IncomingHttpHeaders
  body: Body
  record: RequestRecord
}

/** One request on its way through an endpoint: who asks, for what, and what goes back beside the body. */
export class Call {
  /** Status of the answer, when it is not the method's usual one. */
  status: number | undefined
  /** Headers of the answer. */
  readonly headers: Record<string, string> = {}
  /** Everything that was sent, and after the parameters were judged also what stands in for the rest. */
  all: RawParams
  #token: AccessTokenRecord | null | undefined

  constructor(
    readonly instance: Instance,
    private readonly exchange: Exchange,
    /** Parameters in the path, decoded. */
    private readonly segments: RawParams,
    query: RawParams,
    private readonly scopes: readonly string[],
  ) {
    const body = ['GET', 'HEAD', 'OPTIONS'].includes(exchange.method) ? {} : exchange.body.params
    this.all = { ...query, ...body, ...segments }
  }

  get store() {
    return this.instance.store
  }

  get method(): string {
    return this.exchange.method
  }

  /** Path as sent. */
  get path(): string {
    return this.exchange.path
  }

  /** Query as sent, without `?`. */
  get search(): string {
    return this.exchange.search
  }

  /** A parameter in the path, decoded. */
  segment(name: string): string {
    return String(this.segments[name])
  }

  /** A header of the request; `name` in lower case. */
  header(name: string): string | undefined {
    return this.exchange.headers[name]?.toString()
  }

  /** The time as records hold it. */
  now(): string {
    return this.instance.clock.now().toISOString()
  }

  /** The access token of who asks; null for nobody. @throws HttpError 401 or 403 when it cannot be used. */
  get token(): AccessTokenRecord | null {
    if (this.#token === undefined) {
      const read = this.method === 'GET' || this.method === 'HEAD'
      const accepted = [...this.scopes, 'api', ...(read ? ['read_api'] : [])]
      const text = tokenOf(this.all, this.exchange.headers)
      this.#token = admit(this.store, text, { accepted, path: this.path, now: this.instance.clock.now() })
    }
    return this.#token
  }

  /** Who asks; null for nobody. @throws HttpError 401 or 403 when the token cannot be used. */
  get user(): UserRecord | null {
    return this.token && (this.store.of(users).get(this.token.user_id) ?? null)
  }
}
