import { inspect } from 'node:util'
import type { Flavor } from '../../emulator'
import type { Alert, AlertEndpoint } from '../../sdk'
import { testNow, useEmulator } from '../support/emulator'
import { client, closeClients, failure } from './support/client'
import { bare, hangUp, inTurn, json, serve, type Service, stopServices, text } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const path = '/acme/web/alerts/notify.json'
const raised = [{ iid: 3, title: 'Down' }]
const endpointOf = ({ url }: Service): AlertEndpoint => ({ endpointUrl: `${url}${path}`, authorizationKey: 'key-1' })
const sentTo = ({ received }: Service): Record<string, unknown>[] => received.map(({ body }) => JSON.parse(body))
describe('the request', () => {
  test('sends JSON, even with bodyEncoding form', async () => {
    const service = await serve(inTurn(json(raised)))
    await client(service.url, { bodyEncoding: 'form' }).alerts.create(endpointOf(service), { title: 'a' })
    expect(service.received[0]?.headers['content-type']).toBe('application/json')
    expect(sentTo(service)).toEqual([{ title: 'a' }])
  })

  test.each<[string, string, string]>([
    ['below a path', '/gitlab/acme/web/alerts/notify/up/0a.json', '/gitlab/acme/web/alerts/notify/up/0a.json'],
    ['with a query', '/notify?a=%2F&b=1', '/notify?a=%2F&b=1'],
    ['with a fragment', '/notify#here', '/notify'],
  ])('sends an alert to a URL %s', async (_what, where, line) => {
    const service = await serve(inTurn(json(raised)))
    const { alerts } = client(`${service.url}/gitlab`)
    await alerts.create({ endpointUrl: service.url + where, authorizationKey: 'key-1' }, {})
    expect(service.lines()).toEqual([`POST ${line}`])
  })
})

describe('the key and the token', () => {
  test('sends the key to the endpoint and the token to the API on the same origin', async () => {
    const service = await serve(inTurn(json(raised), json([])))
    const api = client(service.url, { token: 'token-1' })
    await api.alerts.create(endpointOf(service), {})
    await api.labels.list(1).all()
    const [alert, label] = service.received
    expect(alert?.headers).toMatchObject({ authorization: 'Bearer key-1' })
    expect(alert?.headers).not.toHaveProperty('private-token')
    expect(JSON.stringify(alert)).not.toContain('token-1')
    expect(label?.headers['private-token']).toBe('token-1')
    expect(JSON.stringify(label)).not.toContain('key-1')
  })

  test('sends the key to the endpoint and the token to the API on different origins', async () => {
    const [home, away] = [await serve(inTurn(json([]))), await serve(inTurn(json(raised)))]
    const api = client(home.url, { token: 'token-1' })
    await api.alerts.create(endpointOf(away), {})
    await api.labels.list(1).all()
    expect(JSON.stringify(away.received)).not.toContain('token-1')
    expect(JSON.stringify(home.received)).not.toContain('key-1')
  })

  test('sends an alert without a token, and other requests without a key', async () => {
    const service = await serve(inTurn(json(raised)))
    expect(await client(service.url, { token: undefined }).alerts.create(endpointOf(service), {})).toEqual(raised)
  })

  test.each([
    [':key%2F2@', undefined, 'Bearer key/2'],
    ['me:key-2@', undefined, 'Bearer key-2'],
    [':key-2@', 'key-1', 'Bearer key-1'],
  ])('sends, for %s in the URL and the key %s, the header %s', async (userinfo, authorizationKey, header) => {
    const service = await serve(inTurn(json(raised)))
    const endpointUrl = service.url.replace('://', `://${userinfo}`) + path
    await client(service.url).alerts.create({ endpointUrl, authorizationKey }, {})
    expect(service.received[0]?.headers.authorization).toBe(header)
    expect(service.lines()).toEqual([`POST ${path}`])
  })

  test('does not follow a redirect with the key', async () => {
    const away = await serve(inTurn(json(raised)))
    for (const status of [301, 302, 303, 307, 308]) {
      const service = await serve(inTurn(bare(status, { location: `${away.url}/x` })))
      expect(await failure(client(service.url).alerts.create(endpointOf(service), {}))).toMatchObject({ status })
    }
    expect(away.received).toEqual([])
  })

  test.each([
    [{ endpointUrl: 'secret-1', authorizationKey: 'k' }, 'endpointUrl must be an http or https URL'],
    [{ endpointUrl: 'ftp://:secret-1@host/x' }, 'endpointUrl must be an http or https URL'],
    [{ endpointUrl: 'https://secret-1@host/x' }, 'authorizationKey is required'],
    [{ endpointUrl: 'https://host/x', authorizationKey: '' }, 'authorizationKey is required'],
    [
      { endpointUrl: 'https://host/x', authorizationKey: 'secret-1\n' },
      'authorizationKey must contain only printable ASCII characters',
    ],
  ])('rejects a key that cannot be sent without showing it: %j', async (endpoint, reason) => {
    const error = await failure(client('http://localhost').alerts.create(endpoint, {}))
    expect(error).toMatchObject({ name: 'SdkError', message: expect.stringContaining(reason) })
    expect(inspect(error)).not.toContain('secret-1')
  })

  test('hides the key and the token in errors, whatever the service returns', async () => {
    const key = 'key/1+2'
    const spellings = [key, encodeURIComponent(key)]
    const said = { message: `${key} ${encodeURIComponent(key)} at https://:${encodeURIComponent(key)}@host/` }
    const service = await serve(
      inTurn(json(said, 400), text(key, 500), bare(301, { location: `/${key}` }), text(key, 200), hangUp),
    )
    const { alerts, retries } = client(service.url, { maxRetries: 1 })
    const inUrl = { endpointUrl: `${service.url.replace('://', `://:${spellings[1]}@`)}/${spellings[1]}/x?key=${key}` }
    const beside = { endpointUrl: `${service.url}/${key}`, authorizationKey: key }
    const errors: unknown[] = []
    for (const endpoint of [inUrl, beside, inUrl, beside, inUrl])
      errors.push(await failure(alerts.create(endpoint, {})))
    errors.push(await failure(alerts.resolve(inUrl, { fingerprint: 'a' })), retries)
    const shown = inspect(errors, { depth: 9, showHidden: true }) + JSON.stringify(errors)
    for (const spelling of spellings) expect(shown).not.toContain(spelling)
    expect(shown).toContain('/[redacted]/x')
    expect(retries).toHaveLength(1)
  })

  test('hides the key and the token of a used client that is logged', async () => {
    const service = await serve(inTurn(json(raised)))
    const api = client(service.url, { token: 'token-1' })
    await api.alerts.create(endpointOf(service), {})
    await api.labels.list(1).all()
    expect(inspect(api, { depth: 12, showHidden: true })).not.toMatch(/key-1|token-1/)
  })
})

describe('a response', () => {
  test.each<[string, ReturnType<typeof json>, Alert[]]>([
    ['a list', json(raised), raised],
    ['nothing', bare(201), []],
  ])('returns the alerts of a response that is %s', async (_what, reply, alerts) => {
    const service = await serve(inTurn(reply))
    expect(await client(service.url).alerts.create(endpointOf(service), {})).toEqual(alerts)
  })

  test('reports an unreadable response, after which the outcome is unknown', async () => {
    const service = await serve(inTurn(json({})))
    const sent = client(service.url).alerts.create(endpointOf(service), {})
    await expect(sent).rejects.toThrow(/200 the response is not a list \(it may have been carried out\)/)
  })

  test.each([
    [400, 'Invalid'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [413, 'ApiError'],
    [422, 'Invalid'],
  ])('throws an error for status %i: %s', async (status, name) => {
    const service = await serve(inTurn(bare(status)))
    const { alerts } = client(service.url)
    expect(await failure(alerts.create(endpointOf(service), {}))).toMatchObject({ name, status, path })
    expect(await alerts.test(endpointOf(service), {})).toMatchObject({ success: false, error: { name, status } })
    expect(service.lines()).toHaveLength(2)
  })

  test('sends a new alert once, and resolves an alert again, when the response is lost', async () => {
    const service = await serve(inTurn(hangUp, bare(503), hangUp, bare(503), json(raised)))
    const { alerts } = client(service.url)
    expect(await failure(alerts.create(endpointOf(service), {}))).toMatchObject({ name: 'ConnectionError', sent: true })
    expect(await failure(alerts.createMetrics(endpointOf(service), { alerts: [] }))).toMatchObject({ status: 503 })
    expect(await alerts.resolve(endpointOf(service), { fingerprint: 'a' })).toEqual(raised)
    expect(service.lines()).toHaveLength(5)
    expect(
      new Set(
        sentTo(service)
          .slice(2)
          .map((body) => body.end_time),
      ).size,
    ).toBe(1)
  })

  test('retries an alert after a 429', async () => {
    const service = await serve(inTurn(bare(429, { 'retry-after': '7' }), json(raised)))
    const { alerts, clock } = client(service.url)
    expect(await alerts.create(endpointOf(service), {})).toEqual(raised)
    expect(clock.slept).toEqual([7000])
  })

  test('returns a connection error as the result of a test, and throws for an invalid endpoint', async () => {
    const service = await serve(inTurn(hangUp))
    const { alerts } = client(service.url)
    expect(await alerts.test(endpointOf(service), {})).toMatchObject({
      success: false,
      error: { name: 'ConnectionError' },
    })
    expect(await failure(alerts.test({ endpointUrl: 'x' }, {}))).toMatchObject({ name: 'SdkError' })
  })
})

test('sends no alert to any origin after the client was closed', async () => {
  const [home, away] = [await serve(inTurn(json(raised))), await serve(inTurn(json(raised)))]
  const api = client(home.url)
  await api.alerts.create(endpointOf(away), {})
  await api.close()
  for (const service of [home, away]) {
    expect(await failure(api.alerts.create(endpointOf(service), {}))).toMatchObject({ message: 'the client is closed' })
  }
  expect([home.received.length, away.received.length]).toEqual([0, 1])
})

test('reuses connections to an endpoint', async () => {
  const service = await serve(inTurn(json(raised)))
  const { alerts } = client('http://localhost')
  for (let n = 0; n < 6; n++) await alerts.create(endpointOf(service), { n })
  // The last connection can still be in use.
  expect(service.connections()).toBeLessThan(3)
})

describe.each<Flavor>(['spec', 'gitlab'])('alerts of the emulator on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const at = (where: string): AlertEndpoint => ({
    endpointUrl: `${emulator.url}/acme/web/${where}`,
    authorizationKey: 'emulator-alert-key',
  })
  const stored = () => emulator.state().collections.alerts!.records

  test('raises, counts and resolves an alert in its environment', async () => {
    const { alerts } = client(emulator.url, { token: 'emulator-maintainer' })
    const endpoint = at('alerts/notify.json')
    const payload = { title: 'Down', fingerprint: 'a', svc_environment_name: 'production' }
    const response = [{ iid: 1, title: 'Down' }]
    expect(await alerts.create(endpoint, payload)).toEqual(response)
    expect(await alerts.create(endpoint, payload)).toEqual(response)
    expect(stored()).toMatchObject([{ events: 2, environment_id: 11, status: 'triggered' }])
    expect(await alerts.resolve(endpoint, { fingerprint: 'a', end_time: testNow })).toEqual(response)
    expect(stored()).toMatchObject([{ status: 'resolved', ended_at: testNow }])
    expect(await failure(alerts.resolve(endpoint, { fingerprint: 'a' }))).toMatchObject({
      name: 'Invalid',
      status: 400,
    })
    expect(emulator.requests().map(({ actor }) => actor)).toEqual([null, null, null, null])
  })

  test('raises and resolves alerts of a metrics manager in their environment', async () => {
    const { alerts } = client(emulator.url)
    const endpoint = at('prometheus/alerts/notify.json')
    const item = {
      startsAt: testNow,
      labels: { gitlab_environment_name: 'staging' },
      annotations: { title: 'Down', gitlab_y_label: 'ups' },
    }
    expect(await alerts.createMetrics(endpoint, { alerts: [item] })).toEqual(
      flavor === 'spec' ? [{ iid: 1, title: 'Down' }] : [],
    )
    expect(stored()).toMatchObject([{ status: 'triggered', environment_id: 12, y_label: 'ups' }])
    await alerts.resolveMetrics(endpoint, { alerts: [item] })
    expect(stored()).toMatchObject([{ status: 'resolved', events: 1 }])
  })

  test('reports the problem of an endpoint as the result of a test', async () => {
    const { alerts } = client(emulator.url)
    const endpoint = at('alerts/notify.json')
    expect(await alerts.test(endpoint, {})).toEqual({ success: true, alerts: [{ iid: 1, title: 'New: Alert' }] })
    for (const [tried, name] of [
      [{ ...endpoint, authorizationKey: 'other' }, 'Unauthorized'],
      [at('alerts/notify/up/0a.json'), 'Forbidden'],
      [
        { ...endpoint, endpointUrl: `${emulator.url}/acme/nothing/alerts/notify.json` },
        flavor === 'spec' ? 'NotFound' : 'Invalid',
      ],
    ] as const) {
      expect(await alerts.test(tried, {})).toMatchObject({ success: false, error: { name } })
    }
    expect(stored()).toHaveLength(1)
  })
})
