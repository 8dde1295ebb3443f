import { sendRaw } from '../emulator/support/raw'
import { useEmulator } from '../support/emulator'

const emulator = useEmulator()

it.each(['TRACE /-/health', 'GET /-/health', 'HEAD /-/health'])('responds to %s with a body', async (line) => {
  const rest = ' HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}'
  expect(await sendRaw(Number(new URL(emulator.url).port), line + rest, 'wait')).toMatch(/^HTTP\/1\.1 (200|404) /)
})

it('rejects control requests of a web page from another site', async () => {
  const headers = { Origin: 'https://elsewhere.test', 'Content-Type': 'text/plain' }
  const form = '{"status":503,"times":99}'
  expect(await emulator.send('POST', '/-/faults', { form, headers })).toMatchObject({ status: 403 })
  expect((await emulator.get('/user')).status).toBe(200)
})

it('rejects a clock time that is too late to represent', async () => {
  expect((await emulator.post('/-/clock', { advanceSeconds: 1e300 })).status).toBe(400)
  expect((await emulator.get('/-/health')).status).toBe(200)
})

it('rejects a fault with an impossible response', async () => {
  expect((await emulator.post('/-/faults', { headers: { 'X-A': 'a\r\nB: c' } })).status).toBe(400)
  expect((await emulator.get('/user')).status).toBe(200)
})

it('accepts a state whose groups are ancestors of each other', async () => {
  emulator.patch('groups', 10, { parent_id: 11 })
  // Without an end this was, in the middle of a request.
  expect((await emulator.get('/projects/1/labels')).status).toBe(200)
}, 5_000)
