import { type Client, ConnectionError, SdkError } from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { bare, hangUp, inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const production = { name: 'production', deploy_access_levels: [], required_approval_count: 0, approval_rules: [] }
const at = '/api/v4/projects/acme%2Fweb/protected_environments'
const asked = {
  name: 'production',
  deploy_access_levels: [{ access_level: 40 }, { group_id: 12, group_inheritance_type: 1 as const }],
  approval_rules: [{ user_id: 4, required_approvals: 2 }],
}
const patch = {
  deploy_access_levels: [{ id: 1, access_level: null, user_id: 4 }, { access_level: 30 }],
  approval_rules: [{ id: 2, _destroy: true, user_id: null }],
}

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  ['list', ({ protectedEnvironments: all }) => all.list('acme/web').all(), `GET ${at}?per_page=100`],
  [
    'list in small pages',
    ({ protectedEnvironments: all }) => all.list('acme/web', { per_page: 5 }).all(),
    `GET ${at}?per_page=5`,
  ],
  ['get', ({ protectedEnvironments: all }) => all.get('acme/web', 'production'), `GET ${at}/production`],
  [
    'get of a name with a slash',
    ({ protectedEnvironments: all }) => all.get('acme/web', 'review/a b.c?#é'),
    `GET ${at}/review%2Fa%20b.c%3F%23%C3%A9`,
  ],
  ['create', ({ protectedEnvironments: all }) => all.create('acme/web', asked), `POST ${at}`, asked],
  [
    'update',
    ({ protectedEnvironments: all }) => all.update('acme/web', 'eu/production', patch),
    `PUT ${at}/eu%2Fproduction`,
    patch,
  ],
  [
    'delete',
    ({ protectedEnvironments: all }) => all.delete('acme/web', 'eu/production'),
    `DELETE ${at}/eu%2Fproduction`,
  ],
])('sends the request of the API for %s', async (_what, call, line, ...[body]) => {
  const service = await serve(({ method, url }) => {
    if (method === 'DELETE') return bare(204)
    return json(url.includes('per_page') ? [production] : production, method === 'POST' ? 201 : 200)
  })
  const result = await call(client(service.url))
  expect(result).toEqual(line.startsWith('DELETE') ? undefined : line.includes('per_page') ? [production] : production)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})

test.each(['', '.', '..', 'a/../b'])('rejects the name %j, which would change the path', async (name) => {
  const service = await serve(inTurn(bare(204)))
  expect(SdkError.is(await failure(client(service.url).protectedEnvironments.delete(1, name)))).toBe(true)
  expect(service.lines()).toEqual([])
})

test('does not repeat an update whose response was lost, because it would add entries twice', async () => {
  const service = await serve(inTurn(hangUp, json(production)))
  const error = await failure(client(service.url).protectedEnvironments.update(1, 'production', patch))
  expect(ConnectionError.is(error)).toBe(true)
  expect(error).toMatchObject({ sent: true })
  expect(service.lines()).toHaveLength(1)
})

test('repeats a delete whose response was lost', async () => {
  const service = await serve(inTurn(hangUp, bare(204)))
  await client(service.url).protectedEnvironments.delete(1, 'production')
  expect(service.lines()).toHaveLength(2)
})
