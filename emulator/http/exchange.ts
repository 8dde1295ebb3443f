import type { IncomingHttpHeaders } from 'node:http'
import type { Body } from './body'
import type { RequestRecord } from './request-log'

/** An incoming request. */
export interface Exchange {
  method: string
  /** Percent-encoded, without query. Repeated slashes are merged. */
  path: string
  /** Percent-encoded, without `?`. */
  search: string
  headers: IncomingHttpHeaders
  body: Body
  record: RequestRecord
  /** Whether another client sends the same request at the same time. */
  race?: boolean
}

/** Whether the method only reads. */
export const isReading = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)
