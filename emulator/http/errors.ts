/** Where a request ended: before the API, before the endpoint, or in the endpoint. GitLab's headers depend on it. */
export type Stage = 'unread' | 'refused' | 'handled'

/** A response that ends a request early. A string body is sent as plain text, anything else as JSON. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
    readonly stage: Stage = 'handled',
  ) {
    super(`${status} ${JSON.stringify(body)}`)
  }
}

/** GitLab's usual shape: `{ "message": … }`. */
export const failed = (status: number, message: unknown): HttpError => new HttpError(status, { message })

export const badRequest = (reason: string): HttpError => failed(400, `400 Bad request - ${reason}`)

/** Errors of a model: complaints by attribute. */
export const invalid = (errors: Record<string, string[]>): HttpError => failed(400, errors)

/** Errors of the declared parameters, in one line. */
export const badParameters = (complaints: string[]): HttpError =>
  new HttpError(400, { error: [...new Set(complaints)].join(', ') })

export const unauthorized = (): HttpError => failed(401, '401 Unauthorized')

export const invalidToken = (description: string): HttpError =>
  new HttpError(
    401,
    { error: 'invalid_token', error_description: description },
    {
      'WWW-Authenticate': `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${description}"`,
    },
    'refused',
  )

export const insufficientScope = (accepted: readonly string[]): HttpError =>
  new HttpError(
    403,
    {
      error: 'insufficient_scope',
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: accepted.join(' '),
    },
    {},
    'refused',
  )

export const forbidden = (reason?: string): HttpError => failed(403, `403 Forbidden${reason ? ` - ${reason}` : ''}`)

/** For example `404 Label Not Found`. */
export const notFound = (what: string): HttpError => failed(404, `404 ${what} Not Found`)

/** For a record that was requested by its id only. GitLab spells this message differently. */
export const recordNotFound = (): HttpError => failed(404, '404 Not found')

export const routeNotFound = (): HttpError => new HttpError(404, { error: '404 Not Found' })

export const methodNotAllowed = (): HttpError => failed(405, '405 Method Not Allowed')

export const conflict = (message: string): HttpError => failed(409, message)

export const preconditionFailed = (): HttpError => failed(412, '412 Precondition Failed')

export const notModified = (): HttpError => new HttpError(304, undefined)

/** For a string that is not valid UTF-8. It is refused before the endpoint runs. */
export const malformed = (): HttpError => new HttpError(400, 'Bad Request', {}, 'unread')

export const internalError = (): HttpError => failed(500, '500 Internal Server Error')
