import { client, closeClients } from './support/client'
import { bare, inTurn, json, type Reply, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const noon = Date.parse('2026-11-21T12:00:00Z') / 1_000
const bug = { id: 1 }

/** An answer given at noon of which so many more are left until a minute later. */
const leaving = (remaining: number, resetAt = noon + 60): Reply =>
  json(bug, 200, {
    date: new Date(noon * 1_000).toUTCString(),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetAt),
  })

const plain: Reply = json(bug, 200, { date: new Date(noon * 1_000).toUTCString() })

/** A service that holds its answers back until it has this many requests, then answers all. */
function gather(): { reply(): Promise<Reply>; release(): void; waiting(): number } {
  const held: (() => void)[] = []
  return {
    reply: () => new Promise((resolve) => held.push(() => resolve(json(bug)))),
    release: () => held.splice(0).forEach((answer) => answer()),
    waiting: () => held.length,
  }
}

const settled = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
  // Were there a request too many, it would be here by then.
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('no more requests are under way than the client allows, and the first come first', async () => {
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

test('clients of one origin and token share their budget, those of another token do not', async () => {
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

test('a request waits until the window of the service begins anew when nothing remains of it', async () => {
  const service = await serve(inTurn(leaving(0), plain))
  const api = client(service.url)
  await api.labels.get(1, 1)
  expect(api.clock.slept).toEqual([])
  await api.labels.get(1, 2)
  expect(api.clock.slept).toEqual([60_000])
  await api.labels.get(1, 3)
  expect(api.clock.slept).toEqual([60_000])
})

test('the window is told by the clock of the service', async () => {
  const service = await serve(inTurn(leaving(0), plain))
  const api = client(service.url)
  await api.clock.sleep(3_600_000)
  await api.labels.get(1, 1)
  await api.labels.get(1, 2)
  expect(api.clock.slept).toEqual([3_600_000, 60_000])
})

test('requests that are started together do not overdraw what remains', async () => {
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

test('what remains is not promised to those whose forerunners the service has not counted yet', async () => {
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

test('a window that lasts longer than five minutes is left to the service to enforce', async () => {
  const service = await serve(inTurn(leaving(0, noon + 3_600), plain))
  const api = client(service.url)
  await api.labels.get(1, 1)
  await api.labels.get(1, 2)
  expect(api.clock.slept).toEqual([])
})

test('rate limit headers that make no sense are ignored', async () => {
  const odd = json(bug, 200, { 'ratelimit-remaining': '0', 'ratelimit-reset': 'soon' })
  const service = await serve(inTurn(odd, json(bug, 200, { 'ratelimit-remaining': '0' })))
  const api = client(service.url)
  await api.labels.get(1, 1)
  await api.labels.get(1, 2)
  await api.labels.get(1, 3)
  expect(api.clock.slept).toEqual([])
})

test('no more requests are started in any minute than the client allows', async () => {
  const service = await serve(inTurn(plain))
  const api = client(service.url, { maxRequestsPerMinute: 3 })
  for (let label = 1; label <= 7; label++) {
    await api.labels.get(1, label)
    await api.clock.sleep(10_000)
  }
  const own = Array<number>(7).fill(10_000)
  expect(api.clock.slept).toEqual([...own.slice(0, 3), 30_000, ...own.slice(3, 6), 30_000, 10_000])
})

test('a request that fails gives its turn back', async () => {
  const service = await serve(inTurn(bare(400)))
  const api = client(service.url, { maxConcurrency: 1 })
  const results = await Promise.allSettled([1, 2, 3].map((label) => api.labels.get(1, label)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})
