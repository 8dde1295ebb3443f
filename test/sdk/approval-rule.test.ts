import type { Client } from '../../sdk'
import { client, closeClients } from './support/client'
import { bare, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const rule = { id: 7, name: 'security', rule_type: 'regular', approvals_required: 1 }
const at = '/api/v4/projects/acme%2Fweb/approval_rules'
const asked = { name: 'security', approvals_required: 1, user_ids: [4], group_ids: [] }
const change = { usernames: ['alice'], group_ids: [], remove_hidden_groups: true }

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  ['list', ({ approvalRules: all }) => all.list('acme/web').all(), `GET ${at}?per_page=100`],
  ['get', ({ approvalRules: all }) => all.get('acme/web', 7), `GET ${at}/7`],
  ['create', ({ approvalRules: all }) => all.create('acme/web', asked), `POST ${at}`, asked],
  ['update', ({ approvalRules: all }) => all.update('acme/web', 7, change), `PUT ${at}/7`, change],
  ['delete', ({ approvalRules: all }) => all.delete('acme/web', 7), `DELETE ${at}/7`],
])('sends the request of the API for %s', async (_what, call, line, ...[body]) => {
  const service = await serve(({ method, url }) => {
    if (method === 'DELETE') return bare(204)
    return json(url.includes('per_page') ? [rule] : rule, method === 'POST' ? 201 : 200)
  })
  const result = await call(client(service.url))
  expect(result).toEqual(line.startsWith('DELETE') ? undefined : line.includes('per_page') ? [rule] : rule)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})
