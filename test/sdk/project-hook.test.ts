import { type Client, Invalid } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { client, closeClients, failure } from './support/client'
import { bare, inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const at = '/api/v4/projects/acme%2Fweb/hooks'
const hook = { id: 7, url: 'https://example.com/hook' }
const none = new Set(['setHeader', 'deleteHeader', 'setVariable', 'deleteVariable', 'delete'])

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  ['list', (api) => api.projectHooks.list('acme/web').all(), `GET ${at}?per_page=100`],
  ['get', (api) => api.projectHooks.get('acme/web', 7), `GET ${at}/7`],
  ['create', (api) => api.projectHooks.create('acme/web', { url: hook.url }), `POST ${at}`, { url: hook.url }],
  ['update', (api) => api.projectHooks.update('acme/web', 7, { name: 'x' }), `PUT ${at}/7`, { name: 'x' }],
  ['delete', (api) => api.projectHooks.delete('acme/web', 7), `DELETE ${at}/7`],
  [
    'setHeader',
    (api) => api.projectHooks.setHeader('acme/web', 7, 'X-One', 'a'),
    `PUT ${at}/7/custom_headers/X-One`,
    { value: 'a' },
  ],
  [
    'deleteHeader',
    (api) => api.projectHooks.deleteHeader('acme/web', 7, 'X-One'),
    `DELETE ${at}/7/custom_headers/X-One`,
  ],
  [
    'setVariable',
    (api) => api.projectHooks.setVariable('acme/web', 7, 'one', 'a'),
    `PUT ${at}/7/url_variables/one`,
    { value: 'a' },
  ],
  [
    'deleteVariable',
    (api) => api.projectHooks.deleteVariable('acme/web', 7, 'one'),
    `DELETE ${at}/7/url_variables/one`,
  ],
])('sends the request of the API for %s of a hook', async (what, call, line, ...[body]) => {
  const service = await serve(({ url }) =>
    none.has(what) ? bare(204) : json(url.includes('per_page') ? [hook] : hook),
  )
  const result = await call(client(service.url))
  expect(result).toEqual(none.has(what) ? undefined : what === 'list' ? [hook] : hook)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})

test.each<[string, (api: Client, secret: string) => Promise<unknown>]>([
  ['token', (api, token) => api.projectHooks.update(1, 7, { token })],
  ['header', (api, value) => api.projectHooks.update(1, 7, { custom_headers: [{ key: 'X-One', value }] })],
  ['variable', (api, value) => api.projectHooks.create(1, { ...hook, url_variables: [{ key: 'one', value }] })],
  ['single header', (api, value) => api.projectHooks.setHeader(1, 7, 'X-One', value)],
  ['single variable', (api, value) => api.projectHooks.setVariable(1, 7, 'one', value)],
  ['URL', (api, value) => api.projectHooks.create(1, { url: `https://user:${value}@example.com` })],
])('shows no secret of a hook that a response repeats: %s', async (_what, call) => {
  const secret = 'S3cr3tXyzzy'
  const reply = json({ error: `${secret} of https://user:${secret}@example.com is invalid` }, 422)
  const service = await serve(inTurn(reply))
  const error = await failure(call(client(service.url), secret))
  expect(JSON.stringify([error, error.message, error.stack])).not.toContain(secret)
})

describe('hooks of the emulator', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })

  test('throws Invalid with the message of the service for a hook', async () => {
    const { projectHooks } = client(emulator.url, { token: 'emulator-maintainer' })
    const error = await failure(projectHooks.create(1, { url: 'ftp://example.com' }))
    expect(Invalid.is(error)).toBe(true)
    expect(error).toMatchObject({ serverMessage: 'Invalid url given' })
  })
})
