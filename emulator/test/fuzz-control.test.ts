import fc from 'fast-check'
import { useCli } from '../../test/shared/cli'
import { times } from '../../test/shared/test-run'
import { useEmulator } from './support/emulator'
import { type EmulatorProcess, startEmulatorProcess } from './support/emulator-process'
import { routesOf } from './support/routes'

import type { EmulatorState, Flavor } from '..'

const trueup = useCli('of all')
const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]
const runs = times(25, 2_000)

const ask = async (
  { url }: Pick<EmulatorProcess, 'url'>,
  method: string,
  to: string,
  body?: unknown,
): Promise<number> => {
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = { 'PRIVATE-TOKEN': 'emulator-root' }
  const signal = AbortSignal.timeout(8_000)
  const response = await fetch(`${url}${to}`, { method, headers, ...content, redirect: 'manual', signal })
  await response.arrayBuffer()
  return response.status
}

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    -1,
    0.5,
    1e300,
    2 ** 31,
    2 ** 53,
    [],
    {},
    [null],
    'x',
    '\u0000',
    '(',
    '9999-99-99',
  ),
  fc.constantFrom<unknown>(
    99,
    100,
    'before',
    'POST',
    ['a'],
    { a: 'x\r\ny: z' },
    { 'a b': 'x' },
    { a: 1 },
    '2026-01-01',
  ),
  // Between, they would only let the test wait.
  fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value !== 'number' || value < 100),
)

const steering: [method: string, path: string, names: string[]][] = [
  [
    'POST',
    '/-/faults',
    ['method', 'path', 'times', 'skip', 'status', 'headers', 'body', 'delayMs', 'drop', 'truncate', 'work'],
  ],
  ['POST', '/-/clock', ['now', 'advanceSeconds']],
  ['PUT', '/-/alert-integrations', ['project', 'name', 'format', 'key', 'active', 'mapping', 'create_incident']],
  ['PUT', '/-/state', ['version', 'collections']],
]
const steered = fc.constantFrom(...steering).chain(([method, to, names]) =>
  fc.record({
    method: fc.constant(method),
    to: fc.constant(to),
    body: fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record(Object.fromEntries(names.map((name) => [name, strange])), { requiredKeys: [] }),
      },
      strange,
    ),
  }),
)

describe.each<Flavor>(['spec', 'gitlab'])('flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  let child: EmulatorProcess
  let complaining: EmulatorProcess

  // The limits of the tests are for their requests only: on a busy machine, a start takes longer than many requests.
  beforeAll(async () => {
    child = await startEmulatorProcess(trueup, flavor)
    complaining = await startEmulatorProcess(trueup, flavor, { complains: true })
  })

  it(
    `accepts or refuses random control requests: ${runs} requests of seed ${seed}`,
    async () => {
      const state = emulator.state()
      const property = fc.asyncProperty(steered, async ({ method, to, body }) => {
        expect([200, 201, 204, 400]).toContain(await ask(child, method, to, body))
        await child.checkHealth()
        // Uses what the request changed. A fault can cause any response.
        await ask(child, 'POST', '/api/v4/projects/1/labels', { name: 'bug', color: 'red' }).catch(() => 0)
        await child.checkHealth()
        await ask(child, 'DELETE', '/-/faults')
        await ask(child, 'PUT', '/-/state', state)
      })
      await fc.assert(property, { seed, numRuns: runs, ...(path && { path }) })
      await child.stop()
    },
    200 * runs,
  )

  it(
    `survives an inconsistent state: ${runs} states of seed ${seed}`,
    async () => {
      const whole = emulator.state()
      const routes = routesOf(flavor)
      const broken = fc.record({
        at: fc.constantFrom(...Object.keys(whole.collections)).chain((name) =>
          fc.record({
            name: fc.constant(name),
            fields: fc.array(
              fc.record({
                record: fc.constantFrom(...whole.collections[name]!.records),
                field: fc.nat(),
                value: fc.oneof(strange, fc.constantFrom(1, 2, 3, 10, 11, 12, 101, 'remove')),
              }),
              { minLength: 1, maxLength: 4 },
            ),
          }),
        ),
        asked: fc.array(fc.constantFrom(...routes), { minLength: 3, maxLength: 3 }),
      })
      const property = fc.asyncProperty(broken, async ({ at: { name, fields }, asked }) => {
        const state = structuredClone(whole)
        for (const { record, field, value } of fields) spoil(state, name, record.id, field, value)
        const taken = await ask(complaining, 'PUT', '/-/state', state)
        expect([204, 400]).toContain(taken)
        for (const { method, path: to } of taken === 204 ? asked : []) {
          await ask(complaining, method, `/api/v4${to.replace(/:(\w+)(\{[^}]*\})?/g, '1')}`)
        }
        await complaining.checkHealth()
      })
      await fc.assert(property, { seed, numRuns: runs, ...(path && { path }) })
      expect(await ask(complaining, 'PUT', '/-/state', whole)).toBe(204)
      expect(await ask(complaining, 'GET', '/api/v4/projects/1')).toBe(200)
      expect(await complaining.stop()).toBeDefined()
    },
    200 * runs,
  )
})

function spoil(state: EmulatorState, name: string, id: number, field: number, value: unknown): void {
  const record = state.collections[name]!.records.find((one) => one.id === id) as unknown as Record<string, unknown>
  const fields = Object.keys(record).filter((key) => key !== 'id')
  const chosen = fields[field % fields.length]!
  if (value === 'remove') delete record[chosen]
  else record[chosen] = value
}

describe('invalid control requests', () => {
  const emulator = useEmulator({ flavor: 'spec' })
  const delay = 'a number from 0 to 2147483647'

  it.each([
    [{ status: 99 }, 'status', 'an integer from 200 to 599'],
    [{ status: '503' }, 'status', 'an integer from 200 to 599'],
    [{ headers: { 'X-A': 'a\r\nInjected: b' } }, 'headers', 'an object of valid header names and strings'],
    [{ headers: { 'a b': 'c' } }, 'headers', 'an object of valid header names and strings'],
    [{ headers: { a: 1 } }, 'headers', 'an object of valid header names and strings'],
    [{ headers: 'a: b' }, 'headers', 'an object of valid header names and strings'],
    [{ delayMs: 1e12 }, 'delayMs', delay],
    [{ delayMs: -1 }, 'delayMs', delay],
    [{ method: 1 }, 'method', 'a string'],
    [{ times: 'x' }, 'times', 'an integer of at least 1'],
    [{ times: 0 }, 'times', 'an integer of at least 1'],
    [{ skip: -1 }, 'skip', 'an integer of at least 0'],
    [{ drop: 'during' }, 'drop', '"before" or "after"'],
    [{ truncate: 1 }, 'truncate', 'true or false'],
    [{ work: 'yes' }, 'work', 'true or false'],
  ])('refuses the fault %j', async (fault, name, wanted) => {
    const error = `the fault's ${name} must be ${wanted}`
    expect(await emulator.post('/-/faults', fault)).toMatchObject({ status: 400, body: { error } })
    expect(await emulator.get('/user')).toMatchObject({ status: 200 })
  })

  it.each([[1], [{}], [['a']], [null]])('refuses a fault on the path %j', async (to) => {
    const error = `the fault's path must be a valid regular expression (got ${JSON.stringify(to)})`
    expect(await emulator.post('/-/faults', { path: to })).toMatchObject({ status: 400, body: { error } })
  })

  it.each([
    [{ now: null }, 'the time must be a timestamp such as 2026-06-15T12:00:00Z (got null)'],
    [{ now: 0 }, 'the time must be a timestamp such as 2026-06-15T12:00:00Z (got 0)'],
    [
      { now: '+275760-09-13T00:00:00Z' },
      'the time must be a timestamp such as 2026-06-15T12:00:00Z (got "+275760-09-13T00:00:00Z")',
    ],
    [
      { now: '1969-12-31T00:00:00Z' },
      'the time must be a timestamp such as 2026-06-15T12:00:00Z (got "1969-12-31T00:00:00Z")',
    ],
    [{ advanceSeconds: 1e300 }, 'the time must be in the years 1970 to 9999 (got 1e+300 seconds from now)'],
    [{ advanceSeconds: -1e11 }, 'the time must be in the years 1970 to 9999 (got -100000000000 seconds from now)'],
  ])('refuses the clock setting %j', async (json, error) => {
    expect(await emulator.post('/-/clock', json)).toMatchObject({ status: 400, body: { error } })
    expect(await emulator.get('/-/health')).toMatchObject({ status: 200 })
  })

  it('refuses an id that is almost unsafe', async () => {
    const state = { version: 1, collections: { labels: { next: Number.MAX_SAFE_INTEGER, records: [] } } }
    expect((await emulator.put('/-/state', state)).status).toBe(400)
  })

  it('survives a group that is its own parent', async () => {
    emulator.patch('groups', 10, { parent_id: 11 })
    expect((await emulator.get('/groups/11')).status).toBe(200)
    expect((await emulator.get('/projects/3')).status).toBe(200)
  })
})
