import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { inspect } from 'node:util'
import { ApiError, Client, SdkError, UnreadableResponse } from '../../sdk'
import { Http } from '../../sdk/http/http'
import { path } from '../../sdk/http/path'
import { certificate, key } from './support/certificate'
import { client, closeClients, failure, TestClock } from './support/client'
import { bare, hangUp, inTurn, json, serve, stopServices, text } from './support/service'

const servers: Server[] = []
const sockets = new Set<Socket>()

/** Listens on a free port of loopback until the end of the test. */
async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

afterEach(async () => {
  sockets.forEach((socket) => socket.destroy())
  sockets.clear()
  await closeClients()
  await stopServices()
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

const bug = { id: 1, name: 'bug' }

describe('the base URL', () => {
  test.each([
    ['https://gitlab.com', 'https://gitlab.com'],
    ['https://gitlab.com/', 'https://gitlab.com'],
    ['https://gitlab.com/api/v4', 'https://gitlab.com'],
    ['https://gitlab.com/api/v4/', 'https://gitlab.com'],
    ['HTTPS://GitLab.com:443/', 'https://gitlab.com'],
    ['http://127.0.0.1:8080/git/lab//', 'http://127.0.0.1:8080/git/lab'],
    ['http://127.0.0.1:8080/git/api/v4', 'http://127.0.0.1:8080/git'],
  ])('normalizes the base URL %s to %s', (given, normalised) => {
    expect(client(given).baseUrl).toBe(normalised)
  })

  test.each([
    ['gitlab.com', /must be an http or https URL, not "gitlab\.com": did you mean https:\/\/gitlab\.com\?$/],
    ['localhost:8080/git', /did you mean http:\/\/localhost:8080\/git\?$/],
    ['me:hunter2@gitlab.com', /must be an http or https URL, such as https:\/\/gitlab\.com$/],
    ['ftp://gitlab.com', /must be an http or https URL/],
    ['https://me:hunter2@gitlab.com', /must not contain credentials/],
    ['https://gitlab.com/?a=1', /query or a fragment/],
    ['', /must be an http or https URL/],
  ])('rejects the base URL %j without repeating a password', (given, why) => {
    expect(() => new Client({ baseUrl: given })).toThrow(why)
    expect(() => new Client({ baseUrl: given })).not.toThrow(/hunter2/)
  })

  test('keeps the path prefix of the base URL in requests', async () => {
    const service = await serve(inTurn(json(bug)))
    await client(`${service.url}/git/api/v4/`).projects.get('acme/web')
    expect(service.lines()).toEqual(['GET /git/api/v4/projects/acme%2Fweb'])
  })
})

describe('a request', () => {
  test('sends the token, the user agent, and a JSON body with null but without undefined', async () => {
    const service = await serve(inTurn(json(bug)))
    const api = client(service.url, { token: 'glpat-1', userAgent: 'trueup-test/1' })
    await api.labels.update(1, 2, { new_name: 'ü ✓', description: null, priority: undefined })
    expect(service.received[0]?.headers).toMatchObject({
      'private-token': 'glpat-1',
      'user-agent': 'trueup-test/1',
      'content-type': 'application/json',
    })
    expect(service.received[0]?.body).toBe('{"new_name":"ü ✓","description":null}')
  })

  test('sends no token header without a token, and no content type with a read', async () => {
    const service = await serve(inTurn(json(bug)))
    const api = client(service.url, { token: undefined })
    await api.labels.subscribe(1, 2)
    await api.labels.get(1, 2)
    const [write, read] = service.received.map(({ headers }) => headers)
    // A service in maintenance mode recognizes writes by this type.
    expect(write).toMatchObject({ 'user-agent': 'trueup', 'content-length': '0', 'content-type': 'application/json' })
    expect(write).not.toHaveProperty('private-token')
    expect(read).not.toHaveProperty('content-type')
  })

  test('sends a body as a form', async () => {
    const service = await serve(inTurn(json(bug)))
    const http = new Http({ baseUrl: service.url, bodyEncoding: 'form' }, new TestClock())
    await http.post(path`/x`, {
      ...{ name: 'a+b & c', on: true, off: undefined, none: null, scopes: ['api', 'read_api'] },
      ...{ variables: [{ key: 'A', value: '1' }], input: { deep: { er: 2 } } },
    })
    await http.close()
    expect(service.received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect([...new URLSearchParams(service.received[0]?.body)]).toEqual([
      ['name', 'a+b & c'],
      ['on', 'true'],
      ['none', ''],
      ['scopes[]', 'api'],
      ['scopes[]', 'read_api'],
      ['variables[0][key]', 'A'],
      ['variables[0][value]', '1'],
      ['input[deep][er]', '2'],
    ])
    expect(service.received[0]?.body).toContain('name=a%2Bb')
  })

  test('sends a query without undefined parameters and with encoded plus signs', async () => {
    const service = await serve(inTurn(json(bug)))
    const http = new Http({ baseUrl: service.url }, new TestClock())
    await http.get(path`/x`, { after: '2026-01-01T00:00:00+02:00', flag: false, ids: [1, 2], none: undefined })
    await http.get(path`/x`, { none: undefined })
    await http.close()
    expect(service.lines()).toEqual([
      'GET /api/v4/x?after=2026-01-01T00%3A00%3A00%2B02%3A00&flag=false&ids%5B%5D=1&ids%5B%5D=2',
      'GET /api/v4/x',
    ])
  })

  test.each([
    ['a/b', 'a%2Fb'],
    ['100%', '100%25'],
    ['ü ✓', '%C3%BC%20%E2%9C%93'],
    ['a?b#c&d=e+f', 'a%3Fb%23c%26d%3De%2Bf'],
    ['...', '...'],
    ['v1..2', 'v1..2'],
    ['%2e%2e', '%252e%252e'],
    [42, '42'],
  ])('encodes %j as the path segment %s', async (label, segment) => {
    const service = await serve(inTurn(bare(204)))
    await client(service.url).labels.delete('acme/web', label)
    expect(service.lines()).toEqual([`DELETE /api/v4/projects/acme%2Fweb/labels/${segment}`])
  })

  test.each(['', '.', '..', 'a/..', '../x', 'a/./b', '..\\x', 'a\ud800', NaN, 1.5, Infinity])(
    'rejects the path segment %j before any request',
    async (label) => {
      const service = await serve(inTurn(bare(204)))
      const error = await failure(client(service.url).labels.delete(1, label))
      expect(SdkError.is(error)).toBe(true)
      expect(error.message).toContain('cannot be part of a request path')
      expect(service.lines()).toEqual([])
    },
  )

  test('moves a query that is too long into the body of a DELETE, but not of a GET', async () => {
    const service = await serve((request) => (request.method === 'GET' ? json([]) : bare(204)))
    const api = client(service.url)
    const name = '✓'.repeat(255)
    await api.labels.deleteByName(1, name)
    await api.labels.deleteByName(1, 'bug')
    await api.labels.list(1, { search: name }).all()
    expect(service.lines().map((line) => line.slice(0, 60))).toEqual([
      'DELETE /api/v4/projects/1/labels',
      'DELETE /api/v4/projects/1/labels?name=bug',
      'GET /api/v4/projects/1/labels?search=%E2%9C%93%E2%9C%93%E2%9',
    ])
    expect(service.received[0]?.body).toBe(JSON.stringify({ name }))
  })

  test('refuses requests after the client was closed, and waits for open ones when it closes', async () => {
    const service = await serve(inTurn(json(bug)))
    const api = client(service.url)
    const last = api.labels.get(1, 1)
    await new Promise((resolve) => setImmediate(resolve))
    await api.close()
    expect(await last).toEqual(bug)
    expect((await failure(api.labels.get(1, 1))).message).toBe('the client is closed')
    expect(service.lines()).toHaveLength(1)
  })

  test('rejects a token with a line break and limits below 1', () => {
    const at = { baseUrl: 'http://localhost' }
    expect(() => new Client({ ...at, token: 'glpat-1\n' })).toThrow(/line break/)
    expect(() => new Client({ ...at, token: 'glpat-1\n' })).not.toThrow(/glpat/)
    expect(() => new Client({ ...at, maxConcurrency: 0 })).toThrow('maxConcurrency must be at least 1 (got 0)')
    expect(() => new Client({ ...at, maxRequestsPerMinute: NaN })).toThrow(
      /maxRequestsPerMinute must be at least 1 \(got NaN\)/,
    )
  })
})

describe('a response', () => {
  test('keeps unknown fields, without polluting prototypes', async () => {
    const body = '{"id":1,"brand_new":[1],"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
    const service = await serve(inTurn(text(body, 200)))
    const label = await client(service.url).labels.get(1, 1)
    expect(JSON.stringify(label)).toBe(body)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test.each([
    ['without a body', bare(200)],
    ['of blanks', text(' \n', 200)],
    ['with status 204', bare(204)],
  ])('rejects a response to GET %s', async (_what, reply) => {
    const service = await serve(inTurn(reply))
    const error = await failure(client(service.url).labels.get(1, 1))
    expect(UnreadableResponse.is(error)).toBe(true)
    expect(error.message).toMatch(/^GET \/api\/v4\/projects\/1\/labels\/1: 20[04] the response is empty: check baseUrl/)
    expect(service.lines()).toHaveLength(1)
  })

  test('rejects a plain-text response, also with a successful status', async () => {
    const service = await serve(
      inTurn(text('Welcome', 200), text('<html></html>', 201, { 'content-type': 'text/html' })),
    )
    const api = client(service.url)
    expect(await failure(api.labels.get(1, 1))).toMatchObject({ name: 'UnreadableResponse', status: 200, sent: true })
    expect(await failure(api.labels.create(1, { name: 'bug', color: 'red' }))).toMatchObject({
      name: 'UnreadableResponse',
      message:
        'POST /api/v4/projects/1/labels: 201 the response is not JSON but text/html content: check baseUrl (it may have been carried out)',
    })
    expect(service.lines()).toHaveLength(2)
  })

  test('keeps nested unknown fields of lists', async () => {
    const body = [{ id: 1, brand_new: { deep: [{ er: null }] } }]
    const service = await serve(inTurn(json(body)))
    expect(await client(service.url).labels.list(1).all()).toEqual(body)
  })

  test('ignores informational responses', async () => {
    const service = await serve(() => (response) => {
      response.writeProcessing()
      response.end(JSON.stringify(bug))
    })
    expect(await client(service.url).labels.get(1, 1)).toEqual(bug)
  })

  test.each([
    [204, bare(204)],
    [304, bare(304)],
  ])('returns undefined for a %d without a body', async (_status, reply) => {
    const service = await serve(inTurn(reply))
    expect(await client(service.url).labels.unsubscribe(1, 1)).toBeUndefined()
  })
})

describe('a redirect of GET', () => {
  test.each([301, 302, 307, 308])('follows a %d on the configured host, regardless of its host', async (status) => {
    const foreign = await serve(inTurn(json({ stolen: true })))
    const location = `${foreign.url}/api/v4/projects/17/labels/1?include_ancestor_groups=false`
    const service = await serve(inTurn(bare(status, { location }), json(bug)))
    const api = client(`${service.url}/git`)
    expect(await api.labels.get('acme/old', 1, { include_ancestor_groups: false })).toEqual(bug)
    expect(service.lines()).toEqual([
      'GET /git/api/v4/projects/acme%2Fold/labels/1?include_ancestor_groups=false',
      'GET /git/api/v4/projects/17/labels/1?include_ancestor_groups=false',
    ])
    expect(foreign.connections()).toBe(0)
  })

  test('follows a relative redirect', async () => {
    const service = await serve(inTurn(bare(302, { location: '/api/v4/projects/17' }), json({ id: 17 })))
    expect(await client(service.url).projects.get('acme/old')).toEqual({ id: 17 })
  })

  test('throws for a circular redirect', async () => {
    const service = await serve(({ url }) => bare(302, { location: `https://x${url}` }))
    const error = await failure(client(service.url).projects.get(1))
    expect(ApiError.is(error)).toBe(true)
    expect(error.message).toBe(
      'GET /api/v4/projects/1: 302 redirects to https://x/api/v4/projects/1, which is a loop: check the scheme of baseUrl',
    )
    expect(service.lines()).toHaveLength(1)
  })

  test.each([':8443', ''])('names the base URL if the same host redirects to https%s', async (port) => {
    const service = await serve(({ url }) => bare(301, { location: `https://127.0.0.1${port}${url}` }))
    const right = `https://127.0.0.1${port}/git`
    const api = client(`${service.url}/git`)
    expect((await failure(api.projects.get(1))).message).toBe(
      `GET /git/api/v4/projects/1: 301 redirects to ${right}/api/v4/projects/1, which is a loop: write ${right} as baseUrl`,
    )
    expect((await failure(api.labels.delete(1, 2))).message).toBe(
      `DELETE /git/api/v4/projects/1/labels/2: 301 redirects to ${right}/api/v4/projects/1/labels/2, and writes do not ` +
        `follow redirects: write ${right} as baseUrl`,
    )
  })

  test('throws for an endless chain of redirects', async () => {
    const service = await serve((_request, count) => bare(302, { location: `/api/v4/projects/${count}0` }))
    expect((await failure(client(service.url).projects.get(1))).message).toContain('after 5 other redirects')
    expect(service.lines()).toHaveLength(6)
  })

  test.each(['https://sso.example.com/login?token=abc', '', 'http://[', '/users/sign_in'])(
    'throws for a redirect to %j, which is not in the API',
    async (location) => {
      const service = await serve(inTurn(bare(302, location === '' ? {} : { location })))
      const error = await failure(client(service.url).projects.get(1))
      expect(error.message).toContain('which is not in the API: check baseUrl')
      expect(error.message).not.toContain('abc')
      expect(service.lines()).toHaveLength(1)
    },
  )
})

describe('a write to a project that has moved', () => {
  const refused = json({ message: 'Non GET methods are not allowed for moved projects' }, 405)

  test.each([
    ['refused', refused],
    ['redirected', bare(301, { location: 'http://elsewhere.test/' })],
  ])('sends the write to the id of the project when it is %s', async (_how, reply) => {
    const service = await serve(({ method, url }) => {
      if (url.startsWith('/api/v4/projects/17')) return json(method === 'GET' ? { id: 17 } : bug)
      return method === 'GET' ? bare(301, { location: 'http://elsewhere.test/api/v4/projects/17' }) : reply
    })
    const api = client(service.url)
    expect(await api.labels.update('acme/old', 'a/b', { color: 'red' })).toEqual(bug)
    await api.labels.create('acme/old', { name: 'bug', color: 'red' })
    expect(service.lines()).toEqual([
      'PUT /api/v4/projects/acme%2Fold/labels/a%2Fb',
      'GET /api/v4/projects/acme%2Fold',
      'GET /api/v4/projects/17',
      'PUT /api/v4/projects/17/labels/a%2Fb',
      'POST /api/v4/projects/acme%2Fold/labels',
      'POST /api/v4/projects/17/labels',
    ])
    expect(service.received[5]?.body).toBe('{"name":"bug","color":"red"}')
  })

  test('looks up a moved project once for concurrent writes, and again after a failed look-up', async () => {
    let down = true
    const service = await serve(({ method, url }) => {
      if (url.startsWith('/api/v4/projects/17')) return bare(204)
      return method === 'DELETE' ? refused : down ? json({ message: '404 Project Not Found' }, 404) : json({ id: 17 })
    })
    const api = client(service.url)
    expect(await failure(api.labels.delete('acme/old', 1))).toMatchObject({ status: 404, method: 'GET' })
    down = false
    await Promise.all([1, 2, 3].map((label) => api.labels.delete('acme/old', label)))
    expect(service.lines().filter((line) => line.startsWith('GET'))).toHaveLength(2)
  })

  test('does not look up the project when the write failed for another reason', async () => {
    const service = await serve(inTurn(json({ message: 'no' }, 422)))
    expect(await failure(client(service.url).labels.delete('acme/web', 1))).toMatchObject({ status: 422 })
    expect(service.lines()).toHaveLength(1)
  })

  test('fails when the write to the id is also refused', async () => {
    const service = await serve(({ method }) =>
      method === 'GET' ? json({ id: 17 }) : bare(301, { location: 'https://elsewhere.test/' }),
    )
    expect((await failure(client(service.url).labels.delete('acme/old', 1))).message).toBe(
      'DELETE /api/v4/projects/17/labels/1: 301 redirects to https://elsewhere.test/, and writes do not follow redirects',
    )
  })

  test('fails when the write already uses the id, or when the look-up finds no project', async () => {
    const service = await serve(({ method }) => (method === 'GET' ? json({}) : refused))
    const api = client(service.url)
    expect(await failure(api.labels.delete(17, 1))).toMatchObject({ status: 405 })
    expect((await failure(api.labels.delete('acme/old', 1))).message).toContain('the project has no id')
  })
})

describe('secrets', () => {
  const token = 'glpat-Secret/1+2'

  test('hides secrets in an error, whatever the service or the library returns', async () => {
    const body = {
      message: `${token} ${encodeURIComponent(token)} /x?private_token=abc1&token=abc2&password=abc3 https://u:abc4@host/y`,
    }
    const service = await serve(inTurn(json(body, 400), text(`HTTP ${token}`, 500), hangUp))
    const api = client(service.url, { token, maxRetries: 0 })
    const errors = [
      await failure(api.labels.get(1, token)),
      await failure(api.labels.get(1, 1)),
      await failure(api.labels.get(1, 1)),
    ]
    const shown = errors.map(
      (error) => inspect(error, { depth: 9, showHidden: true }) + error.stack + JSON.stringify(error),
    )
    for (const secret of [token, encodeURIComponent(token), 'abc1', 'abc2', 'abc3', 'abc4']) {
      expect(shown.join('\n')).not.toContain(secret)
    }
    expect(errors[0]?.message).toContain('https://[redacted]@host/y')
  })

  test('hides secrets in a garbled response that repeats the request', async () => {
    const port = await listen(
      createTcpServer((socket) => socket.once('data', (data) => socket.end(`HTTP/1.1 \0 ${data.toString()}`))),
    )
    const error = await failure(client(`http://127.0.0.1:${port}`, { token, maxRetries: 0 }).labels.get(1, 1))
    expect(error).toMatchObject({ name: 'ConnectionError', sent: true })
    expect(error['cause']).toHaveProperty('data', expect.stringContaining('[redacted]'))
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(token)
  })

  test('hides secrets of a client that is logged', () => {
    expect(inspect(client('http://localhost', { token }), { depth: 9, showHidden: true })).not.toContain(token)
  })
})

describe('TLS', () => {
  const serveJson = (): Promise<number> =>
    listen(createHttpsServer({ cert: certificate, key }, (_request, response) => response.end(JSON.stringify(bug))))

  test('trusts the configured certificate authority', async () => {
    const baseUrl = `https://127.0.0.1:${await serveJson()}`
    expect(await client(baseUrl, { caCertificate: certificate }).labels.get(1, 1)).toEqual(bug)
  })

  test('does not trust other certificate authorities, and reports the request as not sent', async () => {
    const baseUrl = `https://127.0.0.1:${await serveJson()}`
    const error = await failure(client(baseUrl, { maxRetries: 1 }).labels.create(1, { name: 'bug', color: 'red' }))
    expect(error).toMatchObject({ name: 'ConnectionError', sent: false })
    expect(error.message).toContain('self-signed certificate')
  })

  test('ends a TLS handshake that never completes by the time-out, and reports the request as not sent', async () => {
    const port = await listen(createTcpServer(() => undefined))
    const api = client(`https://127.0.0.1:${port}`, { maxRetries: 1, timeoutMs: 100 })
    const error = await failure(api.labels.create(1, { name: 'bug', color: 'red' }))
    expect(error).toMatchObject({ sent: false, timedOut: true })
    expect(api.retries).toHaveLength(1)
  })

  test('does not send a request after its time-out when the TLS handshake completes late', async () => {
    const lines: string[] = []
    const service = createHttpsServer({ cert: certificate, key }, ({ method, url }, response) => {
      lines.push(`${method} ${url}`)
      response.end(JSON.stringify(bug))
    })
    const servicePort = await listen(service)
    let begin = (): void => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const front = createTcpServer((socket) => {
      void begun.then(() => socket.pipe(connectTcp(servicePort, '127.0.0.1')).pipe(socket))
    })
    const baseUrl = `https://127.0.0.1:${await listen(front)}`
    const api = client(baseUrl, { caCertificate: certificate, maxRetries: 0, maxConcurrency: 1 })
    expect(await failure(api.labels.delete(1, 1, { timeoutMs: 100 }))).toMatchObject({ sent: false, timedOut: true })
    begin()
    expect(await api.labels.get(1, 2)).toEqual(bug)
    expect(lines).toEqual(['GET /api/v4/projects/1/labels/2'])
  })

  test('ends a TLS handshake that never completes by the signal', async () => {
    const abort = new AbortController()
    const port = await listen(createTcpServer(() => abort.abort(new Error('enough'))))
    const call = client(`https://127.0.0.1:${port}`).labels.get(1, 1, {}, { signal: abort.signal })
    expect((await failure(call)).message).toBe('enough')
  })
})

describe('a proxy named by the environment', () => {
  const before = { ...process.env }
  afterEach(() => {
    process.env = { ...before }
  })

  /** A proxy that takes every host to `port`. */
  async function proxyTo(port: number): Promise<{ asked: string[]; url: string }> {
    const asked: string[] = []
    const proxy = createHttpServer()
    proxy.on('connect', (request, socket) => {
      asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization']}`)
      const onward = connectTcp(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        onward.pipe(socket).pipe(onward)
      })
      sockets.add(onward)
    })
    return { asked, url: `http://me:pw@127.0.0.1:${await listen(proxy)}` }
  }

  test('connects through the proxy, with TLS to the service', async () => {
    const port = await listen(
      createHttpsServer({ cert: certificate, key }, (_request, response) => response.end(JSON.stringify(bug))),
    )
    const proxy = await proxyTo(port)
    process.env['https_proxy'] = proxy.url
    expect(await client('https://service.test', { caCertificate: certificate }).labels.get(1, 1)).toEqual(bug)
    expect(proxy.asked).toEqual([`CONNECT service.test:443 Basic ${btoa('me:pw')}`])
  })

  test('does not use the proxy for loopback addresses', async () => {
    const service = await serve(inTurn(json(bug)))
    const proxy = await proxyTo(service.port)
    process.env['http_proxy'] = proxy.url
    expect(await client(service.url).labels.get(1, 1)).toEqual(bug)
    expect(proxy.asked).toEqual([])
  })

  test('names a proxy that refuses without its credentials, and reports the request as not sent', async () => {
    const proxy = createHttpServer()
    proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
    process.env['http_proxy'] = `http://me:pw@127.0.0.1:${await listen(proxy)}`
    const error = await failure(client('http://service.test', { maxRetries: 0 }).labels.promote(1, 1))
    expect(error).toMatchObject({ name: 'ConnectionError', sent: false })
    expect(error.message).toContain('407')
    expect(inspect(error, { depth: 9 })).not.toContain('me:pw')
  })
})
