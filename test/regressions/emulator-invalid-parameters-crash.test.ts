import { useEmulator } from '../support/emulator'

const emulator = useEmulator()

/** A parameter that is not a plain value caused a 500 with a stack trace. */
it.each([
  ['credentials that nest', '/user?private_token[a]=1', 200],
  ['credentials in a list that nests', '/user?access_token[][a]=1', 200],
  ['a name to stand in for that nests', '/user?sudo[a]=1', 403],
  ['a format that nests', '/user?format[a]=1', 406],
])('responds without a crash to %s', async (_case, path, status) => {
  expect((await emulator.get(path)).status).toBe(status)
})

it('treats credentials that cannot be decoded as missing', async () => {
  const body = { name: 'bug', color: 'red', private_token: { toString: 1 }, access_token: [{ toString: 1 }] }
  expect((await emulator.post('/projects/1/labels', body)).status).toBe(201)
})

it.each(['{"name":"\\ud800","color":"red"}', '{"name":"a","color":"red","\\udc00":1}'])(
  'rejects an unpaired surrogate: %s',
  async (form) => {
    const headers = { 'Content-Type': 'application/json' }
    expect(await emulator.send('POST', '/projects/1/labels', { form, headers })).toMatchObject({
      status: 400,
      body: { error: 'Invalid JSON format' },
    })
  },
)

it.each(['[', 'a', '\\', '(?', '[a]', '[:a:]'])(
  'rejects a branch expression of 4 million characters: %s',
  async (unit) => {
    const body = { url: 'https://example.com/x.git', mirror_branch_regex: unit.repeat(4_000_000 / unit.length) }
    expect((await emulator.post('/projects/1/remote_mirrors', body)).status).toBe(400)
  },
  10_000,
)
