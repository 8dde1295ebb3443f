import type { Client } from '../../sdk'
import { client, closeClients } from './support/client'
import { bare, inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const bug = { id: 7, name: 'bug', color: '#FF0000' }
const at = '/api/v4/projects/acme%2Fweb/labels'

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  ['list', ({ labels }) => labels.list('acme/web').all(), `GET ${at}?per_page=100`],
  [
    'list with parameters',
    ({ labels }) => labels.list('acme/web', { with_counts: true, include_ancestor_groups: false, search: 'a b' }).all(),
    `GET ${at}?with_counts=true&include_ancestor_groups=false&search=a+b&per_page=100`,
  ],
  ['get', ({ labels }) => labels.get('acme/web', 7), `GET ${at}/7`],
  [
    'get by title',
    ({ labels }) => labels.get('acme/web', 'type/bug', { include_ancestor_groups: false }),
    `GET ${at}/type%2Fbug?include_ancestor_groups=false`,
  ],
  [
    'create',
    ({ labels }) => labels.create('acme/web', { name: 'bug', color: 'red', priority: 0, description: 'x' }),
    `POST ${at}`,
    { name: 'bug', color: 'red', priority: 0, description: 'x' },
  ],
  [
    'update',
    ({ labels }) => labels.update('acme/web', 7, { new_name: 'Bug', priority: null }),
    `PUT ${at}/7`,
    { new_name: 'Bug', priority: null },
  ],
  ['delete', ({ labels }) => labels.delete('acme/web', 7), `DELETE ${at}/7`],
  ['promote', ({ labels }) => labels.promote('acme/web', 7), `PUT ${at}/7/promote`],
  ['subscribe', ({ labels }) => labels.subscribe('acme/web', 7), `POST ${at}/7/subscribe`],
  ['unsubscribe', ({ labels }) => labels.unsubscribe('acme/web', 7), `POST ${at}/7/unsubscribe`],
  ['deleteByName', ({ labels }) => labels.deleteByName('acme/web', 'a&b'), `DELETE ${at}?name=a%26b`],
  [
    'updateByName',
    ({ labels }) => labels.updateByName('acme/web', { name: 'bug', color: 'red' }),
    `PUT ${at}`,
    { name: 'bug', color: 'red' },
  ],
  ['promoteByName', ({ labels }) => labels.promoteByName('acme/web', 'bug'), `PUT ${at}/promote`, { name: 'bug' }],
])('sends the request of the API for %s', async (_what, call, line, ...[body]) => {
  const service = await serve(({ method, url }) => {
    if (method === 'DELETE') return bare(204)
    return json(method === 'GET' && url.includes('per_page') ? [bug] : bug, method === 'POST' ? 201 : 200)
  })
  const result = await call(client(service.url))
  expect(result).toEqual(line.startsWith('DELETE') ? undefined : line.includes('per_page') ? [bug] : bug)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})

test('returns undefined for a subscription that already exists', async () => {
  const service = await serve(inTurn(bare(304)))
  const { labels } = client(service.url)
  expect(await labels.subscribe(1, 7)).toBeUndefined()
  expect(await labels.unsubscribe(1, 7)).toBeUndefined()
})
