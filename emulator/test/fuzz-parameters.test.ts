import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { useCli } from '../../test/shared/cli'
import { times } from '../../test/shared/test-run'
import { Store } from '../store/store'
import { type EmulatorProcess, startEmulatorProcess } from './support/emulator-process'
import { type Route, routesOf } from './support/routes'

import type { Flavor } from '..'

const trueup = useCli()
const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]
const runs = times(300, 30_000)

const webhooks: Route[] = ['alerts/notify', 'alerts/notify.json', 'prometheus/alerts/notify.json'].map((rest) => ({
  method: 'POST',
  path: `/acme/web/${rest}`,
  names: ['title', 'description', 'severity', 'start_time', 'end_time', 'hosts', 'fingerprint', 'alerts', 'version'],
}))

/** Values that the service accepts, so that requests also reach the later checks. */
const plausible: Record<string, unknown[]> = {
  id: [1, 2, 3, 10, 11, 'acme/web', 'acme/old-name', 'acme'],
  name: ['bug', 'production', 'deploy'],
  color: ['red', '#123456'],
  priority: [0, 1, -1],
  freeze_start: ['0 0 * * 1'],
  freeze_end: ['0 6 * * 1'],
  cron_timezone: ['UTC', 'Europe/Berlin'],
  scopes: [['api'], 'api,read_api'],
  access_level: [10, 40],
  expires_at: ['2030-01-01', '2026-07-01T00:00:00Z'],
  deploy_access_levels: [[{ access_level: 40 }], [{ user_id: 2 }], [{ id: 1, _destroy: true }]],
  approval_rules: [[{ access_level: 40, required_approvals: 1 }], [{ group_id: 10 }]],
  required_approval_count: [0, 2],
  url: ['https://user:pass@example.com/x.git', 'ssh://git@example.com/x.git'],
  ref: ['main', 'v1.0.0'],
  variables: [[{ key: 'K', value: 'v' }], { K: 'v' }],
  token: ['emulator-job-token'],
  target_project_id: [1, 'acme/api'],
  target_issue_iid: [1, 2],
  finding_id: [101, 102, 201],
  destination_storage_name: ['fast'],
  pagination: ['keyset'],
  order_by: ['id', 'name', 'created_at'],
  sort: ['asc', 'desc'],
  cursor: [Buffer.from('{"id":"1","_kd":"n"}').toString('base64url')],
  ...Object.fromEntries(['pipeline_id'].map((name) => [name, [1001, 1002, 1003]])),
}
const small = [1, 2, 3, 101, '1', 'bug', 'main', 'production', true]

const hostile: unknown[] = [
  ...[null, true, false, '', ' ', [], {}, [null], [[]], [{}], { a: {} }, [[[[]]]]],
  ...[
    0,
    -0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 53),
    1e308,
    '9'.repeat(400),
    '-0',
    '1e3',
    '0x10',
    '1_000',
    'NaN',
    'Infinity',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '..',
    '.',
    '%',
    '%00',
    '/',
    '\\',
    '"',
    "'",
    '\n',
    '\r\nX: y',
  ],
  ...[
    '\u0000',
    '\ud800',
    '\ufeff',
    '\u202e',
    '𝒳',
    'é',
    'e\u0301',
    '\u2028',
    '(',
    '[',
    '\\',
    '^(a+)+$',
    '*',
    '#',
    '&',
    '=',
  ],
  ...[
    'x'.repeat(300),
    'x'.repeat(70_000),
    '(a'.repeat(20_000),
    '\\'.repeat(50_001),
    '1,'.repeat(50_000),
    '* '.repeat(20_000),
  ],
  ...[
    'a://:'.repeat(20_000),
    '"a '.repeat(20_000),
    '[[:'.repeat(20_000),
    '%41'.repeat(30_000),
    `@${'://'.repeat(30_000)}`,
  ],
  ...['0000-00-00', '9999-12-31', '10000-01-01', '2026-02-30', '2026-01-01T25:00:00Z', '+275760-09-13', '31/12/2026'],
  ...[{ toString: 1 }, { valueOf: null, length: -1 }, { length: 1e9 }, JSON.parse('{"__proto__":{"admin":true}}')],
  ...[
    new Array(2_000).fill('x'),
    new Array(300).fill({}),
    Object.fromEntries(new Array(300).fill(0).map((_, at) => [at, at])),
  ],
  ...[
    { 0: { access_level: 40 } },
    { key: { key: {} } },
    [{ access_level: {} }],
    [{ user_id: [] }],
    [{ id: '1', _destroy: {} }],
  ],
]

const deep = (depth: number): unknown => (depth === 0 ? 'x' : depth % 2 ? [deep(depth - 1)] : { a: deep(depth - 1) })
const value = (name: string) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...(plausible[name] ?? small)) },
    { weight: 4, arbitrary: fc.constantFrom(...hostile) },
    {
      weight: 1,
      arbitrary: fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' }), fc.integer(), fc.double()),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }).map(deep) },
  )

const transports = ['query', 'json', 'form', 'multipart'] as const
const strange = ['sudo', 'private_token', 'access_token', 'job_token', 'format', '__proto__', 'constructor', 'page']

const hit = (routes: Route[]) =>
  fc.constantFrom(...routes).chain(({ method, path: to, names }) =>
    fc.record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(method) },
        fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'TRACE'),
      ),
      to: fc.tuple(...to.split('/').map((part) => segment(part))).map((parts) => parts.join('/')),
      params: fc
        .tuple(
          fc.record(Object.fromEntries(names.map((name) => [name, value(name)])), { requiredKeys: [] }),
          fc.dictionary(fc.constantFrom(...strange), value('?'), { maxKeys: 1 }),
        )
        .map(([own, others]) => ({ ...own, ...others })),
      transport: fc.constantFrom(...transports),
      as: fc.constantFrom('root', 'owner', 'maintainer', 'owner', 'guest', 'readonly', 'nobody', null),
    }),
  )

/** What stands in a path; mostly something that is there. */
const segment = (part: string): fc.Arbitrary<string> => {
  if (!part.startsWith(':')) return fc.constant(part)
  const name = part.slice(1).replace(/\{.*/, '')
  return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...(plausible[name] ?? small)) }, value(name)).map(encode)
}

/** Half a character has no encoding. */
const encode = (text: unknown): string =>
  encodeURIComponent(
    String(flat(text))
      .slice(0, 3_000)
      .replace(/\p{Cs}/gu, '�'),
  )
const flat = (one: unknown): unknown => (typeof one === 'object' ? JSON.stringify(one) : one)

function pairs(one: unknown, name = ''): [string, string][] {
  if (typeof one !== 'object' || one === null) return [[name, String(one ?? '')]]
  const entries = Array.isArray(one) ? one.map((item): [string, unknown] => ['', item]) : Object.entries(one)
  return entries.flatMap(([key, inner]) => pairs(inner, name ? `${name}[${key}]` : key))
}

type Hit = Parameters<typeof encodeHit>[0]

function encodeHit({ transport, params }: { transport: (typeof transports)[number]; params: object }) {
  if (transport === 'json') return { type: 'application/json', query: '', body: JSON.stringify(params) }
  const encoded = pairs(params).map(
    ([name, one]) => `${encodeURIComponent(name.replace(/\p{Cs}/gu, '�'))}=${encode(one)}`,
  )
  if (transport === 'query') return { type: '', query: `?${encoded.join('&').slice(0, 9_000)}`, body: '' }
  if (transport === 'form') return { type: 'application/x-www-form-urlencoded', query: '', body: encoded.join('&') }
  const parts = pairs(params).map(
    ([name, one]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${one}\r\n`,
  )
  return { type: 'multipart/form-data; boundary=b', query: '', body: `${parts.join('')}--b--\r\n` }
}

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** Fails if the response takes too long. */
const send = ({ port }: EmulatorProcess, drawn: { method: string; to: string; as: string | null } & Hit) =>
  new Promise<number>((resolve, reject) => {
    const { type, query, body } = encodeHit(drawn)
    const headers = {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body),
      ...(drawn.as && { 'PRIVATE-TOKEN': `emulator-${drawn.as}` }),
    }
    const place = { agent, host: '127.0.0.1', port, path: `${drawn.to}${query}`, method: drawn.method }
    const signal = AbortSignal.timeout(8_000)
    // Links to other pages repeat all that was sent.
    request({ ...place, headers, signal, maxHeaderSize: 100 * 1024 * 1024 }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end(body)
  })

describe.each<Flavor>(['spec', 'gitlab'])('flavor %s', (flavor) => {
  const api = routesOf(flavor).map((route) => ({ ...route, path: `/api/v4${route.path}` }))
  const routes = [...api, ...webhooks]

  it(
    `responds to random requests to ${routes.length} endpoints: ${runs} requests of seed ${seed}`,
    async () => {
      const emulator = await startEmulatorProcess(trueup, flavor)
      const property = fc.asyncProperty(hit(routes), async (drawn) => {
        await send(emulator, drawn)
        await emulator.checkHealth()
      })
      await fc.assert(property, { seed, numRuns: runs, ...(path && { path }) })
      expect(emulator.peakMemory()).toBeLessThan(400)
      new Store().load(await emulator.stop())
    },
    60 * runs,
  )
})
