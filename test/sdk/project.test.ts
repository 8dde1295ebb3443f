import { ConnectionError, UnreadableResponse } from '../../sdk'
import { client, closeClients, failure, type TestClient } from './support/client'
import { hangUp, inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const shown = {
  id: 1,
  name: 'Web',
  path: 'web',
  path_with_namespace: 'acme/web',
  web_url: 'https://example.com/acme/web',
}
const at = '/api/v4/projects/acme%2Fweb'
const settings = { description: null, topics: [], container_expiration_policy_attributes: { keep_n: null } }
const created = { name: 'Web', path: 'web', namespace_id: 10, initialize_with_readme: true }

test.each<[string, (api: TestClient) => Promise<unknown>, string, object?]>([
  ['creating', ({ projects }) => projects.create(created), 'POST /api/v4/projects', created],
  ['updating', ({ projects }) => projects.update('acme/web', settings), `PUT ${at}`, settings],
  ['restoring', ({ projects }) => projects.restore('acme/web'), `POST ${at}/restore`],
  ['transferring', ({ projects }) => projects.transfer('acme/web', 11), `PUT ${at}/transfer`, { namespace: 11 }],
])('sends the request of the API for %s a project', async (_what, call, line, ...[body]) => {
  const service = await serve(inTurn(json(shown)))
  expect(await call(client(service.url))).toEqual(shown)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})

test('sends the request of the API for deleting a project, and returns what the service says', async () => {
  const service = await serve(inTurn(json({ message: '202 Accepted' }, 202)))
  expect(await client(service.url).projects.delete('acme/web')).toEqual({ message: '202 Accepted' })
  expect(service.lines()).toEqual([`DELETE ${at}`])
})

test('sends members of nested settings in a form', async () => {
  const service = await serve(inTurn(json(shown)))
  await client(service.url, { bodyEncoding: 'form' }).projects.update(1, settings)
  expect(service.received[0]?.body).toBe('description=&container_expiration_policy_attributes%5Bkeep_n%5D=')
})

test('throws UnreadableResponse for an update whose response is null, and sends it once', async () => {
  const service = await serve(inTurn(json(null)))
  const error = await failure(client(service.url).projects.update(1, { build_timeout: 3600 }))
  expect(UnreadableResponse.is(error)).toBe(true)
  expect(error.message).toMatch(/^PUT \/api\/v4\/projects\/1: 200 the response is null, probably because the database /)
  expect(service.lines()).toHaveLength(1)
})

test.each<[string, (api: TestClient) => Promise<unknown>]>([
  ['creation', ({ projects }) => projects.create({ name: 'Web' })],
  ['transfer', ({ projects }) => projects.transfer(1, 11)],
])('does not repeat a %s whose response was lost', async (_what, call) => {
  const service = await serve(inTurn(hangUp))
  expect(ConnectionError.is(await failure(call(client(service.url))))).toBe(true)
  expect(service.lines()).toHaveLength(1)
})
