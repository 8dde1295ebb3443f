import { isDeepStrictEqual } from 'node:util'
import { type ApiResponse } from './call'
import { encodeParams } from './encode'
import { SdkError, UnreadableResponse } from './errors'
import { type Http } from './http'
import { isPlainObject } from './json'
import { type RequestOptions } from './options'
import { type Path } from './path'

/** One page of a collection. */
export interface Page<T> {
  items: T[]
  /** Number of the page, from 1. */
  page: number
  /** Size of a full page, as the service counts it. */
  perPage: number
  /** Number of objects; the service leaves it out above 10,000. */
  total?: number
  totalPages?: number
  /** Absent on the last page. */
  nextPage?: number
}

interface ListParams {
  per_page?: number | undefined
  pagination?: string | undefined
}

const perPageDefault = 100

/** A service may hide objects of a page, but not those of so many in a row. */
const mostEmptyPages = 100

/** Who has more than these says so without end. */
const mostPages = 100_000

/** All that is fetched at once is in memory at once, in bytes as they come. */
const largestWhole = 256 * 1024 * 1024

/**
 * A collection of the service, read page by page when it is iterated.
 *
 * Pages after the first are fetched concurrently, in order, when the service says how many there are; else one after
 * the other along the `Link` header, which keyset pagination uses too.
 */
export class List<T> implements AsyncIterable<T> {
  constructor(
    private readonly http: Http,
    private readonly path: Path,
    private readonly params: ListParams,
    private readonly options: RequestOptions,
  ) {}

  /** Every object, up to 256 MiB of them: iterate over what is larger. */
  async all(): Promise<T[]> {
    const pages: T[][] = []
    let size = 0
    for await (const page of this.pages()) {
      size += page.size
      if (size > largestWhole) throw this.unreadable('the list is larger than 256 MiB')
      pages.push(this.items(page))
    }
    return pages.flat()
  }

  /** The first objects, at most so many. No page is fetched that none of them is on. */
  async first(limit: number): Promise<T[]> {
    let items: T[] = []
    if (limit <= 0) return items
    for await (const page of this.pages({ ahead: false })) {
      items = items.concat(this.items(page))
      if (items.length >= limit) break
    }
    return items.slice(0, limit)
  }

  /** A single page; `perPage` is at most and by default 100. In keyset pagination there is only a first one to ask for. */
  async page(page = 1, perPage?: number): Promise<Page<T>> {
    if (page !== 1 && this.params.pagination === 'keyset') {
      throw new SdkError('pages in keyset pagination have no numbers: iterate over the list, or leave pagination out')
    }
    const per_page = perPage ?? this.params.per_page ?? perPageDefault
    const answer = await this.fetch(this.target({ ...this.params, per_page, page }))
    const total = count(answer, 'x-total')
    const totalPages = count(answer, 'x-total-pages')
    const nextPage = count(answer, 'x-next-page')
    return {
      items: this.items(answer),
      page: count(answer, 'x-page') ?? page,
      perPage: count(answer, 'x-per-page') ?? per_page,
      ...(total !== undefined && { total }),
      ...(totalPages !== undefined && { totalPages }),
      ...(nextPage !== undefined && { nextPage }),
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* this.items(page)
  }

  /** The pages as they come, unless they cannot be those of a collection. */
  private async *pages({ ahead = true } = {}): AsyncGenerator<ApiResponse, void, undefined> {
    let [pages, empty] = [0, 0]
    let before: unknown
    for await (const page of this.follow(ahead)) {
      const { length } = this.items(page)
      empty = length > 0 ? 0 : empty + 1
      if (empty > mostEmptyPages) throw this.unreadable(`${empty} pages in a row are empty, and there are more`)
      if (length > 0 && isDeepStrictEqual(page.body, before)) throw this.unreadable('its pages are all the same')
      if (++pages > mostPages) throw this.unreadable(`it has more than ${mostPages} pages`)
      before = page.body
      yield page
    }
  }

  private async *follow(ahead: boolean): AsyncGenerator<ApiResponse, void, undefined> {
    const seen = new Set<string>()
    let target: string | undefined = this.target({ ...this.params, per_page: this.params.per_page ?? perPageDefault })
    while (target !== undefined) {
      if (seen.has(target)) throw this.unreadable('its pages lead in a circle')
      seen.add(target)
      let answer = await this.fetch(target)
      yield answer
      let next = this.next(answer, target)
      const last = ahead ? (count(answer, 'x-total-pages') ?? 0) : 0
      const first = next === undefined ? undefined : pageOf(next)
      if (next !== undefined && first !== undefined && first < last) {
        for await (answer of this.ahead(next, first, last)) yield answer
        // The collection may have grown meanwhile.
        next = this.next(answer, next)
      }
      target = next
    }
  }

  /** Pages `first` to `last`, in order, with no more fetched ahead than the client has requests under way at once. */
  private async *ahead(target: string, first: number, last: number): AsyncGenerator<ApiResponse, void, undefined> {
    this.options.signal?.throwIfAborted()
    const stop = new AbortController()
    const relay = (): void => stop.abort(this.options.signal?.reason)
    this.options.signal?.addEventListener('abort', relay, { once: true })
    const fetching: Promise<ApiResponse>[] = []
    try {
      for (let page = first; page <= last || fetching.length > 0;) {
        while (page <= last && fetching.length < this.http.maxConcurrency) {
          const answer = this.fetch(withPage(target, page++), { ...this.options, signal: stop.signal })
          // Awaited in its turn; until then, and when that turn never comes, its failure is not unhandled.
          answer.catch(() => undefined)
          fetching.push(answer)
        }
        const answer = await fetching.shift()
        if (answer) yield answer
        // The service counted more pages than there are, or are by now.
        if (answer && this.items(answer).length === 0 && this.next(answer, target) === undefined) return
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
    if (!Array.isArray(body)) throw this.unreadable('the answer is not a list')
    if (!body.every(isPlainObject)) throw this.unreadable('the answer is not a list of objects')
    return body as T[]
  }

  /** The target of the page after the one that `answer` holds. */
  private next(answer: ApiResponse, target: string): string | undefined {
    const link = /<([^<>]*)>\s*;[^,<]*\brel="?next"?/i.exec(answer.headers['link'] ?? '')?.[1]
    if (link !== undefined) {
      const next = this.http.rebase(link, target)
      if (next === undefined) throw this.unreadable('its next page is not in the API')
      return next
    }
    const page = count(answer, 'x-next-page')
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
