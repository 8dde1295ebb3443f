import { type Client, UnreadableResponse } from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { bare, inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

test.each<[string, (api: Client) => Promise<unknown>]>([
  ['a label that is subscribed', (api) => api.labels.subscribe(1, 7)],
  ['a label that is not subscribed', (api) => api.labels.unsubscribe(1, 7)],
  ['a vulnerability that is confirmed', (api) => api.vulnerabilities.confirm(7)],
  ['a vulnerability that is dismissed', (api) => api.vulnerabilities.dismiss(7)],
])('returns undefined for a state that exists already: %s', async (_what, call) => {
  const service = await serve(inTurn(bare(304)))
  expect(await call(client(service.url))).toBeUndefined()
})

test('reads a list of any length with one request if the service does not paginate it', async () => {
  const links = Array.from({ length: 100 }, (_, at) => ({ iid: at + 1, issue_link_id: at + 1 }))
  const service = await serve(inTurn(json(links)))
  expect(await client(service.url).issueLinks.list('acme/web', 7).all()).toEqual(links)
  expect(service.lines()).toEqual(['GET /api/v4/projects/acme%2Fweb/issues/7/links?per_page=100'])
})

test('reads all variables of a pipeline, whether or not the service paginates them', async () => {
  const variables = ['REGION', 'ZONE'].map((key) => ({ key, value: 'eu', variable_type: 'env_var' }))
  const [first, second] = variables
  const next = { 'x-page': '1', 'x-next-page': '2', 'x-total-pages': '2' }
  const service = await serve(inTurn(json(variables), json([first], 200, next), json([second])))
  const { pipelines } = client(service.url)
  expect(await pipelines.variables('acme/web', 7)).toEqual(variables)
  expect(await pipelines.variables('acme/web', 7)).toEqual(variables)
  const line = 'GET /api/v4/projects/acme%2Fweb/pipelines/7/variables?per_page=100'
  expect(service.lines()).toEqual([line, line, `${line}&page=2`])
})

test('reads all pages of a service that does not count them', async () => {
  const next = { link: '<http://x/api/v4/projects/1/vulnerability_findings?page=2>; rel="next"' }
  const findings = [{ id: 101, name: 'SQL injection' }, { id: null }]
  const service = await serve(inTurn(json(findings.slice(0, 1), 200, next), json(findings.slice(1))))
  expect(await client(service.url).vulnerabilityFindings.list(1).all()).toEqual(findings)
  expect(service.lines()).toHaveLength(2)
})

test('throws UnreadableResponse for an update whose response is null, and sends it once', async () => {
  const service = await serve(inTurn(json(null)))
  const error = await failure(client(service.url).projects.update(1, { build_timeout: 3600 }))
  expect(UnreadableResponse.is(error)).toBe(true)
  expect(error.message).toMatch(/^PUT \/api\/v4\/projects\/1: 200 the response is null, probably because the database /)
  expect(service.lines()).toHaveLength(1)
})

test('throws Conflict for issues that are already linked', async () => {
  const service = await serve(inTurn(json({ message: 'Issue(s) already assigned' }, 409)))
  const link = { target_project_id: 'acme/api', target_issue_iid: 8 }
  expect(await failure(client(service.url).issueLinks.create(1, 7, link))).toMatchObject({
    name: 'Conflict',
    serverMessage: 'Issue(s) already assigned',
  })
})

test('throws Forbidden when a commit has no pipeline', async () => {
  const service = await serve(inTurn(json({ message: '403 Forbidden' }, 403)))
  const error = await failure(client(service.url).pipelines.latest(1))
  expect(error.name).toBe('Forbidden')
  expect(error.message).toBe('GET /api/v4/projects/1/pipelines/latest: 403 Forbidden')
})

test('names the field of an invalid cron expression', async () => {
  const service = await serve(inTurn(json({ message: { freeze_end: ['syntax is invalid'] } }, 400)))
  const { freezePeriods } = client(service.url)
  expect(await failure(freezePeriods.update(1, 7, { freeze_end: 'often' }))).toMatchObject({
    name: 'Invalid',
    fields: { freeze_end: ['syntax is invalid'] },
  })
})

test('returns the reason why a pipeline is refused without the values of its variables', async () => {
  const reason = { message: { base: ['cannot deploy with s3cret to eu-west'] } }
  const service = await serve(inTurn(json(reason, 400)))
  const variables = [
    { key: 'DEPLOY_TOKEN', value: 's3cret' },
    { key: 'REGION', value: 'eu-west' },
  ]
  const error = await failure(client(service.url).pipelines.create(1, { ref: 'main', variables }))
  expect(error).toMatchObject({ name: 'Invalid', fields: { base: ['cannot deploy with [redacted] to [redacted]'] } })
})
