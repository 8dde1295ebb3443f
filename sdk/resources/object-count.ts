import { encodeParams } from '../http/encode'
import { UnreadableResponse } from '../http/errors'
import type { Http } from '../http/http'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** The number of objects in a collection. */
export interface ObjectCount {
  count: number
  /** Whether there are more: the service did not return the number, and the list continues. */
  isLeast: boolean
}

/** What a request counts. */
export interface ObjectQuery {
  /** The last segment of the path, such as `pipeline_schedules`. */
  collection: string
  /** Parameters of the list. */
  params?: object
  /** The objects that count, of the first page with 100 objects. Default: all, of any number of pages. */
  counts?: (object: Record<string, unknown>) => boolean
}

/** Counts objects of projects and groups, also of kinds that the client cannot read otherwise. */
export class ObjectCounts {
  constructor(private readonly http: Http) {}

  /** Counts objects with one request. A single object counts as 1, and null as 0. */
  async get(
    parent: 'projects' | 'groups',
    id: Id,
    { collection, params = {}, counts }: ObjectQuery,
    options: RequestOptions = {},
  ): Promise<ObjectCount> {
    const at = path`/${parent}/${id}/${collection}`
    const query = encodeParams({ ...params, per_page: counts ? 100 : 1 })
    const { body, headers, status } = await this.http.send({
      method: 'GET',
      target: `${at}?${query}`,
      idempotent: true,
      options,
    })
    if (body === undefined || body === null) return { count: 0, isLeast: false }
    if (typeof body !== 'object') {
      const where = { method: 'GET', path: `${this.http.root}${at}`, status, sent: true }
      throw new UnreadableResponse('the response is neither a list nor an object', where)
    }
    if (!Array.isArray(body)) return { count: 1, isLeast: false }
    const continues = (headers['x-next-page'] ?? '') !== ''
    const objects = body as Record<string, unknown>[]
    if (counts) return { count: objects.filter(counts).length, isLeast: continues }
    const total = headers['x-total'] ?? ''
    if (/^\d{1,15}$/.test(total)) return { count: Number(total), isLeast: false }
    return { count: objects.length, isLeast: continues }
  }
}
