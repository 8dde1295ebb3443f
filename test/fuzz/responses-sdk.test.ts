import fc from 'fast-check'
import { Client, List } from '../../sdk'
import { TestClock } from '../sdk/support/client'
import { times } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { flawsOf, flawsOfSdkError, pollution } from './support/response-checks'
import { mutation } from './support/response-mutations'
import { useResponseProxy } from './support/response-proxy'
import { calls } from './support/sdk-calls'

const runs = times(10, 200)
const boundMs = 5_000

/** The ways to read a list. */
const readings: readonly (readonly [string, (list: List<unknown>) => Promise<unknown>])[] = [
  ['all', (list) => list.all()],
  ['page', (list) => list.page()],
  ['first', (list) => list.first(1_000)],
  [
    'iterated',
    async (list) => {
      for await (const item of list) if (item === undefined) throw new Error('there is no item')
    },
  ],
]

const drawn = fc.record({
  mutated: mutation,
  times: fc.constantFrom(1, 2, Infinity),
  skip: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1),
  reading: fc.constantFrom(...readings),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

describe(`the client with mutated responses to ${calls.length} calls`, () => {
  const emulator = useEmulator({ flavor: 'spec' })
  const proxy = useResponseProxy(emulator)
  const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]
  const counts = { cases: 0, failures: 0, hits: 0 }
  afterAll(() => {
    process.stdout.write(`mutated responses to the client: ${JSON.stringify(counts)}\n`)
  })

  it.each(calls)(
    `fails with a clear error or succeeds when the response to $name is mutated: ${runs} cases of seed ${seed}`,
    async ({ prepare }) => {
      const api = new Client({ baseUrl: proxy.url, token: 'emulator-root', retryDelayMs: 0 }, new TestClock())
      const start = emulator.state()
      const holds = async ({ mutated, reading: [, read], ...where }: Drawn) => {
        emulator.setState(start)
        const call = await prepare(api)
        proxy.mutate(mutated.mutate, where)
        const work = async () => {
          const response = call(api)
          await (response instanceof List ? read(response) : response)
        }
        const found = await flawsOf(
          work,
          (error) => {
            counts.failures += 1
            return flawsOfSdkError(error)
          },
          boundMs,
        )
        counts.hits += proxy.stop()
        counts.cases += 1
        expect([...found, ...pollution()]).toEqual([])
      }
      try {
        await fc.assert(fc.asyncProperty(drawn, holds), { seed, numRuns: runs, ...(path && { path }) })
      } finally {
        proxy.stop()
        await api.close()
      }
    },
    100 * boundMs,
  )
})
