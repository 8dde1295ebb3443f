import type { Client } from '../../sdk'
import { client, closeClients } from './support/client'
import { json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const bug = { id: 107, iid: 7, title: 'It breaks', of_a_later_release: { kept: true } }
const at = '/api/v4/projects/acme%2Fweb/issues'

test.each<[string, (api: Client) => Promise<unknown>, string]>([
  ['list', ({ issues }) => issues.list('acme/web').all(), `GET ${at}?per_page=100`],
  [
    'list with parameters',
    ({ issues }) => issues.list('acme/web', { state: 'opened', iids: [7, 8], sort: 'asc', per_page: 5 }).all(),
    `GET ${at}?state=opened&iids%5B%5D=7&iids%5B%5D=8&sort=asc&per_page=5`,
  ],
  ['get', ({ issues }) => issues.get('acme/web', 7), `GET ${at}/7`],
])('sends the request of the API for %s and keeps unknown fields', async (_what, call, line) => {
  const service = await serve(({ url }) => json(url.includes('per_page') ? [bug] : bug))
  expect(await call(client(service.url))).toEqual(line.includes('per_page') ? [bug] : bug)
  expect(service.lines()).toEqual([line])
})
