import { SdkError, UnreadableResponse } from '../../sdk'
import { Http } from '../../sdk/http/http'
import { path } from '../../sdk/http/path'
import { client, closeClients, failure, TestClock } from './support/client'
import {
  type Handler,
  inTurn,
  json,
  type Received,
  type Reply,
  serve,
  silence,
  stopServices,
  text,
} from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

interface Collection {
  objects: number
  /** Whether the service counts; it does not above 10,000 objects. */
  totals?: boolean
  /** Whether it sends `Link`. */
  links?: boolean
  /** Host that it believes to be. */
  host?: string
}

const queryOf = ({ url }: Received): URLSearchParams => new URL(url, 'http://x').searchParams
const pageOf = (request: Received): number => Number(queryOf(request).get('page') ?? 1)

/** One page of a collection, like the service returns it. */
function pageOfCollection(request: Received, collection: Collection): Reply {
  const { objects, totals = true, links = true, host = 'http://elsewhere.test' } = collection
  const query = queryOf(request)
  const page = pageOf(request)
  const perPage = Number(query.get('per_page') ?? 20)
  const pages = Math.max(1, Math.ceil(objects / perPage))
  const link = (rel: string, to: number): string => {
    query.set('page', String(to))
    query.set('id', '1')
    return `<${host}/api/v4/projects/1/labels?${query}>; rel="${rel}"`
  }
  const from = (page - 1) * perPage
  const items = Array.from({ length: Math.max(0, Math.min(perPage, objects - from)) }, (_, i) => ({ id: from + i + 1 }))
  return json(items, 200, {
    'x-page': String(page),
    'x-per-page': String(perPage),
    'x-next-page': page < pages ? String(page + 1) : '',
    'x-prev-page': page > 1 ? String(page - 1) : '',
    ...(totals && { 'x-total': String(objects), 'x-total-pages': String(pages) }),
    ...(links && {
      link: [
        ...(page > 1 ? [link('prev', page - 1)] : []),
        ...(page < pages ? [link('next', page + 1)] : []),
        link('first', 1),
        ...(totals ? [link('last', pages)] : []),
      ].join(', '),
    }),
  })
}

const collection =
  (given: Collection): Handler =>
  (request) =>
    pageOfCollection(request, given)

const ids = (objects: { id: number }[]): number[] => objects.map(({ id }) => id)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

describe.each([
  ['counts its pages', { totals: true, links: true }],
  ['only links its pages', { totals: false, links: true }],
  ['only names the next page', { totals: false, links: false }],
  ['counts and names its pages, but does not link them', { totals: true, links: false }],
])('a collection whose service %s', (_how, headers) => {
  test.each([
    [0, 1],
    [1, 1],
    [100, 1],
    [101, 2],
    [1001, 11],
  ])('reads %d objects in order and without duplicates, with %d requests', async (objects, requests) => {
    const service = await serve(collection({ objects, ...headers }))
    const labels = client(service.url).labels.list(1)
    expect(ids(await labels.all())).toEqual(upTo(objects))
    expect(service.lines()).toHaveLength(requests)
    expect(service.received.every((request) => queryOf(request).get('per_page') === '100')).toBe(true)
    expect(service.received.map(pageOf).sort((a, b) => a - b)).toEqual(upTo(requests))
  })
})

test('sends the parameters of a list with every page', async () => {
  const service = await serve(collection({ objects: 25 }))
  const labels = client(service.url).labels.list(1, { with_counts: true, per_page: 10 })
  expect(await labels.all()).toHaveLength(25)
  expect(service.received.map((request) => queryOf(request).get('with_counts'))).toEqual(['true', 'true', 'true'])
})

test('uses the default for an undefined page size', async () => {
  const service = await serve(collection({ objects: 1 }))
  await client(service.url).labels.list(1, { per_page: undefined }).all()
  expect(service.lines()).toEqual(['GET /api/v4/projects/1/labels?per_page=100'])
})

test('follows links on the configured host with its path prefix', async () => {
  const foreign = await serve(inTurn(json([])))
  const service = await serve(collection({ objects: 250, host: foreign.url }))
  expect(ids(await client(`${service.url}/git`).labels.list(1).all())).toEqual(upTo(250))
  expect(foreign.connections()).toBe(0)
  expect(service.lines().every((line) => line.startsWith('GET /git/api/v4/projects/1/labels?'))).toBe(true)
})

test('fetches the pages after the first concurrently, within the limit of the client, and returns them in order', async () => {
  let atOnce = 0
  let most = 0
  const service = await serve(async (request) => {
    most = Math.max(most, ++atOnce)
    // Later pages are quicker.
    for (let turn = 0; turn < 20 - pageOf(request); turn++) await new Promise((resolve) => setImmediate(resolve))
    atOnce -= 1
    return pageOfCollection(request, { objects: 1001 })
  })
  expect(ids(await client(service.url, { maxConcurrency: 4 }).labels.list(1).all())).toEqual(upTo(1001))
  expect(most).toBe(4)
})

test('fetches only a few pages ahead of an iteration, and aborts open requests when it stops early', async () => {
  const service = await serve((request) => {
    const { pathname } = new URL(request.url, service.url)
    if (pathname.endsWith('/labels/1')) return json({ id: 1 })
    return pageOf(request) > 2 ? silence : pageOfCollection(request, { objects: 10_000 })
  })
  const api = client(service.url, { maxConcurrency: 3 })
  for await (const { id } of api.labels.list(1)) if (id === 150) break
  expect(await api.labels.get(1, 1)).toEqual({ id: 1 })
  expect(Math.max(...service.received.map(pageOf))).toBeLessThanOrEqual(5)
})

test('fails an iteration at a failed page, after the pages before it', async () => {
  const service = await serve((request) =>
    pageOf(request) >= 3 ? json({ message: 'too far' }, 400) : pageOfCollection(request, { objects: 1001 }),
  )
  const read: number[] = []
  const error = await failure(
    (async () => {
      for await (const { id } of client(service.url).labels.list(1)) read.push(id)
    })(),
  )
  expect(error).toMatchObject({ status: 400, serverMessage: 'too far' })
  expect(read).toEqual(upTo(200))
})

test('stops fetching pages when the signal is aborted', async () => {
  const abort = new AbortController()
  const reason = new Error('enough')
  const service = await serve((request) => {
    if (pageOf(request) === 1) return pageOfCollection(request, { objects: 1001 })
    abort.abort(reason)
    return silence
  })
  const labels = client(service.url).labels.list(1, {}, { signal: abort.signal })
  expect(await failure(labels.all())).toBe(reason)
})

test('reads objects that are created while pages are read', async () => {
  const service = await serve((request) =>
    pageOfCollection(request, { objects: pageOf(request) === 3 ? 350 : pageOf(request) > 3 ? 350 : 250 }),
  )
  expect(ids(await client(service.url).labels.list(1).all())).toEqual(upTo(350))
})

describe('keyset pagination', () => {
  /** Responds like the list of projects: every page except an empty one has a link. */
  const projects =
    (count: number): Handler =>
    (request) => {
      const after = Number(queryOf(request).get('id_after') ?? 0)
      const items = upTo(count).slice(after, after + 2)
      const query = queryOf(request)
      query.set('id_after', String(items.at(-1)))
      const link = `<http://elsewhere.test/api/v4/projects?${query}>; rel="next"`
      return json(
        items.map((id) => ({ id })),
        200,
        items.length ? { link } : {},
      )
    }

  test.each([0, 1, 4, 5])('reads %d objects along the links up to the page without a link', async (count) => {
    const service = await serve(projects(count))
    const http = new Http({ baseUrl: service.url }, new TestClock())
    const params = { pagination: 'keyset', order_by: 'id', sort: 'asc', per_page: 2 }
    expect(ids(await http.list<{ id: number }>(path`/projects`, params).all())).toEqual(upTo(count))
    await http.close()
    expect(service.received.every((request) => queryOf(request).get('pagination') === 'keyset')).toBe(true)
    expect(service.received.every((request) => !queryOf(request).has('page'))).toBe(true)
  })
})

test('rejects a page number except 1 with keyset pagination', async () => {
  const service = await serve(inTurn(json([{ id: 1 }])))
  const users = client(service.url).users.list({ pagination: 'keyset' })
  expect(await failure(users.page(2))).toMatchObject({ name: 'SdkError', message: expect.stringContaining('iterate') })
  expect((await users.page()).items).toEqual([{ id: 1 }])
  expect(service.lines()).toHaveLength(1)
})

describe('invalid pages', () => {
  const fails = async (reply: Reply | Reply[], what: string): Promise<number> => {
    const service = await serve(inTurn(...[reply].flat()))
    const error = await failure(client(service.url).labels.list(1).all())
    expect(UnreadableResponse.is(error) && SdkError.is(error)).toBe(true)
    expect(error.message).toBe(`GET /api/v4/projects/1/labels: 200 ${what}`)
    return service.lines().length
  }
  const next = (url: string): Record<string, string> => ({ link: `<${url}>; rel="next"` })

  test('throws for circular links', async () => {
    const page = (id: number) => json([{ id }], 200, next('http://x/api/v4/projects/1/labels?cursor=a'))
    expect(await fails([page(1), page(2)], 'the pages form a loop')).toBe(2)
  })

  test('throws for a link outside of the API', async () => {
    expect(await fails(json([], 200, next('http://x/login')), 'the URL of the next page is not in the API')).toBe(1)
  })

  test('throws for different links to the same page', async () => {
    let page = 0
    const service = await serve(() => json([{ id: 1 }], 200, next(`http://x/api/v4/projects/1/labels?page=${++page}`)))
    const error = await failure(client(service.url).labels.list(1).all())
    expect(error.message).toBe('GET /api/v4/projects/1/labels: 200 the pages are identical')
    expect(service.lines()).toHaveLength(2)
  })

  test.each([2 ** 53, -(2 ** 60), 1.5, '1', [], {}, true])('throws for an object with the id %j', async (id) => {
    expect(
      await fails(json([{ id: 1 }, { id }]), 'the response contains an id that is not an integer below 2^53'),
    ).toBe(1)
  })

  test.each([[[1]], [[null]], [[[]]], [['x']]])('throws for a list of %j', async (list) => {
    expect(await fails(json(list), 'the response is not a list of objects')).toBe(1)
  })

  test.each([json({ id: 1 }), json('x'), json(null), text('', 200)])(
    'throws for a response that is not a list (%#)',
    async (reply) => {
      expect(await fails(reply, 'the response is not a list')).toBe(1)
    },
  )
})

describe('a single page', () => {
  test('returns the objects of a page and its position', async () => {
    const service = await serve(collection({ objects: 25 }))
    const labels = client(service.url).labels.list(1, { search: 'x' })
    const { items, ...rest } = await labels.page(2, 10)
    expect(ids(items)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
    expect(rest).toEqual({ page: 2, perPage: 10, total: 25, totalPages: 3, nextPage: 3 })
    expect(service.lines()).toEqual(['GET /api/v4/projects/1/labels?search=x&per_page=10&page=2'])
  })

  test('returns the first 100 objects by default, and no next page after the last one', async () => {
    const service = await serve(collection({ objects: 1, totals: false }))
    const labels = client(service.url).labels.list(1)
    expect(await labels.page()).toEqual({ items: [{ id: 1 }], page: 1, perPage: 100 })
  })

  test('returns the requested position if the service sends no pagination headers', async () => {
    const service = await serve(inTurn(json([])))
    expect(await client(service.url).labels.list(1, { per_page: 7 }).page(3)).toEqual({
      items: [],
      page: 3,
      perPage: 7,
    })
  })
})
