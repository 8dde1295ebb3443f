import type { Client } from '../../sdk'
import { client, closeClients } from './support/client'
import { json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const settings = { merge_requests_author_approval: true }
const at = '/api/v4/projects/acme%2Fweb'

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  ['get', ({ projectApprovalSettings: all }) => all.get('acme/web'), `GET ${at}/approvals`],
  ['update', ({ projectApprovalSettings: all }) => all.update('acme/web', settings), `POST ${at}/approvals`, settings],
  ['locks', ({ projectApprovalSettings: all }) => all.locks('acme/web'), `GET ${at}/merge_request_approval_setting`],
])('sends the request of the API for %s of approval settings', async (_what, call, line, ...[body]) => {
  const service = await serve(({ method }) => json(settings, method === 'POST' ? 201 : 200))
  expect(await call(client(service.url))).toEqual(settings)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})
