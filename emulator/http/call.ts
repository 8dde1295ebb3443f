import { type AccessTokenRecord } from '../records/access-token'
import { type JobRecord } from '../records/job'
import { type UserRecord } from '../records/user'
import { identify, type Identity } from './identity'
import { type Exchange, isReading } from './exchange'
import { type Instance } from './instance'
import { type RawParams } from './nest'

/** One request on its way through an endpoint: who asks, for what, and what goes back beside the body. */
export class Call {
  /** Status of the answer, when it is not the method's usual one. */
  status: number | undefined
  /** Headers of the answer. */
  readonly headers: Record<string, string> = {}
  /** Everything that was sent, and after the parameters were judged also what stands in for the rest. */
  all: RawParams
  #identity: Identity | undefined

  constructor(
    readonly instance: Instance,
    private readonly exchange: Exchange,
    /** Parameters in the path, decoded. */
    private readonly segments: RawParams,
    query: RawParams,
    private readonly scopes: readonly string[],
    /** Whether tokens of CI/CD jobs are looked at here. */
    private readonly jobTokens = false,
    private readonly readingScopes: readonly string[] = [],
    /** Which of two equal requests this is that are carried out at the same moment, if it is one. */
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

  /** Whether the body counts. Of a request that reads, GitLab looks at forms alone; the specification at any payload. */
  private get hasBody(): boolean {
    return this.instance.flavor === 'spec' || this.exchange.body.form === true || !isReading(this.method)
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

  /** Who asks. @throws HttpError 401 or 403 when the credentials cannot be used. */
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

  /** The user who asks; null for nobody. @throws HttpError 401 or 403 when the credentials cannot be used. */
  get user(): UserRecord | null {
    return this.identity.user
  }

  /** The access token by which they ask; null for a job and for nobody. */
  get token(): AccessTokenRecord | null {
    return this.identity.token
  }

  /** The job that asks, in the name of its user; null for anybody else. */
  get job(): JobRecord | null {
    return this.identity.job
  }
}
