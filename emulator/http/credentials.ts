import type { IncomingHttpHeaders } from 'node:http'
import { internalError, malformed } from './errors'
import type { RawParams } from './nest'
import { isScalar } from './param-types'

/** The credentials of a request, in a parameter or a header. Undefined if there are none. */

/** The access token. A parameter takes precedence over a header. */
export const accessTokenOf = (params: RawParams, headers: IncomingHttpHeaders): string | undefined =>
  first(params.private_token, headers['private-token'], bearerOf(headers), params.access_token, params.bearer_token)

/** The token of a CI/CD job. */
export const jobTokenOf = (params: RawParams, headers: IncomingHttpHeaders): string | undefined =>
  first(params.job_token, params.token, headers['job-token'])

/** The bearer token: an access token or the token of a job. */
export const bearerOf = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^Bearer ([^\n]*)$/i.exec(authorization)?.[1]

/** Id or username of the user to impersonate; can be empty. Undefined if it was not sent. */
export const sudoOf = (params: RawParams, headers: IncomingHttpHeaders): string | undefined => {
  const name = params.sudo ?? headers.sudo
  return name === undefined ? undefined : isScalar(name) ? String(name).trim() : ''
}

const first = (...places: unknown[]): string | undefined =>
  places.map((place) => (isScalar(place) ? String(place) : '')).find((text) => text.trim() !== '')

/** @throws HttpError 500 for a list or an object, on which GitLab fails. */
export function requireTextToken({ private_token }: RawParams): void {
  if (typeof private_token === 'object' && private_token !== null) throw internalError()
}

/** @throws HttpError 400 if the name and password are not valid UTF-8. */
export function requireReadableBasic({ authorization = '' }: IncomingHttpHeaders): void {
  const encoded = /^Basic (\S+)$/i.exec(authorization)?.[1]
  if (encoded === undefined) return
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    throw malformed()
  }
}
