import type { AccessTokenRecord } from '../records/access-token'
import type { JobRecord } from '../records/job'
import type { UserRecord } from '../records/user'
import { type Exchange, isReading } from './exchange'
import { identify, type Identity } from './identity'
import type { Instance } from './instance'
import type { RawParams } from './nest'

/** A request to an endpoint, and the status and headers of its response. */
export class Call {
  /** Status of the response. Default: the method's usual one. */
  status: number | undefined
  /** Headers of the response. */
  readonly headers: Record<string, string> = {}
  /** All sent parameters. After the validation, also the defaults of the others. */
  all: RawParams
  #identity: Identity | undefined

  constructor(
    readonly instance: Instance,
    private readonly exchange: Exchange,
    /** Parameters in the path, decoded. */
    private readonly segments: RawParams,
    query: RawParams,
    private readonly scopes: readonly string[],
    /** Whether the endpoint accepts tokens of CI/CD jobs. */
    private readonly jobTokens = false,
    private readonly readingScopes: readonly string[] = [],
    /** Which of two equal, simultaneous requests this is. */
    readonly race?: 'first' | 'second',
  ) {
    this.all = { ...query, ...(this.hasBody ? exchange.body.params : {}), ...segments }
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

  /**
   * Whether the body adds parameters. In requests that read, GitLab only accepts forms, the specification any payload.
   */
  private get hasBody(): boolean {
    return this.instance.flavor === 'spec' || this.exchange.body.form === true || !isReading(this.method)
  }

  /** A parameter in the path, decoded. */
  segment(name: string): string {
    return String(this.segments[name])
  }

  /** A header of the request. `name` must be lower case. */
  header(name: string): string | undefined {
    return this.exchange.headers[name]?.toString()
  }

  /** The current time in the format of records. */
  now(): string {
    return this.instance.clock.now().toISOString()
  }

  /** The caller. @throws HttpError 401 or 403 if the credentials are invalid. */
  private get identity(): Identity {
    if (!this.#identity) {
      const { headers, record } = this.exchange
      const read = this.method === 'GET' || this.method === 'HEAD'
      const accepted = [...this.scopes, 'api', ...(read ? [...this.readingScopes, 'read_api'] : [])]
      // GitLab also names the scopes that suffice for reading.
      const named =
        read || this.instance.flavor === 'gitlab'
          ? [...this.readingScopes, ...this.scopes, 'api', 'read_api']
          : accepted
      const { all: params, path, jobTokens } = this
      const now = this.instance.clock.now()
      const scopes = { accepted, named }
      this.#identity = identify(this.store, { params, headers, scopes, jobTokens, path, url: this.instance.url, now })
      if (this.#identity.job) record.actor = this.#identity.user?.username ?? null
    }
    return this.#identity
  }

  /**
   * The user who sent the request; null for anonymous requests. @throws HttpError 401 or 403 if the credentials are
   * invalid.
   */
  get user(): UserRecord | null {
    return this.identity.user
  }

  /** The access token of the request; null for jobs and anonymous requests. */
  get token(): AccessTokenRecord | null {
    return this.identity.token
  }

  /** The job that sent the request on behalf of its user; null for other callers. */
  get job(): JobRecord | null {
    return this.identity.job
  }
}
