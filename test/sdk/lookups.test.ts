import { type Client } from '../../sdk'
import { client, closeClients } from './support/client'
import { inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

test.each<[string, (api: Client) => Promise<unknown>, string]>([
  ['a project', ({ projects }) => projects.get('acme/web'), 'GET /api/v4/projects/acme%2Fweb'],
  ['a group', ({ groups }) => groups.get('acme/platform'), 'GET /api/v4/groups/acme%2Fplatform?with_projects=false'],
  ['the current user', ({ users }) => users.current(), 'GET /api/v4/user'],
  ['a user', ({ users }) => users.get(3), 'GET /api/v4/users/3'],
])('%s is looked up by the request of the API, unknown fields kept', async (_what, call, line) => {
  const answer = { id: 1, of_a_later_release: { kept: true } }
  const service = await serve(inTurn(json(answer)))
  expect(await call(client(service.url))).toEqual(answer)
  expect(service.lines()).toEqual([line])
})
