import { useEmulator } from '../support/emulator'

const emulator = useEmulator()

/** A parameter that is no plain value broke what looks at it before anything is judged: a 500, with a stack trace. */
it.each([
  ['credentials that nest', '/user?private_token[a]=1', 200],
  ['credentials in a list that nests', '/user?access_token[][a]=1', 200],
  ['a name to stand in for that nests', '/user?sudo[a]=1', 403],
  ['a format that nests', '/user?format[a]=1', 406],
])('%s are answered', async (_case, path, status) => {
  expect((await emulator.get(path)).status).toBe(status)
})

it('credentials that cannot be written out are none', async () => {
  const body = { name: 'bug', color: 'red', private_token: { toString: 1 }, access_token: [{ toString: 1 }] }
  expect((await emulator.post('/projects/1/labels', body)).status).toBe(201)
})

it.each(['{"name":"\\ud800","color":"red"}', '{"name":"a","color":"red","\\udc00":1}'])(
  'half a character is no text: %s',
  async (form) => {
    const headers = { 'Content-Type': 'application/json' }
    expect(await emulator.send('POST', '/projects/1/labels', { form, headers })).toMatchObject({
      status: 400,
      body: { error: 'Invalid JSON format' },
    })
  },
)

it.each(['[', 'a', '\\', '(?', '[a]', '[:a:]'])(
  'an expression for branches of 4 million characters is refused: %s',
  async (unit) => {
    const body = { url: 'https://example.com/x.git', mirror_branch_regex: unit.repeat(4_000_000 / unit.length) }
    expect((await emulator.post('/projects/1/remote_mirrors', body)).status).toBe(400)
  },
  10_000,
)
