import { useEmulator } from './support/emulator'

import { startEmulator } from '..'

const emulator = useEmulator({ flavor: 'spec' })

const labels = '/projects/1/labels'
const bug = { name: 'bug', color: 'red' }
const create = () => emulator.post(labels, bug)
const exists = async () => (await emulator.get(`${labels}/bug`)).status === 200
const statuses = () => emulator.requests().map(({ status }) => status)

it('responds with the status of a fault without executing the request', async () => {
  emulator.fault({ status: 503, headers: { 'Retry-After': '7' }, body: { message: 'busy' } })
  const response = await create()
  expect(response).toMatchObject({ status: 503, body: { message: 'busy' } })
  expect(response.headers.get('retry-after')).toBe('7')
  expect(await exists()).toBe(false)
})

it('responds with the status of a fault after executing the request', async () => {
  emulator.fault({
    status: 502,
    body: '<html>Bad Gateway</html>',
    headers: { 'Content-Type': 'text/html' },
    work: true,
  })
  const response = await create()
  expect(response).toMatchObject({ status: 502, body: '<html>Bad Gateway</html>' })
  expect(response.headers.get('content-type')).toBe('text/html')
  expect(await exists()).toBe(true)
})

it('replaces the body of the response with the body of a fault', async () => {
  emulator.fault({ body: 'not JSON at all' })
  expect(await create()).toMatchObject({ status: 201, body: 'not JSON at all' })
  expect(await exists()).toBe(true)
})

it.each([
  ['before', false, 0],
  ['after', true, 201],
] as const)('closes the connection %s the request is executed', async (drop, done, status) => {
  emulator.fault({ drop })
  await expect(create()).rejects.toThrow('fetch failed')
  expect(await exists()).toBe(done)
  expect(statuses()).toEqual([status, done ? 200 : 404])
})

it('closes the connection in the middle of a response', async () => {
  emulator.fault({ truncate: true })
  await expect(create()).rejects.toThrow('terminated')
  expect(await exists()).toBe(true)
})

it('delays a response', async () => {
  emulator.fault({ delayMs: 40 })
  const before = performance.now()
  expect(await create()).toMatchObject({ status: 201 })
  expect(performance.now() - before).toBeGreaterThan(38)
})

it('applies a fault only to matching requests, the given number of times, after the given number of others', async () => {
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

it('applies faults in the order in which they were added, also with a stateful regular expression', async () => {
  emulator.fault({ path: /labels/g, status: 500, times: 2 })
  emulator.fault({ status: 501 })
  const hits = [await emulator.get(labels), await emulator.get(labels), await emulator.get(labels)]
  expect(hits.map(({ status }) => status)).toEqual([500, 500, 501])
})

it('does not apply cleared faults', async () => {
  emulator.fault({ status: 500, times: 10 })
  emulator.clearFaults()
  expect((await emulator.get(labels)).status).toBe(200)
})

it('does not apply faults to control endpoints', async () => {
  emulator.fault({ drop: 'before' })
  expect((await emulator.get('/-/health')).status).toBe(200)
})

it('refuses a fault whose path is not a valid regular expression', () => {
  expect(() => emulator.fault({ path: '(' })).toThrow('the fault\'s path must be a valid regular expression (got "(")')
})

it('delays every response by the latency', async () => {
  const slow = await startEmulator({ flavor: 'spec', latencyMs: 40 })
  const before = performance.now()
  await fetch(`${slow.url}/api/v4/version`)
  expect(performance.now() - before).toBeGreaterThan(38)
  await slow.close()
})
