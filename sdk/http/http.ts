import { setMaxListeners } from 'node:events'
import { type ApiResponse, type Call, parseResponse, type RawResponse, withoutQuery } from './call'
import type { Clock } from './clock'
import { Connections, describe, dispatch, isClientRefused, type Progress, responseTooLarge } from './connections'
import { encodeParams } from './encode'
import { ConnectionError, SdkError, UnreadableResponse } from './errors'
import { hasInvalidId, invalidId, isPlainObject } from './json'
import { List } from './list'
import { checkLimit, checkToken, type ClientOptions, normalizeBaseUrl, type RequestOptions } from './options'
import type { Path } from './path'
import { type Limits, type RateLimiter, rateLimiterFor } from './rate-limiter'
import { redactError, type Redaction, redactor, withBody } from './redact'
import { rebase, Redirects } from './redirect'
import { mayRetry, Retries, retryDelay } from './retry'

/** Options of a call whose HTTP method does not determine whether it is idempotent. */
export interface WriteOptions extends RequestOptions {
  /** Default: false for POST and PATCH, true for PUT and DELETE. */
  idempotent?: boolean
}

const maxQueryLength = 2_000

const json = { 'content-type': 'application/json' }

/** Statuses without a body: done, or nothing to do. */
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 304])

/** Sends requests to one service: retries, limits, redirects and errors, independent of endpoints. */
export class Http {
  /** The base URL, normalized. */
  readonly baseUrl: string
  /** Path of the API on its host. */
  readonly root: string
  readonly maxConcurrency: number
  private readonly origin: string
  // Private fields are not logged with the client. They contain the token, and connections contain that of their last
  // request.
  readonly #connections: Connections
  readonly #headers: Record<string, string>
  readonly #options: ClientOptions
  private readonly rateLimiter: RateLimiter
  private readonly limits: Limits
  private readonly redaction: Redaction
  private readonly redirects: Redirects

  constructor(
    options: ClientOptions,
    readonly clock: Clock,
    apiRoot: ApiRoot = api,
    connections?: Connections,
  ) {
    const { token, maxConcurrency = 10, maxRequestsPerMinute = Infinity, userAgent = 'trueup' } = options
    const { retryDelayMs = 500, onPause } = options
    checkToken(token)
    checkLimit('maxConcurrency', maxConcurrency)
    checkLimit('maxRequestsPerMinute', maxRequestsPerMinute)
    this.baseUrl = normalizeBaseUrl(options.baseUrl)
    this.origin = new URL(this.baseUrl).origin
    this.root = `${this.baseUrl.slice(this.origin.length)}${apiRoot.root}`
    this.maxConcurrency = maxConcurrency
    this.redaction = redactor(token)
    this.redirects = new Redirects((call) => this.deliver(call), this.baseUrl, this.root, this.redaction)
    this.rateLimiter = rateLimiterFor(this.origin, token)
    this.limits = { maxConcurrency, maxRequestsPerMinute, retryDelayMs, clock, onPause }
    this.#options = options
    this.#headers = { accept: 'application/json', 'user-agent': userAgent, ...(token && apiRoot.credentials(token)) }
    this.#connections = connections ?? new Connections(options, this.origin)
  }

  /**
   * A client with the same options for webhooks at another origin, outside the API. It authenticates with `key`, not
   * the token.
   */
  webhooks(origin: string, key: string): Http {
    const options: ClientOptions = { ...this.#options, baseUrl: origin, token: key, bodyEncoding: 'json' }
    return new Http(options, this.clock, webhooks, this.#connections)
  }

  async get<T>(path: Path, params: object = {}, options: RequestOptions = {}): Promise<T> {
    const call: Call = { method: 'GET', target: withQuery(path, encodeParams(params)), idempotent: true, options }
    return this.objectIn(await this.send(call), call) as T
  }

  list<T>(path: Path, params: object = {}, options: RequestOptions = {}): List<T> {
    return new List(this, path, params, options)
  }

  async post<T>(path: Path, body?: object, { idempotent = false, ...options }: WriteOptions = {}): Promise<T> {
    const call: Call = { method: 'POST', target: `${path}`, body, idempotent, options }
    return this.objectIn(await this.send(call), call) as T
  }

  async put<T>(path: Path, body?: object, { idempotent = true, ...options }: WriteOptions = {}): Promise<T> {
    const call: Call = { method: 'PUT', target: `${path}`, body, idempotent, options }
    return this.objectIn(await this.send(call), call) as T
  }

  async patch<T>(path: Path, body?: object, { idempotent = false, ...options }: WriteOptions = {}): Promise<T> {
    const call: Call = { method: 'PATCH', target: `${path}`, body, idempotent, options }
    return this.objectIn(await this.send(call), call) as T
  }

  /** Sends long parameters in the body, which the service reads for DELETE but not for GET. */
  async delete<T = void>(path: Path, params: object = {}, options: WriteOptions = {}): Promise<T> {
    const { idempotent = true, ...rest } = options
    const query = encodeParams(params)
    const destination =
      query.length > maxQueryLength ? { target: `${path}`, body: params } : { target: withQuery(path, query) }
    return (await this.send({ method: 'DELETE', ...destination, idempotent, options: rest })).body as T
  }

  /** Sends a request, follows redirects and resolves with the response. Throws if the response is an error. */
  async send(call: Call): Promise<ApiResponse> {
    // A signal can abort any number of calls, but Node warns about a leak above ten listeners.
    if (call.options.signal) setMaxListeners(Infinity, call.options.signal)
    const { intercept } = this.#options
    const follow = () => (call.method === 'GET' ? this.redirects.read(call) : this.redirects.write(call))
    return intercept ? intercept({ method: call.method, target: call.target }, follow) : follow()
  }

  /** The target of a URL in a header of the response to `target`. Undefined if the URL is not in the API. */
  rebase(url: string, target: string): string | undefined {
    return rebase(url, this.root, target)
  }

  /** Closes the connections after the active requests are complete. */
  close(): Promise<void> {
    return this.#connections.close()
  }

  /** The body of a response with one object. Undefined if the status says that there is no body. */
  private objectIn(response: ApiResponse, call: Call): object | undefined {
    const { body, status } = response
    if (isPlainObject(body) && hasInvalidId(body)) throw this.unreadable(invalidId, call, response)
    if (isPlainObject(body) || (body === undefined && call.method !== 'GET' && statusesWithoutBody.has(status)))
      return body
    throw this.unreadable(flawOf(body, call.method), call, response)
  }

  private unreadable(reason: string, { method, target }: Call, { status }: ApiResponse): UnreadableResponse {
    return new UnreadableResponse(reason, { method, path: this.pathOf(target), status, sent: true })
  }

  /** Sends a request and retries it while that is allowed. */
  private async deliver(call: Call): Promise<ApiResponse> {
    const { maxRetries = 4, onRetry } = this.#options
    const { method, target, options } = call
    const retries = new Retries(maxRetries)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(call, attempt > 1)
      } catch (error) {
        if (!mayRetry(error, call.idempotent) || !retries.allow(error)) throw error
        const delayMs = retryDelay(error, attempt, this.limits.retryDelayMs)
        onRetry?.({ method, path: this.pathOf(target), attempt, reason: error.message, delayMs })
        await this.clock.sleep(delayMs, options.signal)
      }
    }
  }

  private async attempt(call: Call, isRetry: boolean): Promise<ApiResponse> {
    const { method, target, body } = call
    const { signal } = call.options
    const permit = await this.rateLimiter.acquire({ method, target, limits: this.limits, isRetry, signal })
    try {
      signal?.throwIfAborted()
      if (this.#connections.closing) throw new SdkError('the client is closed')
      const raw = await this.exchange(call)
      permit.responded(raw)
      return parseResponse(raw, method, this.pathOf(target), withBody(this.redaction, body), this.clock)
    } catch (error) {
      if (ConnectionError.is(error) && error.timedOut) permit.timedOut()
      throw error
    } finally {
      permit.release()
    }
  }

  /** Sends one request over a connection and waits for the response, within the timeout. */
  private async exchange({ method, target, body, options }: Call): Promise<RawResponse> {
    const { signal, timeoutMs = this.#options.timeoutMs ?? 60_000 } = options
    const end = new AbortController()
    const timeout = new Error(`no complete response within ${timeoutMs} ms`)
    const timer = setTimeout(() => end.abort(timeout), timeoutMs)
    const relay = (): void => end.abort(signal?.reason)
    signal?.addEventListener('abort', relay, { once: true })
    const progress: Progress = { sent: false }
    try {
      const { text, headers } = this.encodeBody(method, body)
      return await dispatch(
        this.#connections.to(this.origin, this.maxConcurrency),
        {
          origin: this.origin,
          path: this.root + target,
          method,
          body: text,
          headers: { ...this.#headers, ...headers },
        },
        progress,
        end.signal,
      )
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      redactError(cause, withBody(this.redaction, body))
      // With TLS 1.3, a server can reject the client's certificate after the request was sent, and does not read it then.
      const isUnread = progress.status === undefined && isClientRefused(cause)
      const at = { ...progress, ...(isUnread && { sent: false }), method, path: this.pathOf(target), cause }
      if (cause === responseTooLarge) throw new UnreadableResponse(responseTooLarge.message, at)
      const timedOut = cause === timeout
      const reason = `${timedOut || progress.status === undefined ? '' : 'the response was interrupted: '}${describe(cause)}`
      throw new ConnectionError(reason, { ...at, timedOut })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', relay)
    }
  }

  private encodeBody(
    method: string,
    body: object | undefined,
  ): { text: string | null; headers: Record<string, string> } {
    // A read-only service rejects a write as JSON only if the write has this content type. Otherwise it redirects to
    // its home page.
    if (body === undefined) return { text: null, headers: method === 'GET' ? {} : json }
    return this.#options.bodyEncoding === 'form'
      ? { text: encodeParams(body), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      : { text: JSON.stringify(body), headers: json }
  }

  /** The path for error messages. */
  private pathOf(target: string): string {
    return this.redaction.ours(this.root + withoutQuery(target))
  }
}

/** Why a body is not the object that a call expects. */
function flawOf(body: unknown, method: string): string {
  if (body === undefined) return 'the response is empty: check baseUrl'
  // GitLab responds with null if its database refuses a value that its rules allow.
  if (body === null && method === 'PUT')
    return 'the response is null, probably because the database of the service refused a value'
  return 'the response is not an object'
}

const withQuery = (path: Path, query: string): string => (query === '' ? `${path}` : `${path}?${query}`)

/** The path of an API below the base URL, and its authentication headers. */
interface ApiRoot {
  root: string
  credentials: (secret: string) => Record<string, string>
}

const api: ApiRoot = { root: '/api/v4', credentials: (token) => ({ 'private-token': token }) }

const webhooks: ApiRoot = { root: '', credentials: (key) => ({ authorization: `Bearer ${key}` }) }
