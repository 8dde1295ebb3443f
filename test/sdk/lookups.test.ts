import type { Client } from '../../sdk'
import { client, closeClients } from './support/client'
import { inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

test.each<[string, (api: Client) => Promise<unknown>, string]>([
  ['a project', ({ projects }) => projects.get('acme/web'), 'GET /api/v4/projects/acme%2Fweb'],
  ['a group', ({ groups }) => groups.get('acme/platform'), 'GET /api/v4/groups/acme%2Fplatform?with_projects=false'],
  ['a namespace', ({ namespaces }) => namespaces.get('acme/platform'), 'GET /api/v4/namespaces/acme%2Fplatform'],
  ['the current user', ({ users }) => users.current(), 'GET /api/v4/user'],
  ['a user', ({ users }) => users.get(3), 'GET /api/v4/users/3'],
  [
    'the token itself',
    ({ personalAccessTokens }) => personalAccessTokens.self(),
    'GET /api/v4/personal_access_tokens/self',
  ],
  ['the version', ({ versions }) => versions.current(), 'GET /api/v4/version'],
])('reads %s with the request of the API and keeps unknown fields', async (_what, call, line) => {
  const response = { id: 1, of_a_later_release: { kept: true } }
  const service = await serve(inTurn(json(response)))
  expect(await call(client(service.url))).toEqual(response)
  expect(service.lines()).toEqual([line])
})

test.each<[string, (api: Client) => Promise<unknown>, string]>([
  ['projects', ({ projects }) => projects.list().all(), 'projects?per_page=100'],
  [
    'projects on a storage',
    ({ projects }) => projects.list({ repository_storage: 'fast', archived: false, per_page: 5 }).all(),
    'projects?repository_storage=fast&archived=false&per_page=5',
  ],
  [
    'projects along their ids',
    ({ projects }) => projects.list({ pagination: 'keyset', id_after: 7 }).all(),
    'projects?pagination=keyset&id_after=7&order_by=id&sort=asc&per_page=100',
  ],
  [
    'projects along their ids, backwards',
    ({ projects }) => projects.list({ pagination: 'keyset', sort: 'desc', order_by: undefined }).all(),
    'projects?pagination=keyset&sort=desc&order_by=id&per_page=100',
  ],
  ['groups', ({ groups }) => groups.list({ top_level_only: true }).all(), 'groups?top_level_only=true&per_page=100'],
  [
    'groups along their names',
    ({ groups }) => groups.list({ pagination: 'keyset' }).all(),
    'groups?pagination=keyset&order_by=name&sort=asc&per_page=100',
  ],
  ['users', ({ users }) => users.list({ username: 'root' }).all(), 'users?username=root&per_page=100'],
  [
    'users along their names',
    ({ users }) => users.list({ pagination: 'keyset', order_by: 'username' }).all(),
    'users?pagination=keyset&order_by=username&sort=asc&per_page=100',
  ],
])('lists %s with the request of the API', async (_what, call, target) => {
  const service = await serve(inTurn(json([{ id: 1 }])))
  expect(await call(client(service.url))).toEqual([{ id: 1 }])
  expect(service.lines()).toEqual([`GET /api/v4/${target}`])
})
