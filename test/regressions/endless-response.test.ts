import type { ServerResponse } from 'node:http'
import { UnreadableResponse } from '../../sdk'
import { client, closeClients, failure } from '../sdk/support/client'
import { json, type Reply, serve, stopServices, text } from '../sdk/support/service'
import { startProcessorTime } from '../shared/least-time'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const latin1 =
  (body: string): Reply =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body, 'latin1')

const mebibyte = 1024 * 1024
const nextPage = (page: number) => ({ link: `<http://x/api/v4/projects/1/labels?page=${page}>; rel="next"` })

/** Writes until the client stops reading. */
const endless =
  (wrote: (bytes: number) => void, status = 200): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    const chunk = Buffer.alloc(mebibyte, ' ')
    const more = (to: ServerResponse): void => {
      while (!to.destroyed) {
        wrote(chunk.length)
        if (!to.write(chunk)) return void to.once('drain', () => more(to))
      }
    }
    more(response)
  }

describe.each([200, 500])('an endless response with status %d', (status) => {
  it.each(['GET', 'POST'])('stops reading an endless response at 64 MiB and does not retry: %s', async (method) => {
    let bytes = 0
    const service = await serve(() => endless((more) => (bytes += more), status))
    const { labels } = client(service.url)
    const error = await failure(
      method === 'GET' ? labels.get(1, 1) : labels.create(1, { name: 'bug', color: '#FF0000' }),
    )
    expect(UnreadableResponse.is(error)).toBe(true)
    expect(error.message).toMatch(
      new RegExp(
        `^${method} /api/v4/projects/1/labels(/1)?: ${status} the response is larger than 64 MiB: check baseUrl`,
      ),
    )
    expect(service.lines()).toHaveLength(1)
    expect(bytes).toBeLessThan(80 * mebibyte)
  })
})

it('reads a response of 60 MiB', async () => {
  const name = 'x'.repeat(60 * mebibyte)
  const service = await serve(() => json({ id: 1, name }))
  expect((await client(service.url).labels.get(1, 1)).name).toHaveLength(name.length)
})

describe('an endless list', () => {
  it('stops reading an endless list at 256 MiB', async () => {
    let page = 0
    const description = 'x'.repeat(30 * mebibyte)
    const service = await serve(() => json([{ id: ++page, description }], 200, nextPage(page + 1)))
    const error = await failure(client(service.url).labels.list(1).all())
    expect(error.message).toBe('GET /api/v4/projects/1/labels: 200 the list is larger than 256 MiB')
    expect(service.lines()).toHaveLength(9)
  })

  it.each([{}, { 'x-total-pages': '1000000000' }])(
    'stops reading an endless list of empty pages: %j',
    async (total) => {
      let page = 0
      const service = await serve(() => json([], 200, { ...nextPage(++page + 1), ...total }))
      const { labels } = client(service.url)
      const complaint = 'GET /api/v4/projects/1/labels: 200 101 pages in a row are empty, and the list continues'
      expect((await failure(labels.list(1).all())).message).toBe(complaint)
      expect((await failure(labels.list(1).first(5))).message).toBe(complaint)
      expect(service.lines().length).toBeLessThan(230)
    },
  )
})

it('ends a list with its last page, regardless of the announced total', async () => {
  const service = await serve(({ url }) => {
    const isFirst = !/[?&]page=/.test(url)
    const counts = { 'x-total-pages': '1000000000', ...(isFirst && { 'x-next-page': '2' }) }
    return json(isFirst ? [{ id: 1 }] : [], 200, counts)
  })
  expect(await client(service.url).labels.list(1).all()).toEqual([{ id: 1 }])
  expect(service.lines().length).toBeLessThan(25)
})

it('reads a page with very many objects', async () => {
  const many = Array.from({ length: 300_000 }, () => ({}))
  const service = await serve(() => json(many))
  expect(await client(service.url).labels.list(1).all()).toHaveLength(many.length)
})

describe('the message of an error response', () => {
  it.each([
    ['unclosed scripts', '<script'.repeat(9_000_000)],
    ['angle brackets', `<title${'<'.repeat(60_000_000)}`],
    ['URLs', 'a://'.repeat(15_000_000)],
    ['nested lists', '['.repeat(60_000_000)],
  ])('reads an error response of very many tags or brackets in linear time: %s', async (_what, body) => {
    const service = await serve(() => text(body, 400))
    const processorTime = startProcessorTime()
    const error = await failure(client(service.url).labels.get(1, 1))
    expect(processorTime()).toBeLessThan(5_000)
    expect(error['serverMessage']).toMatch(/^.{0,1001}$/)
  })

  it('removes control characters from the message of an error response', async () => {
    const service = await serve(() => json({ message: '\u001b[2J\u0007no\u0000pe' }, 400))
    expect((await failure(client(service.url).labels.get(1, 1)))['serverMessage']).toBe('[2J no pe')
  })
})

describe('a response that is not from the service', () => {
  it.each([
    ['nested without need', text(`{"id":${'['.repeat(200)}${']'.repeat(200)}}`, 200), 'nested too deep'],
    ['nothing but nested lists', text('['.repeat(60_000_000), 200), 'nested too deep'],
    [
      'an object of very many values',
      text(`{"id":[${'{},'.repeat(2_600_000)}{}]}`, 200),
      'nested too deeply or has too many values',
    ],
    ['an object with an incomplete character', latin1('{"id":1,"name":"\xc3"}'), 'not JSON'],
    [
      'compressed without a request for it',
      text('\x1f\x8b', 200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
      'not JSON but gzip-encoded application/json content',
    ],
    ['a list', json([]), 'not an object'],
    ['a string', json('x'), 'not an object'],
    ['empty', text('', 200), 'empty'],
  ])('rejects a response body that is %s', async (_what, reply, why) => {
    const service = await serve(() => reply)
    const { labels } = client(service.url)
    const calls = [
      () => labels.get(1, 1),
      () => labels.create(1, { name: 'bug', color: 'red' }),
      () => labels.update(1, 1, {}),
    ]
    for (const call of calls) {
      const error = await failure(call())
      expect(UnreadableResponse.is(error)).toBe(true)
      expect(error.message).toContain(`the response is ${why}`)
    }
  })

  it('rejects a response body that is null, and names the cause of an update', async () => {
    const service = await serve(() => json(null))
    const { labels } = client(service.url)
    expect((await failure(labels.get(1, 1))).message).toContain('the response is not an object')
    expect((await failure(labels.update(1, 1, {}))).message).toContain('the response is null, probably because')
  })

  it('rejects pipeline variables that are not a list', async () => {
    const service = await serve(() => json({ key: 'A' }))
    const error = await failure(client(service.url).pipelines.variables(1, 1))
    expect(error.message).toMatch(/variables: 200 the response is not a list$/)
  })

  it('rejects a project without an integer id before it writes', async () => {
    const service = await serve(({ method }) =>
      method === 'GET'
        ? json({ id: 1.5 })
        : json({ message: 'Non GET methods are not allowed for moved projects' }, 405),
    )
    const error = await failure(client(service.url).labels.create('acme/old', { name: 'bug', color: 'red' }))
    expect(error.message).toMatch(/projects\/acme%2Fold: 200 the project has no id/)
  })
})

it('ignores a byte order mark', async () => {
  const service = await serve(() => text('\ufeff{"id":1}', 200))
  expect(await client(service.url).labels.get(1, 1)).toEqual({ id: 1 })
})
