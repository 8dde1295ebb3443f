import { isDeepStrictEqual } from 'node:util'
import type { ApiResponse, Call } from './call'
import { encodeParams } from './encode'
import { SdkError, UnreadableResponse } from './errors'
import { hasInvalidId, invalidId, isPlainObject } from './json'
import type { RequestOptions } from './options'
import type { Path } from './path'

/** One page of a collection. */
export interface Page<T> {
  items: T[]
  /** Number of the page, starting at 1. */
  page: number
  /** Size of a full page, as reported by the service. */
  perPage: number
  /** Number of objects. The service omits it above 10,000. */
  total?: number
  totalPages?: number
  /** Absent on the last page. */
  nextPage?: number
}

interface ListParams {
  per_page?: number | undefined
  pagination?: string | undefined
}

const defaultPerPage = 100

/** The maximum number of empty pages in a row. A service can hide objects on a page, but not on this many pages. */
const maxEmptyPages = 100

/** The maximum number of pages. A list with more pages never ends. */
const maxPages = 100_000

/** The maximum size of a list that is read as a whole, in bytes as received, because it is in memory as a whole. */
const maxListBytes = 256 * 1024 * 1024

/** What a list needs of the client. */
interface PageSource {
  readonly maxConcurrency: number
  /** Path of the API on its host. */
  readonly root: string
  send(call: Call): Promise<ApiResponse>
  /** The target of a URL in the API; undefined for other URLs. */
  rebase(url: string, target: string): string | undefined
}

/**
 * A collection, read page by page when it is iterated.
 *
 * If the service reports the number of pages, pages after the first are fetched concurrently and returned in order.
 * Otherwise, and with keyset pagination, each page is fetched from the `Link` header of the previous page.
 */
export class List<T> implements AsyncIterable<T> {
  constructor(
    private readonly http: PageSource,
    private readonly path: Path,
    private readonly params: ListParams,
    private readonly options: RequestOptions,
  ) {}

  /** Reads all objects. Fails above 256 MiB: iterate over larger lists. */
  async all(): Promise<T[]> {
    const pages: T[][] = []
    let size = 0
    for await (const page of this.pages()) {
      size += page.size
      if (size > maxListBytes) throw this.unreadable('the list is larger than 256 MiB')
      pages.push(this.items(page))
    }
    return pages.flat()
  }

  /** Reads the first objects, at most `limit`. Fetches no more pages than needed. */
  async first(limit: number): Promise<T[]> {
    let items: T[] = []
    if (limit <= 0) return items
    for await (const page of this.pages({ ahead: false })) {
      items = items.concat(this.items(page))
      if (items.length >= limit) break
    }
    return items.slice(0, limit)
  }

  /**
   * Reads a single page. Maximum and default of `perPage`: 100. With keyset pagination only the first page is
   * available.
   */
  async page(page = 1, perPage?: number): Promise<Page<T>> {
    if (page !== 1 && this.params.pagination === 'keyset') {
      throw new SdkError('page must be 1 in keyset pagination: iterate over the list, or omit pagination')
    }
    const per_page = perPage ?? this.params.per_page ?? defaultPerPage
    const response = await this.fetch(this.target({ ...this.params, per_page, page }))
    const total = count(response, 'x-total')
    const totalPages = count(response, 'x-total-pages')
    const nextPage = count(response, 'x-next-page')
    return {
      items: this.items(response),
      page: count(response, 'x-page') ?? page,
      perPage: count(response, 'x-per-page') ?? per_page,
      ...(total !== undefined && { total }),
      ...(totalPages !== undefined && { totalPages }),
      ...(nextPage !== undefined && { nextPage }),
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* this.items(page)
  }

  /** Yields the pages. Throws if they cannot be the pages of a collection. */
  private async *pages({ ahead = true } = {}): AsyncGenerator<ApiResponse, void, undefined> {
    let [pages, empty] = [0, 0]
    let before: unknown
    for await (const page of this.follow(ahead)) {
      const { length } = this.items(page)
      empty = length > 0 ? 0 : empty + 1
      if (empty > maxEmptyPages) throw this.unreadable(`${empty} pages in a row are empty, and the list continues`)
      if (length > 0 && isDeepStrictEqual(page.body, before)) throw this.unreadable('the pages are identical')
      if (++pages > maxPages) throw this.unreadable(`the list has more than ${maxPages} pages`)
      before = page.body
      yield page
    }
  }

  private async *follow(ahead: boolean): AsyncGenerator<ApiResponse, void, undefined> {
    const seen = new Set<string>()
    let target: string | undefined = this.target({ ...this.params, per_page: this.params.per_page ?? defaultPerPage })
    while (target !== undefined) {
      if (seen.has(target)) throw this.unreadable('the pages form a loop')
      seen.add(target)
      let response = await this.fetch(target)
      yield response
      let next = this.next(response, target)
      const last = ahead ? (count(response, 'x-total-pages') ?? 0) : 0
      const first = next === undefined ? undefined : pageOf(next)
      if (next !== undefined && first !== undefined && first < last) {
        for await (response of this.ahead(next, first, last)) yield response
        // The collection can have grown in the meantime.
        next = this.next(response, next)
      }
      target = next
    }
  }

  /** Yields pages `first` to `last` in order. Fetches at most `maxConcurrency` pages ahead. */
  private async *ahead(target: string, first: number, last: number): AsyncGenerator<ApiResponse, void, undefined> {
    this.options.signal?.throwIfAborted()
    const stop = new AbortController()
    const relay = (): void => stop.abort(this.options.signal?.reason)
    this.options.signal?.addEventListener('abort', relay, { once: true })
    const fetching: Promise<ApiResponse>[] = []
    try {
      for (let page = first; page <= last || fetching.length > 0;) {
        while (page <= last && fetching.length < this.http.maxConcurrency) {
          const response = this.fetch(withPage(target, page++), { ...this.options, signal: stop.signal })
          // Awaited later or never. Until then its rejection must not be unhandled.
          response.catch(() => undefined)
          fetching.push(response)
        }
        const response = await fetching.shift()
        if (response) yield response
        // The service reported more pages than there are now.
        if (response && this.items(response).length === 0 && this.next(response, target) === undefined) return
      }
    } finally {
      this.options.signal?.removeEventListener('abort', relay)
      stop.abort()
    }
  }

  private fetch(target: string, options = this.options): Promise<ApiResponse> {
    return this.http.send({ method: 'GET', target, idempotent: true, options })
  }

  private target(params: object): string {
    return `${this.path}?${encodeParams(params)}`
  }

  private items({ body }: ApiResponse): T[] {
    if (!Array.isArray(body)) throw this.unreadable('the response is not a list')
    if (!body.every(isPlainObject)) throw this.unreadable('the response is not a list of objects')
    if (body.some(hasInvalidId)) throw this.unreadable(invalidId)
    return body as T[]
  }

  /** The target of the page after the page in `response`. */
  private next(response: ApiResponse, target: string): string | undefined {
    const link = /<([^<>]*)>\s*;[^,<]*\brel="?next"?/i.exec(response.headers['link'] ?? '')?.[1]
    if (link !== undefined) {
      const next = this.http.rebase(link, target)
      if (next === undefined) throw this.unreadable('the URL of the next page is not in the API')
      return next
    }
    const page = count(response, 'x-next-page')
    return page === undefined ? undefined : withPage(target, page)
  }

  private unreadable(reason: string): UnreadableResponse {
    const path = `${this.http.root}${this.path}`
    return new UnreadableResponse(reason, { method: 'GET', path, status: 200, sent: true })
  }
}

function count({ headers }: ApiResponse, name: string): number | undefined {
  return /^\d{1,15}$/.test(headers[name] ?? '') ? Number(headers[name]) : undefined
}

function splitQuery(target: string): [path: string, query: URLSearchParams] {
  const [path = '', query = ''] = target.split('?', 2)
  return [path, new URLSearchParams(query)]
}

function pageOf(target: string): number | undefined {
  const page = splitQuery(target)[1].get('page') ?? ''
  return /^\d{1,15}$/.test(page) ? Number(page) : undefined
}

function withPage(target: string, page: number): string {
  const [path, query] = splitQuery(target)
  query.set('page', String(page))
  return `${path}?${query}`
}
