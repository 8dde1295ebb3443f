import { type Client, ConnectionError } from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { bare, hangUp, inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const main = { id: 1, name: 'main', push_access_levels: [], merge_access_levels: [], allow_force_push: false }
const at = '/api/v4/projects/acme%2Fweb/protected_branches'
const asked = { name: 'release/*', allowed_to_push: [{ access_level: 0 }], allowed_to_merge: [{ group_id: 12 }] }
const patch = { allowed_to_merge: [{ id: 2, _destroy: true }, { user_id: 4 }], allow_force_push: true }

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  ['list', ({ protectedBranches: all }) => all.list('acme/web').all(), `GET ${at}?per_page=100`],
  [
    'list with a search',
    ({ protectedBranches: all }) => all.list('acme/web', { search: 'rel' }).all(),
    `GET ${at}?search=rel&per_page=100`,
  ],
  ['get', ({ protectedBranches: all }) => all.get('acme/web', 'release/*'), `GET ${at}/release%2F*`],
  ['create', ({ protectedBranches: all }) => all.create('acme/web', asked), `POST ${at}`, asked],
  ['update', ({ protectedBranches: all }) => all.update('acme/web', 'main', patch), `PATCH ${at}/main`, patch],
  ['delete', ({ protectedBranches: all }) => all.delete('acme/web', 'main'), `DELETE ${at}/main`],
])('sends the request of the API for %s', async (_what, call, line, ...[body]) => {
  const service = await serve(({ method, url }) => {
    if (method === 'DELETE') return bare(204)
    return json(url.includes('per_page') ? [main] : main, method === 'POST' ? 201 : 200)
  })
  const result = await call(client(service.url))
  expect(result).toEqual(line.startsWith('DELETE') ? undefined : line.includes('per_page') ? [main] : main)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})

test('does not repeat an update whose response was lost, because it would add entries twice', async () => {
  const service = await serve(inTurn(hangUp, json(main)))
  const error = await failure(client(service.url).protectedBranches.update(1, 'main', patch))
  expect(ConnectionError.is(error)).toBe(true)
  expect(error).toMatchObject({ sent: true })
  expect(service.lines()).toHaveLength(1)
})
