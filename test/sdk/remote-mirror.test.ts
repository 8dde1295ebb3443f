import { inspect } from 'node:util'
import type { Client } from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { bare, hangUp, inTurn, json, type Reply, serve, stopServices, text } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const mirror = { id: 7, enabled: false, url: 'https://*****:*****@example.com/x.git' }
const url = 'https://deploy:hunter2hunter2@example.com/x.git'
const at = '/api/v4/projects/acme%2Fweb/remote_mirrors'

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  ['list', ({ remoteMirrors }) => remoteMirrors.list('acme/web').all(), `GET ${at}?per_page=100`],
  [
    'list in small pages',
    ({ remoteMirrors }) => remoteMirrors.list('acme/web', { per_page: 5 }).all(),
    `GET ${at}?per_page=5`,
  ],
  ['get', ({ remoteMirrors }) => remoteMirrors.get('acme/web', 7), `GET ${at}/7`],
  [
    'create',
    ({ remoteMirrors }) => remoteMirrors.create('acme/web', { url, enabled: true, auth_method: 'password' }),
    `POST ${at}`,
    { url, enabled: true, auth_method: 'password' },
  ],
  [
    'update',
    ({ remoteMirrors }) =>
      remoteMirrors.update('acme/web', 7, { keep_divergent_refs: true, mirror_branch_regex: null }),
    `PUT ${at}/7`,
    { keep_divergent_refs: true, mirror_branch_regex: null },
  ],
  ['delete', ({ remoteMirrors }) => remoteMirrors.delete('acme/web', 7), `DELETE ${at}/7`],
  ['sync', ({ remoteMirrors }) => remoteMirrors.sync('acme/web', 7), `POST ${at}/7/sync`],
  ['publicKey', ({ remoteMirrors }) => remoteMirrors.publicKey('acme/web', 7), `GET ${at}/7/public_key`],
])('sends the request of the API for %s', async (what, call, line, ...[body]) => {
  const service = await serve(({ method, url: path }) => {
    if (method === 'DELETE' || path.endsWith('/sync')) return bare(204)
    return json(path.includes('per_page') ? [mirror] : mirror, method === 'POST' ? 201 : 200)
  })
  const result = await call(client(service.url))
  const returned = line.includes('per_page') ? [mirror] : mirror
  expect(result).toEqual(['delete', 'sync'].includes(what) ? undefined : returned)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})

test('repeats a sync whose response was lost, because a second push changes nothing', async () => {
  const service = await serve(inTurn(hangUp, bare(204)))
  await client(service.url).remoteMirrors.sync(1, 7)
  expect(service.lines()).toHaveLength(2)
})

test('does not repeat a create whose response was lost, because it would create a duplicate', async () => {
  const service = await serve(inTurn(hangUp, json(mirror, 201)))
  await failure(client(service.url).remoteMirrors.create(1, { url }))
  expect(service.lines()).toHaveLength(1)
})

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
