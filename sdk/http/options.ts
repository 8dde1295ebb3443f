import { SdkError } from './errors'

/** How a client is set up. */
export interface ClientOptions {
  /** Where the service is: `https://gitlab.com`. A path prefix is kept, a trailing `/api/v4` is accepted. */
  baseUrl: string
  /** Access token, sent as `PRIVATE-TOKEN`. Without one only public objects can be read. */
  token?: string | undefined
  /** `User-Agent` header; default `trueup`. */
  userAgent?: string | undefined
  /**
   * How often a request that may be sent again is sent again; default 4. Being turned away with 429 does not count: the
   * request is sent again up to 12 times then, after all others have waited as long as the service asks for. A request
   * waits for at most 5 minutes per `Retry-After` of the service, and 15 minutes in total. 0: never.
   */
  maxRetries?: number | undefined
  /** Longest wait before the first retry, in milliseconds; doubles with each further one up to 30 s; default 500. */
  retryDelayMs?: number | undefined
  /** Time one attempt has from connecting to the last byte of its answer, in milliseconds; default 60,000. */
  timeoutMs?: number | undefined
  /**
   * The most requests under way at once, over all clients of the same origin and token; default 10. There are fewer
   * while the service is slower for it or turns requests away.
   */
  maxConcurrency?: number | undefined
  /** Requests started within any minute, over all clients of the same origin and token; default no limit. */
  maxRequestsPerMinute?: number | undefined
  /** A certificate authority to trust beside the usual ones, PEM. */
  caCertificate?: string | undefined
  /** How bodies are written; default `json`. Forms cannot say "empty list". */
  bodyEncoding?: 'json' | 'form' | undefined
  /** Told before each wait for a retry. */
  onRetry?: ((event: RetryEvent) => void) | undefined
  /** Told when all requests have to wait so many milliseconds for the rate limit of the service, or your own. */
  onPause?: ((ms: number) => void) | undefined
}

/** A failed attempt that will be repeated. */
export interface RetryEvent {
  method: string
  /** Path of the request from the host on, percent-encoded, without its query. */
  path: string
  /** Number of the attempt that failed, from 1. */
  attempt: number
  /** What went wrong. */
  reason: string
  /** Wait before the next attempt, in milliseconds. */
  delayMs: number
}

/** What a single call can ask for. */
export interface RequestOptions {
  /** Ends the call, its waits included; the call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Time each attempt has, in milliseconds; default the client's. */
  timeoutMs?: number | undefined
}

/** The base URL as it is compared and stored: no user, query, trailing slash or `/api/v4`. */
export function normalizeBaseUrl(text: string): string {
  // Never repeated in an error: a mistyped URL may hold credentials.
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SdkError('baseUrl is not an http or https URL: write it like https://gitlab.com')
  }
  if (url.username || url.password) throw new SdkError('baseUrl holds credentials: give the access token as token')
  if (url.search || url.hash) throw new SdkError('baseUrl holds a query or a fragment: leave it out')
  return (
    url.origin +
    url.pathname
      .replace(/(?<!\/)\/+$/, '')
      .replace(/\/api\/v4$/, '')
      .replace(/(?<!\/)\/+$/, '')
  )
}

/** Refuses what cannot be a header before any request does: the line break of a file that a token was read from. */
export function checkToken(token: string | undefined, name = 'token'): void {
  if (token && !/^[\x21-\x7e]+$/.test(token)) {
    throw new SdkError(`${name} holds characters that no ${name} has: look for a line break or a blank around it`)
  }
}

export function checkLimit(name: string, limit: number): void {
  if (!(limit >= 1)) throw new SdkError(`${name} is ${limit}: it has to be at least 1`)
}
