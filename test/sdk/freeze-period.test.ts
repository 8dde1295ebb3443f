import type { Client } from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { bare, inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const weekend = { id: 7, freeze_start: '0 22 * * 5', freeze_end: '0 6 * * 1', cron_timezone: 'UTC' }
const at = '/api/v4/projects/acme%2Fweb/freeze_periods'

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  ['list', ({ freezePeriods }) => freezePeriods.list('acme/web').all(), `GET ${at}?per_page=100`],
  [
    'list with parameters',
    ({ freezePeriods }) => freezePeriods.list('acme/web', { per_page: 5 }).all(),
    `GET ${at}?per_page=5`,
  ],
  ['get', ({ freezePeriods }) => freezePeriods.get('acme/web', 7), `GET ${at}/7`],
  [
    'create',
    ({ freezePeriods }) =>
      freezePeriods.create('acme/web', { freeze_start: '0 22 * * 5', freeze_end: '0 6 * * 1', cron_timezone: 'UTC' }),
    `POST ${at}`,
    { freeze_start: '0 22 * * 5', freeze_end: '0 6 * * 1', cron_timezone: 'UTC' },
  ],
  [
    'update',
    ({ freezePeriods }) => freezePeriods.update('acme/web', 7, { freeze_end: '0 7 * * 1' }),
    `PUT ${at}/7`,
    { freeze_end: '0 7 * * 1' },
  ],
  ['delete', ({ freezePeriods }) => freezePeriods.delete('acme/web', 7), `DELETE ${at}/7`],
])('sends the request of the API for %s', async (_what, call, line, ...[body]) => {
  const service = await serve(({ method, url }) => {
    if (method === 'DELETE') return bare(204)
    return json(method === 'GET' && url.includes('per_page') ? [weekend] : weekend, method === 'POST' ? 201 : 200)
  })
  const result = await call(client(service.url))
  expect(result).toEqual(line.startsWith('DELETE') ? undefined : line.includes('per_page') ? [weekend] : weekend)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})

test('does not repeat a create whose response was lost', async () => {
  const service = await serve(inTurn(bare(502)))
  const { freezePeriods } = client(service.url)
  const body = { freeze_start: '0 22 * * 5', freeze_end: '0 6 * * 1' }
  expect(await failure(freezePeriods.create(1, body))).toMatchObject({ name: 'ServerError', status: 502 })
  expect(service.received).toHaveLength(1)
})

test('names the field of an invalid cron expression', async () => {
  const service = await serve(inTurn(json({ message: { freeze_end: ['syntax is invalid'] } }, 400)))
  const { freezePeriods } = client(service.url)
  expect(await failure(freezePeriods.update(1, 7, { freeze_end: 'often' }))).toMatchObject({
    name: 'Invalid',
    fields: { freeze_end: ['syntax is invalid'] },
  })
})
