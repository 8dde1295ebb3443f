import { type IncomingHttpHeaders } from 'node:http'
import { type RawParams } from './nest'
import { isScalar } from './params'

/** What a request carries to say who asks, wherever it was put; undefined for nothing. */

/** The access token; a parameter goes before a header. */
export const accessTokenOf = (params: RawParams, headers: IncomingHttpHeaders): string | undefined =>
  first(params.private_token, headers['private-token'], bearerOf(headers), params.access_token)

/** The token of a job. */
export const jobTokenOf = (params: RawParams, headers: IncomingHttpHeaders): string | undefined =>
  first(params.job_token, params.token, headers['job-token'])

/** A token of whichever kind. */
export const bearerOf = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^Bearer\s+(\S.*)$/i.exec(authorization)?.[1]

/** Id or name of the user in whose place to ask. */
export const sudoOf = (params: RawParams, headers: IncomingHttpHeaders): string | undefined =>
  first(params.sudo, headers.sudo)

const first = (...places: unknown[]): string | undefined =>
  places.map((place) => (isScalar(place) ? String(place).trim() : '')).find((text) => text !== '')
