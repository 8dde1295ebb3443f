import { STATUS_CODES } from 'node:http'
import { type ErrorBody } from './error-body'
import { isPlainObject } from './json'

const lineage = Symbol.for('trueup.sdk.error')

/**
 * Everything this client throws, but for the reason of an aborted signal, which is thrown as it is.
 *
 * Tell errors apart with `NotFound.is(error)` or by `error.name` and `error.status`: unlike `instanceof`
 * both also hold when two copies of this package are loaded.
 */
export class SdkError extends Error {
  // Not `ErrorOptions`: programs compiled for ES2020 do not know that type.
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
  }

  /** Whether `error` is of this class or of one below it, from whichever copy of this package. */
  static is<E extends SdkError>(this: abstract new (...args: never[]) => E, error: unknown): error is E {
    const names: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, lineage) : undefined
    return Array.isArray(names) && names.includes(this.name)
  }

  /** The names of the classes from this one up to `SdkError`. */
  get [lineage](): string[] {
    const names: string[] = []
    for (let at = Object.getPrototypeOf(this); at !== Error.prototype; at = Object.getPrototypeOf(at)) {
      names.push(at.constructor.name)
    }
    return names
  }
}

/** What an `ApiError` is made of. */
export interface ApiErrorDetails extends ErrorBody {
  status: number
  method: string
  path: string
  requestId?: string | undefined
  retryAfterMs?: number | undefined
}

/** The service answered, and the answer is an error. The message reads `METHOD path: status what the service said`. */
export class ApiError extends SdkError {
  /** HTTP status. */
  readonly status: number
  readonly method: string
  /** Path of the request from the host on, percent-encoded, without its query. */
  readonly path: string
  /** The service's own id of the request (`X-Request-Id`): what its administrators search their logs for. */
  readonly requestId: string | undefined
  /** The body: parsed if it was JSON, else its text. */
  readonly body: unknown
  /** What the service said, in one line, whichever way it was wrapped; the name of the status if it said nothing. */
  readonly serverMessage: string
  /** How long the service asks to wait (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(details: ApiErrorDetails) {
    const serverMessage = details.serverMessage || (STATUS_CODES[details.status] ?? 'no explanation')
    // Some messages begin with the status themselves.
    const said = serverMessage.startsWith(`${details.status} `) ? serverMessage : `${details.status} ${serverMessage}`
    super(`${details.method} ${details.path}: ${said}`)
    this.status = details.status
    this.method = details.method
    this.path = details.path
    this.requestId = details.requestId
    this.body = details.body
    this.serverMessage = serverMessage
    this.retryAfterMs = details.retryAfterMs
  }
}

/** 400 or 422: a parameter is missing, malformed or refused. */
export class Invalid extends ApiError {
  /** What is wrong, by field (nested ones as `a.b`; `base` is the object itself); empty where the service names none. */
  readonly fields: Record<string, string[]>

  constructor(details: ApiErrorDetails) {
    super(details)
    this.fields = details.fields
  }
}

/** 401: no token, or one that is unknown, expired or revoked. */
export class Unauthorized extends ApiError {}

/** 403: the token's user, role or scope may not do this. */
export class Forbidden extends ApiError {}

/** 404: the object, or what it belongs to, is missing or hidden from this token. */
export class NotFound extends ApiError {
  /**
   * True when no endpoint looked for the object: the service has no such route (its edition, its version, or a proxy
   * that decodes `%2F`), or something in front of it answered. Such a 404 says nothing about the object.
   */
  readonly routeMissing: boolean

  constructor(details: ApiErrorDetails) {
    super(details)
    this.routeMissing = details.routeMissing
  }
}

/** 409: the object exists already, or is locked. */
export class Conflict extends ApiError {}

/** 412: the object changed since the time the request named. */
export class PreconditionFailed extends ApiError {}

/** 414: the query string is too long. */
export class UriTooLong extends ApiError {}

/** 429: too many requests, also after all retries; `retryAfterMs` is how long the service asks to wait. */
export class RateLimited extends ApiError {}

/** 5xx: the service failed. Whether a write was carried out is unknown, except for `MaintenanceMode`. */
export class ServerError extends ApiError {}

/**
 * 503 for a write: the service is in maintenance mode. The write was not carried out, and is not sent again;
 * `serverMessage` is the administrator's message. Reads go on.
 */
export class MaintenanceMode extends ServerError {}

/** The service asks for 15 minutes then: longer than a server asks for that is only busy. */
const leastMaintenanceMs = 10 * 60_000

/** Whether the service itself refused a write, in its usual shape, rather than a proxy that lost the answer. */
const isMaintenance = ({ status, method, body, retryAfterMs = 0 }: ApiErrorDetails): boolean =>
  status === 503 &&
  method !== 'GET' &&
  retryAfterMs >= leastMaintenanceMs &&
  isPlainObject(body) &&
  Object.keys(body).length === 1 &&
  typeof Reflect.get(body, 'message') === 'string'

const byStatus: Record<number, typeof ApiError> = {
  400: Invalid,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: PreconditionFailed,
  414: UriTooLong,
  422: Invalid,
  429: RateLimited,
}

/** The error class for an answer. */
export function apiError(details: ApiErrorDetails): ApiError {
  const Usual = byStatus[details.status] ?? (details.status >= 500 ? ServerError : ApiError)
  const Class = isMaintenance(details) ? MaintenanceMode : Usual
  return new Class(details)
}

/** What a `ConnectionError` is made of. */
export interface ConnectionErrorDetails {
  sent: boolean
  method: string
  path: string
  status?: number | undefined
  timedOut?: boolean
  cause?: unknown
}

/** No complete answer came. */
export class ConnectionError extends SdkError {
  /** Whether the request was handed to a connection. False: the service has surely not seen it. */
  readonly sent: boolean
  readonly method: string
  /** Path of the request from the host on, percent-encoded, without its query. */
  readonly path: string
  /** HTTP status, when the answer had begun before it was lost. */
  readonly status: number | undefined
  /** Whether our own time-out ended the attempt. */
  readonly timedOut: boolean

  constructor(reason: string, details: ConnectionErrorDetails) {
    const { method, path, status, sent, cause } = details
    const doubt = sent ? (method === 'GET' ? '' : ' (it may have been carried out)') : ' (the request was not sent)'
    super(`${method} ${path}: ${status === undefined ? '' : `${status} `}${reason}${doubt}`, { cause })
    this.sent = sent
    this.method = method
    this.path = path
    this.status = status
    this.timedOut = details.timedOut ?? false
  }
}

/**
 * The answer says success, but cannot be read: no JSON (a login page, a proxy's notice), no list where one belongs,
 * pages that lead in a circle. A write answered so counts as lost: it may have been carried out.
 */
export class UnreadableResponse extends ConnectionError {}
