import { type IncomingHttpHeaders } from 'node:http'
import { type Body } from './body'
import { type RequestRecord } from './request-log'

/** A request as it came in. */
export interface Exchange {
  method: string
  /** Percent-encoded, without query, its slashes single. */
  path: string
  /** Percent-encoded, without `?`. */
  search: string
  headers: IncomingHttpHeaders
  body: Body
  record: RequestRecord
  /** Whether another client sends the same request at the same moment. */
  race?: boolean
}

/** Whether a request with this method says that it only reads. */
export const isReading = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)
