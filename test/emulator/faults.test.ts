import { startEmulator } from '../../emulator'
import { useEmulator } from '../support/emulator'

const emulator = useEmulator()

const labels = '/projects/1/labels'
const bug = { name: 'bug', color: 'red' }
const create = () => emulator.post(labels, bug)
const exists = async () => (await emulator.get(`${labels}/bug`)).status === 200
const statuses = () => emulator.requests().map(({ status }) => status)

it('a status answers instead of the work', async () => {
  emulator.fault({ status: 503, headers: { 'Retry-After': '7' }, body: { message: 'busy' } })
  const answer = await create()
  expect(answer).toMatchObject({ status: 503, body: { message: 'busy' } })
  expect(answer.headers.get('retry-after')).toBe('7')
  expect(await exists()).toBe(false)
})

it('a status after the work hides what was done', async () => {
  emulator.fault({
    status: 502,
    body: '<html>Bad Gateway</html>',
    headers: { 'Content-Type': 'text/html' },
    work: true,
  })
  const answer = await create()
  expect(answer).toMatchObject({ status: 502, body: '<html>Bad Gateway</html>' })
  expect(answer.headers.get('content-type')).toBe('text/html')
  expect(await exists()).toBe(true)
})

it('a body without a status is put in the place of the answer’s own', async () => {
  emulator.fault({ body: 'not JSON at all' })
  expect(await create()).toMatchObject({ status: 201, body: 'not JSON at all' })
  expect(await exists()).toBe(true)
})

it.each([
  ['before', false, 0],
  ['after', true, 201],
] as const)('a connection is cut %s the work', async (drop, done, status) => {
  emulator.fault({ drop })
  await expect(create()).rejects.toThrow('fetch failed')
  expect(await exists()).toBe(done)
  expect(statuses()).toEqual([status, done ? 200 : 404])
})

it('an answer breaks off in its middle', async () => {
  emulator.fault({ truncate: true })
  await expect(create()).rejects.toThrow('terminated')
  expect(await exists()).toBe(true)
})

it('a delay comes before the answer', async () => {
  emulator.fault({ delayMs: 40 })
  const before = performance.now()
  expect(await create()).toMatchObject({ status: 201 })
  expect(performance.now() - before).toBeGreaterThan(38)
})

it('hits only what matches, so many times, after so many others', async () => {
  emulator.fault({ method: 'get', path: 'labels\\?page=2$', status: 500, times: 2, skip: 1 })
  const hits = [
    await emulator.get(`${labels}?page=2`),
    await emulator.get(`${labels}?page=1`),
    await emulator.get(`${labels}?page=2`),
    await emulator.post(`${labels}?page=2`, bug),
    await emulator.get(`${labels}?page=2`),
    await emulator.get(`${labels}?page=2`),
  ]
  expect(hits.map(({ status }) => status)).toEqual([200, 200, 500, 201, 500, 200])
})

it('hits in the order of arming, also with a regular expression that remembers', async () => {
  emulator.fault({ path: /labels/g, status: 500, times: 2 })
  emulator.fault({ status: 501 })
  const hits = [await emulator.get(labels), await emulator.get(labels), await emulator.get(labels)]
  expect(hits.map(({ status }) => status)).toEqual([500, 500, 501])
})

it('is gone when cleared', async () => {
  emulator.fault({ status: 500, times: 10 })
  emulator.clearFaults()
  expect((await emulator.get(labels)).status).toBe(200)
})

it('leaves the control endpoints alone', async () => {
  emulator.fault({ drop: 'before' })
  expect((await emulator.get('/-/health')).status).toBe(200)
})

it('a path that is no regular expression is refused', () => {
  expect(() => emulator.fault({ path: '(' })).toThrow('the fault\'s path must be a valid regular expression (got "(")')
})

it('latency makes every request wait', async () => {
  const slow = await startEmulator({ latencyMs: 40 })
  const before = performance.now()
  await fetch(`${slow.url}/api/v4/version`)
  expect(performance.now() - before).toBeGreaterThan(38)
  await slow.close()
})
