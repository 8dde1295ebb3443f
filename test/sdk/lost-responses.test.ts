import { type Client, ConnectionError } from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { bare, hangUp, inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const name = 'production'
const link = { target_project_id: 'acme/api', target_issue_iid: 8 }
const entries = { allowed_to_merge: [{ user_id: 4 }] }

// The objects would exist or run twice, entries be added twice, or the second request fail.
test.each<[string, (api: Client) => Promise<unknown>]>([
  [
    'a created freeze period',
    (api) => api.freezePeriods.create(1, { freeze_start: '0 22 * * 5', freeze_end: '0 6 * * 1' }),
  ],
  ['a created issue link', (api) => api.issueLinks.create(1, 7, link)],
  ['a started pipeline', (api) => api.pipelines.create(1, { ref: 'main' })],
  ['a retried pipeline', (api) => api.pipelines.retry(1, 7)],
  ['a canceled pipeline', (api) => api.pipelines.cancel(1, 7)],
  ['a created project', (api) => api.projects.create({ name: 'Web' })],
  ['a transferred project', (api) => api.projects.transfer(1, 11)],
  ['an updated protected branch', (api) => api.protectedBranches.update(1, 'main', entries)],
  ['an updated protected environment', (api) => api.protectedEnvironments.update(1, name, {})],
  ['a created mirror', (api) => api.remoteMirrors.create(1, { url: 'https://example.com/x' })],
  ['a created vulnerability', (api) => api.vulnerabilities.create(1, 101)],
])('does not repeat the request when a response is lost: %s', async (_what, call) => {
  for (const [loss, lost] of [
    [hangUp, { name: 'ConnectionError', sent: true }],
    [bare(502), { name: 'ServerError', status: 502 }],
  ] as const) {
    const service = await serve(inTurn(loss, json({ id: 1 })))
    const error = await failure(call(client(service.url)))
    expect(ConnectionError.is(error)).toBe(loss === hangUp)
    expect(error).toMatchObject(lost)
    expect(service.received).toHaveLength(1)
  }
})

test.each<[string, (api: Client) => Promise<unknown>]>([
  ['a deleted issue link', (api) => api.issueLinks.delete(1, 7, 3)],
  ['a deleted protected environment', (api) => api.protectedEnvironments.delete(1, name)],
  ['a deleted access token', (api) => api.groupAccessTokens.delete(10, 7)],
  ['a mirror that pushes', (api) => api.remoteMirrors.sync(1, 7)],
  ['a resolved vulnerability', (api) => api.vulnerabilities.resolve(7)],
])('repeats the request when a response is lost: %s', async (_what, call) => {
  const service = await serve(inTurn(hangUp, bare(502), json({ id: 7 })))
  expect(await call(client(service.url))).toEqual({ id: 7 })
  expect(service.received).toHaveLength(3)
})
