import { inspect } from 'node:util'
import { client, closeClients, failure } from './support/client'
import { inTurn, json, type Reply, serve, stopServices, text } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const mirror = { id: 7, enabled: false, url: 'https://*****:*****@example.com/x.git' }
const url = 'https://deploy:hunter2hunter2@example.com/x.git'

/** Everything that a program can read of an error. */
const everything = (error: Error): string =>
  [String(error), error.stack, inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error)].join('\n')

describe('the credentials of a URL', () => {
  const echoes: [string, (echoed: string) => Reply][] = [
    ['a refusal by attribute', (echoed) => json({ message: { url: [`is blocked: ${echoed}`] } }, 400)],
    ['a refusal in JSON in a text', (echoed) => json({ message: JSON.stringify({ url: echoed }) }, 400)],
    ['a refusal that is text', (echoed) => text(`cannot push to ${echoed}`, 422)],
    ['a page of HTML', (echoed) => text(`<html><title>${echoed}</title></html>`, 500)],
    ['a percent-encoded redirect of a proxy', (echoed) => text(`/login?back=${encodeURIComponent(echoed)}`, 403)],
    ['a success that is no JSON', (echoed) => text(echoed, 201)],
    ['a response that is not HTTP', (echoed) => (_response, socket) => socket.end(`HTTP/1.1 ${echoed}\r\n\r\n`)],
  ]
  const passwords = [
    'hunter2hunter2',
    'p%40ss%2Fword-1',
    "it's-a-secret",
    'slash/in-secret',
    'hash#in?secret',
    '12/34in"secret',
  ]
  const cases = echoes.flatMap(([what, echo]) => passwords.map((password) => ({ what, echo, password })))

  test.each(cases)('hides the password $password in $what', async ({ echo, password }) => {
    const secret = `https://deploy:${password}@example.com/x.git`
    const service = await serve((request) => echo((JSON.parse(request.body) as { url: string }).url))
    const api = client(service.url, { maxRetries: 0 })
    const error = await failure(api.remoteMirrors.create(1, { url: secret }))
    const seen = everything(error)
    expect(seen).toContain('POST /api/v4/projects/1/remote_mirrors')
    expect(seen).not.toContain(password)
    expect(seen).not.toContain(encodeURIComponent(password))
    expect(seen).not.toContain(decodeURIComponent(password))
  })

  test('shows the user `git`', async () => {
    const service = await serve(inTurn(json({ message: 'git push to git.example.com failed' }, 400)))
    const error = await failure(client(service.url).remoteMirrors.create(1, { url: 'ssh://git@git.example.com/x' }))
    expect(error.message).toContain('git push to git.example.com failed')
  })

  test('shows an @ in a path', async () => {
    const service = await serve(inTurn(json({ message: 'no such host: example.com' }, 400)))
    const target = 'https://example.com/@team/x.git'
    const error = await failure(client(service.url).remoteMirrors.create(1, { url: target }))
    expect(error.message).toContain('no such host: example.com')
  })

  test('hides credentials in the report of a retry', async () => {
    const reply = json({ message: `rate limited: ${url}` }, 429)
    const service = await serve(inTurn(reply, json(mirror, 201)))
    const api = client(service.url)
    await api.remoteMirrors.create(1, { url })
    expect(api.retries).toHaveLength(1)
    expect(api.retries[0]?.reason).toContain('rate limited: https://[redacted]@example.com/x.git')
    expect(JSON.stringify(api.retries)).not.toContain('hunter2')
  })

  test('hides credentials in the response to a request without them', async () => {
    const service = await serve(inTurn(json({ message: { base: [`could not read from ${url}`] } }, 400)))
    const error = await failure(client(service.url).remoteMirrors.sync(1, 7))
    expect(error.message).toContain('could not read from https://[redacted]@example.com/x.git')
    expect(everything(error)).not.toContain('hunter2')
  })
})
