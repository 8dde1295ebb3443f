import { startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { bare, inTurn, json, type Reply, serve, stopServices, text } from './support/service'
import { VirtualClock } from './support/virtual-clock'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const noon = Date.parse('2026-11-21T12:00:00Z') / 1_000
const bug = { id: 1 }

/** A response at noon with a number of remaining requests until a minute later. */
const leaving = (remaining: number, resetAt = noon + 60): Reply =>
  json(bug, 200, {
    date: new Date(noon * 1_000).toUTCString(),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetAt),
  })

const plain: Reply = json(bug, 200, { date: new Date(noon * 1_000).toUTCString() })

/** A service that responds to all requests when it has this number of them. */
function gather(): { reply(): Promise<Reply>; release(): void; waiting(): number } {
  const held: (() => void)[] = []
  return {
    reply: () => new Promise((resolve) => held.push(() => resolve(json(bug)))),
    release: () => held.splice(0).forEach((finish) => finish()),
    waiting: () => held.length,
  }
}

const settled = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
  // An excess request would have arrived by then.
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('sends at most maxConcurrency requests at once, in order', async () => {
  const gate = gather()
  const service = await serve(() => gate.reply())
  const api = client(service.url, { maxConcurrency: 3 })
  const calls = Promise.all([1, 2, 3, 4, 5, 6, 7].map((label) => api.labels.get(1, label)))
  for (const expected of [3, 3, 1]) {
    await settled(() => gate.waiting() >= expected)
    expect(gate.waiting()).toBe(expected)
    gate.release()
  }
  await calls
  const order = service.lines().map((line) => Number(line.split('/').at(-1)))
  expect([order.slice(0, 3).sort(), order.slice(3, 6).sort(), order.slice(6)]).toEqual([[1, 2, 3], [4, 5, 6], [7]])
})

test('shares the limit between clients of the same origin and token', async () => {
  const gate = gather()
  const service = await serve(() => gate.reply())
  const shared = { maxConcurrency: 2, token: 'shared-budget' }
  const [one, two, other] = [client(service.url, shared), client(service.url, shared), client(service.url)]
  const calls = Promise.all([one, one, two, two, other].map((api) => api.labels.get(1, 1)))
  await settled(() => gate.waiting() >= 3)
  expect(gate.waiting()).toBe(3)
  gate.release()
  await settled(() => gate.waiting() >= 2)
  gate.release()
  await calls
})

test('waits for the next rate limit window when no requests remain', async () => {
  const service = await serve(inTurn(leaving(0), plain))
  const api = client(service.url)
  await api.labels.get(1, 1)
  expect(api.clock.slept).toEqual([])
  await api.labels.get(1, 2)
  expect(api.clock.slept).toEqual([60_000])
  await api.labels.get(1, 3)
  expect(api.clock.slept).toEqual([60_000])
})

test('measures the rate limit window by the clock of the service', async () => {
  const service = await serve(inTurn(leaving(0), plain))
  const api = client(service.url)
  await api.clock.sleep(3_600_000)
  await api.labels.get(1, 1)
  await api.labels.get(1, 2)
  expect(api.clock.slept).toEqual([3_600_000, 60_000])
})

test('does not exceed the remaining requests with concurrent requests', async () => {
  const gate = gather()
  const service = await serve((_request, count) => (count === 1 ? leaving(3) : gate.reply()))
  const api = client(service.url, { maxConcurrency: 10 })
  let begin = (): void => undefined
  const minute = new Promise<void>((resolve) => (begin = resolve))
  const sleep = api.clock.sleep.bind(api.clock)
  api.clock.sleep = (ms, signal) => minute.then(() => sleep(ms, signal))

  await api.labels.get(1, 1)
  const calls = Promise.all([1, 2, 3, 4, 5].map((label) => api.labels.get(1, label)))
  await settled(() => gate.waiting() >= 3)
  expect(gate.waiting()).toBe(3)
  gate.release()
  await settled(() => true)
  expect(gate.waiting()).toBe(0)
  begin()
  await settled(() => gate.waiting() >= 2)
  gate.release()
  await calls
  expect(api.clock.slept).toEqual([60_000])
})

test('subtracts requests that the service has not counted yet from the remaining ones', async () => {
  const gate = gather()
  const service = await serve(({ url }) => (url.endsWith('/1') ? leaving(2) : gate.reply()))
  const api = client(service.url)
  api.clock.sleep = () => new Promise(() => undefined)
  void api.labels.get(1, 2)
  await api.labels.get(1, 1)
  void api.labels.get(1, 3)
  void api.labels.get(1, 4)
  await settled(() => gate.waiting() >= 2)
  expect(gate.waiting()).toBe(2)
  gate.release()
})

test('does not wait for a rate limit window of more than five minutes', async () => {
  const service = await serve(inTurn(leaving(0, noon + 3_600), plain))
  const api = client(service.url)
  await api.labels.get(1, 1)
  await api.labels.get(1, 2)
  expect(api.clock.slept).toEqual([])
})

test('ignores invalid rate limit headers', async () => {
  const odd = json(bug, 200, { 'ratelimit-remaining': '0', 'ratelimit-reset': 'soon' })
  const service = await serve(inTurn(odd, json(bug, 200, { 'ratelimit-remaining': '0' })))
  const api = client(service.url)
  await api.labels.get(1, 1)
  await api.labels.get(1, 2)
  await api.labels.get(1, 3)
  expect(api.clock.slept).toEqual([])
})

test('sends at most maxRequestsPerMinute requests in any minute', async () => {
  const service = await serve(inTurn(plain))
  const api = client(service.url, { maxRequestsPerMinute: 3 })
  for (let label = 1; label <= 7; label++) {
    await api.labels.get(1, label)
    await api.clock.sleep(10_000)
  }
  const own = Array<number>(7).fill(10_000)
  expect(api.clock.slept).toEqual([...own.slice(0, 3), 30_000, ...own.slice(3, 6), 30_000, 10_000])
})

test('releases its permit after a failed request', async () => {
  const service = await serve(inTurn(bare(400)))
  const api = client(service.url, { maxConcurrency: 1 })
  const results = await Promise.allSettled([1, 2, 3].map((label) => api.labels.get(1, label)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('does not let a request to one collection wait for all requests to another', async () => {
  const gate = gather()
  const service = await serve(() => gate.reply())
  const api = client(service.url, { maxConcurrency: 2 })
  const many = Array.from({ length: 20 }, (_, at) => api.labels.get(1, at + 1))
  const few = [api.labels.get(2, 1), api.freezePeriods.get(1, 1)]
  const all = Promise.all([...many, ...few])
  for (let round = 1; round <= 11; round++) {
    await settled(() => gate.waiting() >= 2)
    gate.release()
  }
  await all
  const turnOf = (path: string) => service.lines().indexOf(`GET /api/v4/projects/${path}`) + 1
  expect(turnOf('2/labels/1')).toBeLessThanOrEqual(5)
  expect(turnOf('1/freeze_periods/1')).toBeLessThanOrEqual(5)
})

describe('with a client that allows 50 requests at once', () => {
  /**
   * Sends 600 requests to a service whose response time depends on the open requests. Returns the number of open ones
   * over time.
   */
  async function crowds(msFor: (crowd: number) => number): Promise<number[]> {
    const held: (() => void)[] = []
    const service = await serve(async ({ url }) => {
      if (url.endsWith('/labels/1')) await api.clock.sleep(msFor(1))
      else await new Promise<void>((resolve) => held.push(resolve))
      return json(bug)
    })
    const api = client(service.url, { maxConcurrency: 50 })
    await api.labels.get(1, 1)
    let left = 600
    const calls = Array.from({ length: left }, (_, at) => api.labels.get(1, at + 2).finally(() => (left -= 1)))
    const all = Promise.allSettled(calls)
    const seen: number[] = []
    while (left > 0) {
      await settled(() => held.length > 0 || left === 0)
      seen.push(held.length)
      await api.clock.sleep(msFor(held.length))
      held.splice(0).forEach((release) => release())
    }
    await all
    return seen.slice(0, -2)
  }

  test('sends all requests at once to a service that stays fast', async () => {
    const seen = await crowds(() => 100)
    expect(seen[0]).toBe(10)
    expect(seen.slice(3).every((crowd) => crowd === 50)).toBe(true)
  })

  test('keeps the queue of a service short that handles four requests at once', async () => {
    const seen = await crowds((crowd) => Math.max(100, crowd * 25))
    const settledAt = seen.slice(-10)
    expect(Math.max(...settledAt)).toBeLessThanOrEqual(14)
    expect(Math.min(...settledAt)).toBeGreaterThanOrEqual(4)
  })

  test('sends fewer requests at once to a service that became slower', async () => {
    let times = 0
    const seen = await crowds(() => (++times > 4 ? 20_000 : 5_000))
    const fewest = Math.min(...seen)
    expect(fewest).toBeLessThan(40)
    expect(seen.at(-1)).toBeGreaterThan(fewest + 5)
  })
})

describe('a storm of 429s', () => {
  const began = Date.parse('2026-06-15T12:00:00Z')
  const minutesSince = (now: Date) => (now.getTime() - began) / 60_000

  test('completes slowly after a storm of 429s, with each label created once', async () => {
    const emulator = await startEmulator({ flavor: 'spec', rateLimit: 50, now: new Date(began) })
    const clock = new VirtualClock(
      began,
      () => emulator.requests().length,
      (now) => emulator.setClock(new Date(now)),
    )
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-root' }, clock)
    try {
      // Another client uses all requests of the first minute.
      const headers = { 'private-token': 'emulator-root' }
      for (let n = 0; n < 50; n++) await fetch(`${emulator.url}/api/v4/user`, { headers })
      emulator.clearRequests()
      const names = Array.from({ length: 300 }, (_, at) => `area::${at}`)
      await Promise.all(names.map((name) => api.labels.create(1, { name, color: '#FF0000' })))
      const made = (await api.labels.list(1).all()).map(({ name }) => name).filter((name) => name.startsWith('area::'))
      expect(made.sort()).toEqual(names.sort())
      // The requests that were sent before the first response.
      expect(emulator.requests().filter(({ status }) => status === 429)).toHaveLength(10)
      expect(minutesSince(emulator.now())).toBeLessThan(8)
    } finally {
      await api.close()
      await emulator.close()
    }
  })

  test('fails if the service responds only with 429', async () => {
    // Five within ten seconds. Further requests get a 429.
    const windows: number[] = []
    const service = await serve(() => {
      const window = Math.floor((clock.now() - began) / 10_000)
      windows[window] = (windows[window] ?? 0) + 1
      return windows[window] > 5 ? text('Retry later', 429) : json(bug)
    })
    const clock = new VirtualClock(began, () => service.received.length)
    const api = new Client({ baseUrl: service.url, token: 'storm' }, clock)
    const calls = await Promise.allSettled(Array.from({ length: 200 }, (_, at) => api.labels.get(1, at + 1)))
    await api.close()
    expect(calls.filter(({ status }) => status === 'rejected')).toEqual([])
    // 40 windows, and in each of them some requests that find out that it is used up, ever less often.
    expect(windows.length).toBeLessThan(60)
    expect(service.lines().length).toBeLessThan(200 + 40 * 15)
  })

  test('does not wait after a 429 with maxRetries 0', async () => {
    const service = await serve(inTurn(text('Retry later', 429)))
    const error = await failure(client(service.url, { maxRetries: 0 }).labels.get(1, 1))
    expect(error).toMatchObject({ status: 429 })
    expect(service.lines()).toHaveLength(1)
  })

  test('reports each pause once', async () => {
    const pauses: number[] = []
    const service = await serve((_request, count) =>
      count === 1 ? text('Retry later', 429, { 'retry-after': '30' }) : json(bug),
    )
    const api = client(service.url, { maxConcurrency: 1, onPause: (ms) => pauses.push(ms) })
    await Promise.all([1, 2, 3, 4].map((label) => api.labels.get(1, label)))
    expect(pauses).toEqual([30_000])
  })
})

describe('the limit of a single endpoint', () => {
  const began = Date.parse('2026-06-15T12:00:00Z')

  test('delays only the requests of the limited endpoint, as long as it requires', async () => {
    const emulator = await startEmulator({ flavor: 'gitlab', now: new Date(began) })
    const clock = new VirtualClock(
      began,
      () => emulator.requests().length,
      (now) => emulator.setClock(new Date(now)),
    )
    const pauses: number[] = []
    const options = { baseUrl: emulator.url, token: 'emulator-root', maxConcurrency: 2 }
    const api = new Client({ ...options, onPause: (ms) => pauses.push(ms) }, clock)
    try {
      emulator.changeSettings({ projectApiLimit: 2 })
      const times: Record<string, number[]> = { projects: [], labels: [] }
      const note = (what: string) => () => void times[what]!.push(Math.floor((clock.now() - began) / 1_000))
      await Promise.all([
        ...[1, 2, 3, 1, 2].map((project) => api.projects.get(project).then(note('projects'))),
        ...Array.from({ length: 20 }, (_, at) =>
          api.labels.create(1, { name: `l${at}`, color: '#FF0000' }).then(note('labels')),
        ),
      ])
      expect(times.labels).toEqual(Array(20).fill(0))
      expect(times.projects!.slice(0, 2)).toEqual([0, 0])
      expect(times.projects!.slice(2).every((second) => second >= 60 && second < 200)).toBe(true)
      expect(pauses[0]).toBe(60_000)
      // In each minute, only requests that are open at the same time get a 429.
      const refused = emulator.requests().filter(({ status }) => status === 429)
      expect(refused.length).toBeLessThanOrEqual(4)
      expect(refused.every(({ path }) => path.startsWith('/api/v4/projects/'))).toBe(true)
    } finally {
      await api.close()
      await emulator.close()
    }
  })

  test('distinguishes the limit of an endpoint from that of the service, which delays all requests', async () => {
    const times: number[] = []
    const service = await serve((_request, count) => {
      times.push(api.clock.now() / 1_000 - noon)
      return count === 1 ? json({ message: { error: 'Slow down' } }, 429, { 'retry-after': '60' }) : json(bug)
    })
    const api = client(service.url, { maxConcurrency: 1 })
    await Promise.all([api.labels.get(1, 1), api.projects.get(1)])
    expect(times).toEqual([0, 60, 60])
  })
})
