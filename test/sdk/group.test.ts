import type { Client } from '../../sdk'
import { client, closeClients } from './support/client'
import { inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const shown = { id: 11, name: 'Platform', path: 'platform', full_path: 'acme/platform', projects: [] }
const at = '/api/v4/groups/acme%2Fplatform'
const created = { name: 'Platform', path: 'platform', parent_id: 10 }
const settings = { default_branch_protection_defaults: { allowed_to_push: [{ access_level: 30 }] } }

test.each<[string, (api: Client) => Promise<unknown>, string, string]>([
  ['creating', ({ groups }) => groups.create(created), 'POST /api/v4/groups', JSON.stringify(created)],
  ['updating', ({ groups }) => groups.update('acme/platform', settings), `PUT ${at}`, JSON.stringify(settings)],
  ['restoring', ({ groups }) => groups.restore('acme/platform'), `POST ${at}/restore`, ''],
  ['transferring', ({ groups }) => groups.transfer('acme/platform', 12), `POST ${at}/transfer`, '{"group_id":12}'],
  ['transferring to the top level', ({ groups }) => groups.transfer('acme/platform'), `POST ${at}/transfer`, '{}'],
])('sends the request of the API for %s a group', async (_what, call, line, body) => {
  const service = await serve(inTurn(json(shown)))
  expect(await call(client(service.url))).toEqual(shown)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body)
})

test('sends the request of the API for deleting a group, and returns what the service says', async () => {
  const service = await serve(inTurn(json({ message: '202 Accepted' }, 202)))
  expect(await client(service.url).groups.delete('acme/platform')).toEqual({ message: '202 Accepted' })
  expect(service.lines()).toEqual([`DELETE ${at}`])
})

test('sends lists of settings in a form', async () => {
  const service = await serve(inTurn(json(shown)))
  await client(service.url, { bodyEncoding: 'form' }).groups.update(10, settings)
  expect(service.received[0]?.body).toBe(
    'default_branch_protection_defaults%5Ballowed_to_push%5D%5B0%5D%5Baccess_level%5D=30',
  )
})
