import { getEventListeners, getMaxListeners } from 'node:events'
import { createServer } from 'node:net'
import { Conflict, ConnectionError, RateLimited, ServerError, UnreadableResponse } from '../../sdk'
import { systemClock } from '../../sdk/http/clock'
import { client, closeClients, failure } from './support/client'
import {
  bare,
  hangUp,
  inTurn,
  json,
  type Reply,
  reset,
  serve,
  silence,
  stopServices,
  text,
  truncated,
} from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const bug = { id: 1, name: 'bug' }
const newLabel = { name: 'bug', color: '#FF0000' }

/** The URL of a port without a server. */
async function nowhere(): Promise<string> {
  const server = createServer()
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

describe('idempotent requests', () => {
  test.each([408, 429, 500, 502, 503, 504])('retries an idempotent request after a %d', async (status) => {
    const service = await serve(inTurn(text('try later', status), json(bug)))
    const api = client(service.url)
    expect(await api.labels.get(1, 1)).toEqual(bug)
    expect(service.lines()).toHaveLength(2)
    expect(api.retries).toMatchObject([{ method: 'GET', path: '/api/v4/projects/1/labels/1', attempt: 1 }])
    expect(api.retries[0]?.reason).toBe(`GET /api/v4/projects/1/labels/1: ${status} try later`)
  })

  test.each([
    ['closed after it was read', hangUp],
    ['reset after it was read', reset],
    ['cut in the middle of the response', truncated()],
    ['cut in the middle of an error', truncated(404)],
  ])('retries an idempotent request after the connection was %s', async (_what, fault) => {
    const service = await serve(inTurn(fault, json(bug)))
    expect(await client(service.url).labels.update(1, 1, { color: 'red' })).toEqual(bug)
    expect(service.lines()).toEqual(['PUT /api/v4/projects/1/labels/1', 'PUT /api/v4/projects/1/labels/1'])
    expect(service.received[1]?.body).toBe('{"color":"red"}')
  })

  test('retries after a resource lock, but not after another conflict', async () => {
    const locked = json({ message: '409 Conflict: Resource lock' }, 409)
    const service = await serve(inTurn(locked, bare(204), json({ message: 'Label already exists' }, 409)))
    const api = client(service.url)
    await api.labels.delete(1, 1)
    expect(Conflict.is(await failure(api.labels.delete(1, 1)))).toBe(true)
    expect(service.lines()).toHaveLength(3)
  })

  test.each([400, 401, 403, 404, 412, 422])('does not retry after a %d', async (status) => {
    const service = await serve(inTurn(json({ message: 'no' }, status)))
    expect(await failure(client(service.url).labels.get(1, 1))).toMatchObject({ status })
    expect(service.lines()).toHaveLength(1)
  })

  test('throws the last error after all retries', async () => {
    const service = await serve((_request, count) => text(`response ${count}`, 503))
    const error = await failure(client(service.url, { maxRetries: 2 }).labels.get(1, 1))
    expect(ServerError.is(error)).toBe(true)
    expect(error.message).toBe('GET /api/v4/projects/1/labels/1: 503 response 3')
  })

  test('retries an idempotent request after a time-out', async () => {
    const service = await serve(inTurn(silence, json(bug)))
    const api = client(service.url, { timeoutMs: 100 })
    expect(await api.labels.get(1, 1)).toEqual(bug)
    expect(api.retries[0]?.reason).toContain('no complete response within 100 ms')
  })

  test('ends at the time-out if the response began, but does not end', async () => {
    const trickle: Reply = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(timer))
    }
    const service = await serve(() => trickle)
    const error = await failure(client(service.url, { timeoutMs: 1_000 }).labels.get(1, 1))
    expect(error).toMatchObject({ timedOut: true, status: 200 })
    expect(service.lines()).toHaveLength(1)
  })

  test('retries a subscription, although it is a POST', async () => {
    const service = await serve(inTurn(hangUp, bare(304)))
    expect(await client(service.url).labels.subscribe(1, 1)).toBeUndefined()
    expect(service.lines()).toHaveLength(2)
  })
})

describe('requests that are not idempotent', () => {
  test.each([408, 500, 502, 503])(
    'does not retry another request after a %d, and keeps the response body',
    async (status) => {
      const service = await serve(inTurn(json({ message: 'overloaded' }, status)))
      const error = await failure(client(service.url).labels.create(1, newLabel))
      expect(error).toMatchObject({ status, serverMessage: 'overloaded', body: { message: 'overloaded' } })
      expect(service.lines()).toHaveLength(1)
    },
  )

  test.each([
    ['closed', hangUp, undefined],
    ['reset', reset, undefined],
    ['cut in the middle of the response', truncated(201), 201],
  ])('does not retry another request after the connection was %s', async (_what, fault, status) => {
    const service = await serve(inTurn(fault))
    const error = await failure(client(service.url).labels.create(1, newLabel))
    expect(ConnectionError.is(error)).toBe(true)
    expect(error).toMatchObject({ name: 'ConnectionError', sent: true, status, timedOut: false, method: 'POST' })
    expect(error.message).toContain('(it may have been carried out)')
    expect(service.lines()).toHaveLength(1)
  })

  test('does not retry another request after a time-out of headers or body', async () => {
    const service = await serve((_request, count) =>
      count === 1 ? silence : (response) => response.writeHead(201, { 'content-length': '9' }).write('{'),
    )
    const api = client(service.url, { timeoutMs: 1_000 })
    const first = await failure(api.labels.create(1, newLabel))
    expect(first).toMatchObject({ sent: true, timedOut: true, status: undefined })
    expect(await failure(api.labels.create(1, newLabel))).toMatchObject({ sent: true, timedOut: true, status: 201 })
    expect(service.lines()).toHaveLength(2)
  })

  test('does not retry a promotion, although it is a PUT', async () => {
    const service = await serve(inTurn(hangUp))
    expect(await failure(client(service.url).labels.promote(1, 1))).toMatchObject({ sent: true })
    expect(await failure(client(service.url).labels.promoteByName(1, 'bug'))).toMatchObject({ sent: true })
    expect(service.lines()).toHaveLength(2)
  })

  test('retries any request after a 429', async () => {
    const service = await serve(inTurn(text('Retry later\n', 429), json(bug, 201)))
    expect(await client(service.url).labels.create(1, newLabel)).toEqual(bug)
    expect(service.received.map(({ body }) => body)).toEqual(Array(2).fill(JSON.stringify(newLabel)))
  })

  test('retries any request if the connection failed', async () => {
    const api = client(await nowhere(), { maxRetries: 3 })
    const error = await failure(api.labels.create(1, newLabel))
    expect(error).toMatchObject({ name: 'ConnectionError', sent: false })
    expect(error.message).toMatch(/^POST .*ECONNREFUSED.*\(the request was not sent\)$/)
    expect(api.retries.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
  })

  test('does not retry another request on a reused connection that the service closes', async () => {
    // The first response keeps the connection. The service closes it after it has read the second request.
    const service = await serve(inTurn(json(bug, 201), reset))
    const api = client(service.url, { maxConcurrency: 1 })
    await api.labels.create(1, newLabel)
    expect(await failure(api.labels.create(1, newLabel))).toMatchObject({ sent: true })
    expect(service.connections()).toBe(1)
    expect(service.lines()).toHaveLength(2)
  })
})

test('does not retry after a response that cannot be read', async () => {
  const service = await serve(inTurn(text('<html><title>Sign in</title></html>', 200, { 'content-type': 'text/html' })))
  const error = await failure(client(service.url).labels.get(1, 1))
  expect(UnreadableResponse.is(error) && ConnectionError.is(error)).toBe(true)
  expect(error).toMatchObject({ name: 'UnreadableResponse', sent: true, status: 200 })
  expect(error.message).toContain('not JSON but text/html content')
  expect(service.lines()).toHaveLength(1)
})

describe('waits before a retry', () => {
  test.each([
    ['seconds', { 'retry-after': '7' }],
    ['a date', { 'retry-after': 'Sat, 21 Nov 2026 12:00:07 GMT', date: 'Sat, 21 Nov 2026 12:00:00 GMT' }],
    [
      'a date of a service whose clock is off',
      { 'retry-after': 'Sat, 21 Nov 2026 09:00:07 GMT', date: 'Sat, 21 Nov 2026 09:00:00 GMT' },
    ],
  ])('waits before a retry as long as the service requires in %s', async (_what, headers) => {
    const service = await serve(inTurn(text('Retry later', 429, headers), json(bug)))
    const api = client(service.url)
    await api.labels.get(1, 1)
    expect(api.clock.slept).toEqual([7_000])
    expect(api.retries).toMatchObject([{ delayMs: 7_000 }])
  })

  test('ignores a negative Retry-After', async () => {
    const service = await serve(inTurn(text('Retry later', 429, { 'retry-after': '-5' }), json(bug)))
    const api = client(service.url)
    expect(await api.labels.get(1, 1)).toEqual(bug)
    expect(api.clock.slept).toEqual([0])
  })

  test('waits longer before each retry, with jitter and at most 30 seconds', async () => {
    const service = await serve(inTurn(bare(503)))
    const api = client(service.url, { maxRetries: 12, retryDelayMs: 500 })
    await failure(api.labels.get(1, 1))
    expect(api.clock.slept).toHaveLength(12)
    api.clock.slept.forEach((ms, index) => expect(ms).toBeLessThanOrEqual(Math.min(30_000, 500 * 2 ** index)))
    expect(new Set(api.clock.slept).size).toBeGreaterThan(1)
    expect(Math.max(...api.clock.slept)).toBeGreaterThan(500)
  })

  test('does not wait when the service requires more than five minutes', async () => {
    const service = await serve(inTurn(text('Retry later', 429, { 'retry-after': '301' })))
    const api = client(service.url)
    const error = await failure(api.labels.get(1, 1))
    expect(RateLimited.is(error)).toBe(true)
    expect(error['retryAfterMs']).toBe(301_000)
    expect(api.clock.slept).toEqual([])
  })

  test.each([
    [429, '300', 3],
    [503, '300', 3],
    [429, '60', 12],
    [503, '60', 4],
  ])('stops retries after 15 minutes of %d with Retry-After %s', async (status, seconds, waits) => {
    const service = await serve(inTurn(text('Retry later', status, { 'retry-after': seconds })))
    const api = client(service.url, { retryDelayMs: 0 })
    const error = await failure(api.labels.get(1, 1))
    expect(error['status']).toBe(status)
    expect(service.lines()).toHaveLength(waits + 1)
    expect(api.clock.slept.filter((ms) => ms > 0)).toEqual(Array(waits).fill(Number(seconds) * 1000))
  })

  test('waits by the real clock, and fails with the reason of the signal', async () => {
    const before = systemClock.now()
    await systemClock.sleep(5)
    expect(systemClock.now()).toBeGreaterThanOrEqual(before + 4)
    const abort = new AbortController()
    const asleep = failure(systemClock.sleep(60_000, abort.signal))
    const reason = new Error('enough')
    abort.abort(reason)
    expect(await asleep).toBe(reason)
    expect(await failure(systemClock.sleep(60_000, abort.signal))).toBe(reason)
  })

  test('ignores an invalid Retry-After', async () => {
    const service = await serve(inTurn(bare(429, { 'retry-after': 'soon' }), json(bug)))
    const api = client(service.url)
    await api.labels.get(1, 1)
    expect(api.clock.slept).toEqual([0])
  })
})

describe('an aborted signal', () => {
  const reason = new Error('the user pressed Ctrl-C')

  test('ends an open request without a retry', async () => {
    const abort = new AbortController()
    const service = await serve(() => {
      abort.abort(reason)
      return silence
    })
    expect(await failure(client(service.url).labels.get(1, 1, {}, { signal: abort.signal }))).toBe(reason)
    expect(service.lines()).toHaveLength(1)
  })

  test('ends the wait before a retry', async () => {
    const service = await serve(inTurn(bare(503)))
    const abort = new AbortController()
    const api = client(service.url, { onRetry: () => abort.abort(reason) })
    expect(await failure(api.labels.get(1, 1, {}, { signal: abort.signal }))).toBe(reason)
    expect(service.lines()).toHaveLength(1)
  })

  test('ends the wait in the queue without delaying the next request', async () => {
    const abort = new AbortController()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const service = await serve(async (_request, count) => {
      if (count === 1) await held
      return json(bug)
    })
    const api = client(service.url, { maxConcurrency: 1 })
    const first = api.labels.get(1, 1)
    const second = failure(api.labels.get(1, 2, {}, { signal: abort.signal }))
    const third = api.labels.get(1, 3)
    abort.abort(reason)
    expect(await second).toBe(reason)
    release()
    await Promise.all([first, third])
    expect(service.lines()).toEqual(['GET /api/v4/projects/1/labels/1', 'GET /api/v4/projects/1/labels/3'])
  })

  test('accepts one signal for any number of calls', async () => {
    const service = await serve(inTurn(json(bug)))
    const { signal } = new AbortController()
    const api = client(service.url)
    await Promise.all(Array.from({ length: 50 }, () => api.labels.get(1, 1, {}, { signal })))
    expect(getMaxListeners(signal)).toBe(Infinity)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('sends nothing if the signal was already aborted', async () => {
    const service = await serve(inTurn(json(bug)))
    const call = client(service.url).labels.create(1, newLabel, { signal: AbortSignal.abort(reason) })
    expect(await failure(call)).toBe(reason)
    expect(service.lines()).toEqual([])
  })
})
