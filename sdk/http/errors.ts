import { STATUS_CODES } from 'node:http'
import type { ErrorBody } from './error-body'
import { isPlainObject } from './json'

const lineage = Symbol.for('trueup.sdk.error')

/**
 * The base class of all errors that the client throws. The only exception is the reason of an aborted signal, which is
 * thrown unchanged.
 *
 * Use `NotFound.is(error)`, or `error.name` and `error.status`, to distinguish errors. Unlike `instanceof`, both also
 * work if two copies of this package are loaded.
 */
export class SdkError extends Error {
  // Not `ErrorOptions`: programs compiled for ES2020 do not know that type.
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
  }

  /** Whether `error` is an instance of this class or a subclass, from any copy of this package. */
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

/** The properties of an `ApiError`. */
export interface ApiErrorDetails extends ErrorBody {
  status: number
  method: string
  path: string
  requestId?: string | undefined
  retryAfterMs?: number | undefined
}

/** The service responded with an error. The message reads `METHOD path: status message of the service`. */
export class ApiError extends SdkError {
  /** HTTP status. */
  readonly status: number
  readonly method: string
  /** Path of the request, starting at the host, percent-encoded, without the query. */
  readonly path: string
  /** The request ID of the service (`X-Request-Id`). Administrators can search their logs for it. */
  readonly requestId: string | undefined
  /** The parsed body if it is JSON, otherwise its text. */
  readonly body: unknown
  /** The message of the service in one line, or the name of the status if the service sent no message. */
  readonly serverMessage: string
  /** The wait that the service requests (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(details: ApiErrorDetails) {
    const serverMessage = details.serverMessage || (STATUS_CODES[details.status] ?? 'no explanation')
    // Some messages already start with the status.
    const text = serverMessage.startsWith(`${details.status} `) ? serverMessage : `${details.status} ${serverMessage}`
    super(`${details.method} ${details.path}: ${text}`)
    this.status = details.status
    this.method = details.method
    this.path = details.path
    this.requestId = details.requestId
    this.body = details.body
    this.serverMessage = serverMessage
    this.retryAfterMs = details.retryAfterMs
  }
}

/** 400 or 422: a parameter is missing, malformed or rejected. */
export class Invalid extends ApiError {
  /**
   * Messages by field. Nested fields are `a.b`, and `base` is the object itself. Empty if the service names no field.
   */
  readonly fields: Record<string, string[]>

  constructor(details: ApiErrorDetails) {
    super(details)
    this.fields = details.fields
  }
}

/** 401: the token is missing, unknown, expired or revoked. */
export class Unauthorized extends ApiError {}

/** 403: the token's user, role or scope is not sufficient. */
export class Forbidden extends ApiError {}

/** 404: the object or its parent does not exist, or the token cannot see it. */
export class NotFound extends ApiError {
  /**
   * True if no endpoint looked for the object: the service does not have this route (because of its edition, its
   * version, or a proxy that decodes `%2F`), or a proxy responded. Such a 404 does not mean that the object is missing.
   */
  readonly routeMissing: boolean

  constructor(details: ApiErrorDetails) {
    super(details)
    this.routeMissing = details.routeMissing
  }
}

/** 409: the object already exists or is locked. */
export class Conflict extends ApiError {}

/** 412: the object changed after the time in the request. */
export class PreconditionFailed extends ApiError {}

/** 414: the query string is too long. */
export class UriTooLong extends ApiError {}

/** 429: too many requests, after all retries. `retryAfterMs` is the wait that the service requests. */
export class RateLimited extends ApiError {}

/** 5xx: the service failed. A write can have been carried out, except for `MaintenanceMode`. */
export class ServerError extends ApiError {}

/**
 * 503 for a write: the service is in maintenance mode. The write was not carried out and is not retried.
 * `serverMessage` is the administrator's message. Reads still work.
 */
export class MaintenanceMode extends ServerError {}

/**
 * In maintenance mode the service requests a wait of 15 minutes. A busy server requests less than the first limit, and a
 * proxy can request any wait.
 */
const [leastMaintenanceMs, mostMaintenanceMs] = [10 * 60_000, 60 * 60_000]

/** Whether the service itself rejected a write in the usual format. A 503 of a proxy does not prove that. */
const isMaintenance = ({ status, method, body, retryAfterMs = 0 }: ApiErrorDetails): boolean =>
  status === 503 &&
  method !== 'GET' &&
  retryAfterMs >= leastMaintenanceMs &&
  retryAfterMs <= mostMaintenanceMs &&
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

/** Creates the error for a response. */
export function apiError(details: ApiErrorDetails): ApiError {
  const Usual = byStatus[details.status] ?? (details.status >= 500 ? ServerError : ApiError)
  const Class = isMaintenance(details) ? MaintenanceMode : Usual
  return new Class(details)
}

/** The properties of a `ConnectionError`. */
export interface ConnectionErrorDetails {
  sent: boolean
  method: string
  path: string
  status?: number | undefined
  timedOut?: boolean
  cause?: unknown
}

/** The request failed without a complete response. */
export class ConnectionError extends SdkError {
  /** Whether the request was passed to a connection. If false, the service cannot have received it. */
  readonly sent: boolean
  readonly method: string
  /** Path of the request, starting at the host, percent-encoded, without the query. */
  readonly path: string
  /** HTTP status, if the response was interrupted after its start. */
  readonly status: number | undefined
  /** Whether the attempt ended because of `timeoutMs`. */
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
 * The status is a success, but the response cannot be read: it is not JSON (a login page or a message of a proxy), it
 * is not a list where a list is expected, or its pages form a loop. After a write, the write can have been carried out.
 */
export class UnreadableResponse extends ConnectionError {}
