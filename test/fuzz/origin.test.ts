import type { Client } from '../../sdk'
import { client, closeClients, failure } from '../sdk/support/client'
import { bare, inTurn, json, serve, type Service, stopServices } from '../sdk/support/service'
import { connectProxy, pem, stopServers, type Stranger, stranger, tlsService } from './support/origin-servers'

const token = 'glpat-originOnlyXq52'
const key = 'alertKeyNd37'
const bug = { id: 1, name: 'bug' }

let elsewhere: Stranger
const environment = { ...process.env }

beforeEach(async () => {
  elsewhere = await stranger()
})
afterEach(async () => {
  process.env = { ...environment }
  await closeClients()
  await stopServices()
  await stopServers()
})

/** The ways in which a header can name another origin. */
const places = (port: number, path: string): string[] => [
  `http://127.0.0.1:${port}${path}`,
  `https://127.0.0.1:${port}${path}`,
  `http://localhost:${port}${path}`,
  `http://LOCALHOST.:${port}${path}`,
  `http://127.1:${port}${path}`,
  `http://2130706433:${port}${path}`,
  `//127.0.0.1:${port}${path}`,
  `\\\\127.0.0.1:${port}${path}`,
  `/\\127.0.0.1:${port}${path}`,
  `http://gitlab.com@127.0.0.1:${port}${path}`,
  `http://me:pw@127.0.0.1:${port}${path}`,
  ` http://127.0.0.1:${port}${path}`,
  `ht\ttp://127.0.0.1:${port}${path}`,
  `http:\\\\127.0.0.1:${port}${path}`,
  `http:127.0.0.1:${port}${path}`,
  `ws://127.0.0.1:${port}${path}`,
  `file://127.0.0.1:${port}${path}`,
]

const calls: [string, (api: Client) => Promise<unknown>][] = [
  ['GET', (api) => api.labels.get('acme/web', 1)],
  ['GET of a list', (api) => api.labels.list('acme/web').all()],
  ['POST', (api) => api.labels.create('acme/web', { name: 'bug', color: 'red' })],
  ['POST by id', (api) => api.labels.create(7, { name: 'bug', color: 'red' })],
  ['PUT', (api) => api.labels.update('acme/web', 1, { color: 'red' })],
  ['PUT by id', (api) => api.labels.update(7, 1, { color: 'red' })],
  ['DELETE', (api) => api.labels.delete('acme/web', 1)],
  ['DELETE by id', (api) => api.labels.delete(7, 1)],
]

const statuses = [201, 300, 301, 302, 303, 304, 305, 307, 308, 401, 407, 429, 503]

/** Expects that all requests went to the service, and that no other server was connected. */
function expectOnlyAt(service: Service, ...strangers: Stranger[]): void {
  expect(service.received.length).toBeGreaterThan(0)
  for (const { headers } of service.received) expect(headers['private-token']).toBe(token)
  for (const one of strangers) expect([one.connections(), one.heard()]).toEqual([0, ''])
}

describe('an origin that a response names', () => {
  describe.each(calls)('in response to %s', (_method, call) => {
    it.each(statuses)('does not send the token to the Location of a response with status %d', async (status) => {
      const loopback6 = await stranger('::1')
      const path = '/api/v4/projects/17/labels/1'
      for (const location of [...places(elsewhere.port, path), `http://[::1]:${loopback6.port}${path}`]) {
        const service = await serve(({ url }, count) =>
          count === 1 || url.endsWith('acme%2Fweb')
            ? bare(status, { location, 'content-location': location, refresh: `0; url=${location}` })
            : json(bug),
        )
        await call(client(service.url, { token, maxRetries: 1 })).catch(() => undefined)
        expectOnlyAt(service, elsewhere, loopback6)
      }
    })
  })

  it('does not send the token to the next page or another link on another origin', async () => {
    for (const place of places(elsewhere.port, '/api/v4/projects/1/labels?page=2')) {
      const link = ['next', 'first', 'last', 'preload', 'preconnect']
        .map((rel) => `<${place}>; rel="${rel}"`)
        .join(', ')
      const service = await serve(inTurn(json([bug], 200, { link }), json([])))
      await client(service.url, { token })
        .labels.list(1)
        .all()
        .catch(() => undefined)
      expectOnlyAt(service, elsewhere)
    }
  })

  it('does not connect to an alternative service or to an origin of early hints', async () => {
    const alternative = `h2="127.0.0.1:${elsewhere.port}"; ma=86400, h3="127.0.0.1:${elsewhere.port}"; ma=86400`
    const service = await serve(() => (response) => {
      response.writeEarlyHints({ link: `<http://127.0.0.1:${elsewhere.port}/>; rel=preload` })
      response.writeHead(200, { 'content-type': 'application/json', 'alt-svc': alternative }).end('{"id":1}')
    })
    const api = client(service.url, { token })
    for (let times = 0; times < 3; times++) await api.projects.get(1)
    expectOnlyAt(service, elsewhere)
  })

  it('retries a request at the same origin', async () => {
    const location = `http://127.0.0.1:${elsewhere.port}/api/v4/projects/1`
    const again = { location, 'retry-after': '0' }
    const service = await serve(inTurn(bare(429, again), bare(503, again), json({ id: 1 })))
    await client(service.url, { token }).projects.get(1)
    expect(service.received).toHaveLength(3)
    expectOnlyAt(service, elsewhere)
  })

  it('does not call URLs in a response body', async () => {
    const url = `http://127.0.0.1:${elsewhere.port}`
    const project = { id: 1, web_url: url, _links: { self: url, labels: url }, avatar_url: url }
    const service = await serve(inTurn(json(project)))
    await client(service.url, { token }).projects.get(1)
    expectOnlyAt(service, elsewhere)
  })
})

describe('an alert', () => {
  it('sends an alert to its endpoint with its own key and without the token', async () => {
    const [service, endpoint] = [await serve(inTurn(json(bug))), await serve(inTurn(json([{ iid: 1, title: 'a' }])))]
    const at = { endpointUrl: `${endpoint.url}/acme/web/alerts/notify/x/1.json`, authorizationKey: key }
    await client(service.url, { token }).alerts.create(at, { title: 'a' })
    expect(service.received).toEqual([])
    expect(endpoint.received[0]?.headers).toMatchObject({ authorization: `Bearer ${key}` })
    expect(JSON.stringify(endpoint.received)).not.toContain(token)
  })

  it('sends a key in the URL of an alert only as a header', async () => {
    const endpoint = await serve(inTurn(json([{ iid: 1, title: 'a' }])))
    const endpointUrl = endpoint.url.replace('//', `//:${key}@`)
    await client('http://localhost', { token }).alerts.create({ endpointUrl }, { title: 'a' })
    expect(endpoint.lines()).toEqual(['POST /'])
    expect(endpoint.received[0]?.headers.authorization).toBe(`Bearer ${key}`)
  })

  it.each([301, 302, 303, 307, 308])(
    'does not follow the redirect of an alert to another origin with status %d',
    async (status) => {
      for (const location of places(elsewhere.port, '/projects/acme%2Fweb/alerts')) {
        const endpoint = await serve(() => bare(status, { location }))
        const at = { endpointUrl: `${endpoint.url}/projects/acme%2Fweb/alerts`, authorizationKey: key }
        const error = await failure(client('http://localhost', { token }).alerts.create(at, { title: 'a' }))
        expect(error.message).not.toContain(key)
        expect(JSON.stringify(endpoint.received)).not.toContain(token)
      }
      expect(elsewhere.connections()).toBe(0)
    },
  )
})

describe('a proxy', () => {
  const proxyAuthorization = `Basic ${btoa('proxyUserBw47:proxyPassKz83')}`

  it.each(['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'])(
    'hides the token and the response of an https service from the proxy of %s, and its credentials from the service',
    async (variable) => {
      const service = await tlsService(pem('service'))
      const proxy = await connectProxy(service.port)
      process.env[variable] = proxy.url
      const api = client('https://service.test', { token, caCertificate: pem('authority') })
      expect(await api.labels.get(1, 1)).toEqual(bug)
      expect(proxy.heard()).toContain(proxyAuthorization)
      expect(proxy.heard()).not.toContain(token)
      expect(proxy.heard()).not.toContain('private-token')
      expect(service.requests[0]?.headers).toMatchObject({ 'private-token': token })
      expect(service.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
    },
  )

  it('rejects an untrusted certificate behind a proxy', async () => {
    const service = await tlsService(pem('service'))
    process.env.https_proxy = (await connectProxy(service.port)).url
    const error = await failure(client('https://service.test', { token, maxRetries: 0 }).labels.get(1, 1))
    expect(error).toMatchObject({ name: 'ConnectionError', sent: false })
    expect(error.message).toMatch(/certificate/)
    expect(service.requests).toEqual([])
  })

  it('shows requests to an http service to the proxy, and hides its credentials from the service', async () => {
    const service = await serve(inTurn(json(bug)))
    const proxy = await connectProxy(service.port)
    process.env.http_proxy = proxy.url
    expect(await client('http://service.test', { token }).labels.get(1, 1)).toEqual(bug)
    expect(proxy.heard()).toContain(token)
    expect(JSON.stringify(service.received)).not.toMatch(/proxy-authorization|proxyPassKz83/)
  })

  it.each(['localhost', '127.0.0.1', '[::1]'])('does not use the proxy for %s', async (host) => {
    process.env.http_proxy = process.env.https_proxy = `http://127.0.0.1:${elsewhere.port}`
    const service = await serve(inTurn(json(bug)))
    await failure(client(`https://${host}:${service.port}`, { token, maxRetries: 0 }).labels.get(1, 1))
    if (host !== '[::1]') await client(`http://${host}:${service.port}`, { token }).labels.get(1, 1)
    expect([elsewhere.connections(), elsewhere.heard()]).toEqual([0, ''])
  })

  it.each(['0.0.0.0', '*', 'example.com, 0.0.0.0'])(
    'does not use the proxy for hosts of NO_PROXY=%s',
    async (exempt) => {
      process.env.http_proxy = `http://127.0.0.1:${elsewhere.port}`
      process.env.no_proxy = exempt
      const service = await serve(inTurn(json(bug)))
      await client(`http://0.0.0.0:${service.port}`, { token }).labels.get(1, 1)
      expectOnlyAt(service, elsewhere)
    },
  )

  it.each([
    'http://proxyUserBw47:pass word/Kz83@proxy.test:1',
    'http://proxyUserBw47:passKz83@proxy.test:port',
    'proxyUserBw47:passKz83@proxy.test:1',
    'ftp://proxyUserBw47:passKz83@proxy.test:1',
  ])('does not repeat an invalid proxy in an error: %s', async (proxy) => {
    process.env.https_proxy = proxy
    const error = await failure(client('https://service.test', { token, maxRetries: 0 }).labels.get(1, 1))
    const shown = `${error.stack}${JSON.stringify(error)}${JSON.stringify(error['cause'])}${String(error['cause'])}`
    expect(shown).not.toMatch(/Kz83|proxyUserBw47/)
  })
})
