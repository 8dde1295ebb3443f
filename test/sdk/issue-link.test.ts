import type { Client } from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { bare, hangUp, inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const link = { id: 3, source_issue: { iid: 7 }, target_issue: { iid: 8 }, link_type: 'blocks' }
const at = '/api/v4/projects/acme%2Fweb/issues/7/links'
const target = { target_project_id: 'acme/api', target_issue_iid: 8 }

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  ['get', ({ issueLinks }) => issueLinks.get('acme/web', 7, 3), `GET ${at}/3`],
  [
    'create',
    ({ issueLinks }) => issueLinks.create('acme/web', 7, { ...target, link_type: 'blocks' }),
    `POST ${at}`,
    { ...target, link_type: 'blocks' },
  ],
  ['delete', ({ issueLinks }) => issueLinks.delete('acme/web', 7, 3), `DELETE ${at}/3`],
  [
    'delete with its type',
    ({ issueLinks }) => issueLinks.delete('acme/web', 7, 3, { link_type: 'blocks' }),
    `DELETE ${at}/3?link_type=blocks`,
  ],
])('sends the request of the API for %s', async (_what, call, line, ...[body]) => {
  const service = await serve(({ method }) => json(link, method === 'POST' ? 201 : 200))
  expect(await call(client(service.url))).toEqual(link)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})

test('reads a list of any length with one request', async () => {
  const linked = Array.from({ length: 100 }, (_, at) => ({
    iid: at + 1,
    issue_link_id: at + 1,
    link_type: 'relates_to',
  }))
  const service = await serve(inTurn(json(linked)))
  expect(await client(service.url).issueLinks.list('acme/web', 7).all()).toEqual(linked)
  expect(service.lines()).toEqual([`GET ${at}?per_page=100`])
})

test('repeats a delete whose response was lost, but not a create', async () => {
  const service = await serve(inTurn(hangUp, bare(502), json(link)))
  const { issueLinks } = client(service.url)
  expect(await failure(issueLinks.create(1, 7, target))).toMatchObject({ name: 'ConnectionError', sent: true })
  expect(service.received).toHaveLength(1)
  expect(await issueLinks.delete(1, 7, 3)).toEqual(link)
  expect(service.received).toHaveLength(3)
})

test('throws Conflict for issues that are already linked', async () => {
  const service = await serve(inTurn(json({ message: 'Issue(s) already assigned' }, 409)))
  expect(await failure(client(service.url).issueLinks.create(1, 7, target))).toMatchObject({
    name: 'Conflict',
    serverMessage: 'Issue(s) already assigned',
  })
})
