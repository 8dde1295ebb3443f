import { Client, List, SdkError } from '../../sdk'
import { keyset, nouns } from '../../tools/api-coverage/endpoints'
import { lists } from '../../tools/api-coverage/lists'
import { others } from '../../tools/api-coverage/methods'
import { recorder } from '../../tools/api-coverage/recorder'
import { client, closeClients, failure } from './support/client'
import { bare, json, type Reply, serve, type Service, stopServices } from './support/service'

const rows = [...[...nouns, keyset, lists].flatMap(({ endpoints }) => endpoints), ...others]
const found = { id: 7, of_a_later_release: { kept: true } }
const called = new Set<string>()

// One for all rows, because each would cost more than its requests.
let service: Service
let recorded: ReturnType<typeof recorder>
let reply: Reply
beforeAll(async () => {
  service = await serve(() => reply)
  recorded = recorder(client(service.url))
})
beforeEach(() => void service.received.splice(0))
afterAll(async () => {
  await closeClients()
  await stopServices()
})

/** The path with a project or group, and the object 7. */
const usualPath = (target: string): string =>
  target
    .replace(/\?.*/, '')
    .replace(':id', target.startsWith('/projects/') ? 'acme%2Fweb' : 'acme%2Fplatform')
    .replace(/:\w+/g, '7')

test.each(rows.map((row) => [row.endpoint, row] as const))(
  'sends the request of the API for %s',
  async (endpoint, { requests, outside }) => {
    const [method = '', target = ''] = endpoint.split(' ')
    const expected: unknown[] = []
    for (const { call, sends, path = usualPath(target), responds, returns } of requests) {
      const result = call(recorded.api)
      called.add(recorded.called())
      const isList = result instanceof List
      const usual = method === 'DELETE' ? null : isList ? [found] : found
      const response = responds === undefined ? usual : responds
      reply = response ? json(response) : bare(204)
      expect(await (isList ? result.all() : result)).toEqual(returns ?? response ?? undefined)
      const query = [
        typeof sends === 'string' ? sends : '',
        isList && !`${sends}`.includes('per_page') ? 'per_page=100' : '',
      ]
      const url = [`${outside ? '' : '/api/v4'}${path}`, query.filter(Boolean).join('&')].filter(Boolean).join('?')
      expected.push({ line: `${method} ${url}`, body: typeof sends === 'object' ? sends : null })
    }
    const received = service.received.map(({ method, url, body }) => ({
      line: `${method} ${url}`,
      body: body === '' ? null : (JSON.parse(body) as unknown),
    }))
    expect(received).toEqual(expected)
  },
)

test('sends a request with each method of the client', () => {
  const methods = Object.entries(new Client({ baseUrl: 'http://localhost' })).flatMap(([noun, resource]) =>
    typeof resource === 'object' && noun !== 'http'
      ? Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).map((verb) => `${noun}.${verb}`)
      : [],
  )
  const missing = methods.filter((method) => !called.has(method) && !internal.test(method))
  const remedy = 'a row of its endpoint in tools/api-coverage/nouns/, or to tools/api-coverage/methods.ts'
  expect(missing.map((method) => `add a call of ${method} to ${remedy}`)).toEqual([])
})

/** Methods that only other methods call. */
const internal = /\.constructor$|^alerts\.(send|now)$|^jobQueueMetrics\.get$|^vulnerabilities\.change$/

test.each<[string, (api: Client) => Promise<unknown>, string]>([
  [
    'a group with a list',
    ({ groups }) =>
      groups.update(10, { default_branch_protection_defaults: { allowed_to_push: [{ access_level: 30 }] } }),
    'default_branch_protection_defaults%5Ballowed_to_push%5D%5B0%5D%5Baccess_level%5D=30',
  ],
  [
    'a project with null and an empty list',
    ({ projects }) =>
      projects.update(1, {
        description: null,
        topics: [],
        container_expiration_policy_attributes: { keep_n: null },
      }),
    'description=&container_expiration_policy_attributes%5Bkeep_n%5D=',
  ],
])('sends settings in a form: %s', async (_what, call, body) => {
  reply = json(found)
  await call(client(service.url, { bodyEncoding: 'form' }))
  expect(service.received[0]?.body).toBe(body)
})

test.each(['', '.', '..', 'a/../b'])('rejects the name %j, which would change the path', async (name) => {
  expect(SdkError.is(await failure(client(service.url).protectedEnvironments.delete(1, name)))).toBe(true)
  expect(service.lines()).toEqual([])
})
