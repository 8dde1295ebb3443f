import { SdkError } from './errors'

/** Options of a client. */
export interface ClientOptions {
  /** URL of the service, such as `https://gitlab.com`. A path prefix is kept, and a trailing `/api/v4` is removed. */
  baseUrl: string
  /** Access token, sent as `PRIVATE-TOKEN`. Without a token, only public objects can be read. */
  token?: string | undefined
  /** `User-Agent` header. Default: `trueup`. */
  userAgent?: string | undefined
  /**
   * Maximum number of retries of a request. Default: 4. 0: no retries. Rejections with status 429 are counted
   * separately: the client retries them up to 12 times, after the wait that the service requests. A request waits for
   * at most 5 minutes per `Retry-After` header, and 15 minutes in total.
   */
  maxRetries?: number | undefined
  /**
   * Maximum wait before the first retry, in milliseconds. It doubles with each retry, up to 30 seconds. Default: 500.
   */
  retryDelayMs?: number | undefined
  /** Timeout of one attempt, from connecting to the last byte of the response, in milliseconds. Default: 60,000. */
  timeoutMs?: number | undefined
  /**
   * Maximum number of concurrent requests of all clients with the same origin and token. Default: 10. The client sends
   * fewer while the service slows down or rejects requests.
   */
  maxConcurrency?: number | undefined
  /** Maximum number of requests per minute of all clients with the same origin and token. Default: no limit. */
  maxRequestsPerMinute?: number | undefined
  /** An additional certificate authority to trust, in PEM format. */
  caCertificate?: string | undefined
  /**
   * Certificate of this client in PEM format, for services that require one. Certificates of its authorities can follow.
   * Requires `clientKey`. Shown only to the origin of `baseUrl`.
   */
  clientCertificate?: string | undefined
  /** Private key of `clientCertificate`, in PEM format without a passphrase. */
  clientKey?: string | undefined
  /** Encoding of request bodies. Default: `json`. A form cannot contain an empty list. */
  bodyEncoding?: 'json' | 'form' | undefined
  /** Called before each wait for a retry. */
  onRetry?: ((event: RetryEvent) => void) | undefined
  /**
   * Called when all requests wait because of a rate limit of the service or `maxRequestsPerMinute`, with the wait in
   * milliseconds.
   */
  onPause?: ((ms: number) => void) | undefined
  /**
   * Called for each request. `send` sends it, with its retries and redirects. What this function returns or throws is
   * the result of the call.
   */
  intercept?: Intercept | undefined
}

/** Decides whether a request is sent, and sees its result. */
export type Intercept = <T>(request: InterceptedRequest, send: () => Promise<T>) => Promise<T>

/** A request before it is sent. */
export interface InterceptedRequest {
  readonly method: string
  /** Path and query below `/api/v4`, encoded. */
  readonly target: string
}

/** A failed attempt that will be retried. */
export interface RetryEvent {
  method: string
  /** Path of the request, starting at the host, percent-encoded, without the query. */
  path: string
  /** Number of the failed attempt, starting at 1. */
  attempt: number
  /** The error message. */
  reason: string
  /** Wait before the next attempt, in milliseconds. */
  delayMs: number
}

/** Options of a single call. */
export interface RequestOptions {
  /** Aborts the call and its waits. The call rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Timeout of each attempt, in milliseconds. Default: the client's `timeoutMs`. */
  timeoutMs?: number | undefined
}

/** The name of a host, with or without a port and a path. Lower case, unlike parts of access tokens. */
const hostOnly =
  /^([a-z\d-]+\.)*(localhost|[a-z\d-]+\.[a-z]{2,24}|\d{1,3}(\.\d{1,3}){3})(:\d{1,5})?(\/[a-z\d./-]{0,100})?$/

/**
 * Normalizes a base URL for comparison and storage: without a trailing slash or `/api/v4`.
 *
 * @throws SdkError if it is not an http or https URL, or has credentials, a query or a fragment.
 */
export function normalizeBaseUrl(text: string): string {
  // Errors only contain the name of a host, because a mistyped URL can contain credentials.
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    const host = text.trim()
    const hint = hostOnly.test(host)
      ? `, not "${host}": did you mean ${/^(localhost|127\.)/.test(host) ? 'http' : 'https'}://${host}?`
      : ', such as https://gitlab.com'
    throw new SdkError(`baseUrl must be an http or https URL${hint}`)
  }
  if (url.username || url.password)
    throw new SdkError('baseUrl must not contain credentials: pass the access token as token')
  if (url.search || url.hash) throw new SdkError('baseUrl must not contain a query or a fragment')
  return (
    url.origin +
    url.pathname
      .replace(/(?<!\/)\/+$/, '')
      .replace(/\/api\/v4$/, '')
      .replace(/(?<!\/)\/+$/, '')
  )
}

/**
 * Rejects a token that cannot be sent as a header, such as a token with the line break of the file that it was read
 * from.
 */
export function checkToken(token: string | undefined, name = 'token'): void {
  if (token && !/^[\x21-\x7e]+$/.test(token)) {
    throw new SdkError(
      `${name} must contain only printable ASCII characters without spaces: check for a line break or a space around it`,
    )
  }
}

export function checkLimit(name: string, limit: number): void {
  if (!(limit >= 1)) throw new SdkError(`${name} must be at least 1 (got ${limit})`)
}
