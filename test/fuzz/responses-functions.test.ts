import fc from 'fast-check'
import type { FunctionOptions } from '../../provider'
import * as trueup from '../../provider'
import { times } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { argumentsOf, functionObjects } from '../support/function-samples'
import { valueOf } from '../support/output'
import { flawsOf, flawsOfText, pollution } from './support/response-checks'
import { contents } from './support/response-mutations'
import { useResponseProxy } from './support/response-proxy'

const runs = times(15, 150)
// The client retries four times, after waits of at most 0.5, 1, 2 and 4 seconds.
const boundMs = 5_000 + 7_500

type Ask = (args: object, options?: FunctionOptions) => ReturnType<typeof trueup.getVersion>

const functions = Object.entries(trueup).flatMap(([name, value]) =>
  name.startsWith('get') ? [{ name, ask: value as unknown as Ask }] : [],
)

describe(`${functions.length} functions with mutated responses`, () => {
  const emulator = useEmulator({ flavor: 'spec' })
  const proxy = useResponseProxy(emulator)
  const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]
  const counts = { cases: 0, failures: 0, hits: 0 }

  beforeAll(() => {
    process.env.TRUEUP_BASE_URL = proxy.url
    process.env.TRUEUP_TOKEN = 'emulator-root'
  })
  afterAll(() => {
    delete process.env.TRUEUP_BASE_URL
    delete process.env.TRUEUP_TOKEN
    process.stdout.write(`mutated responses to functions: ${JSON.stringify(counts)}\n`)
  })
  beforeEach(async () => {
    for (const [path, body] of functionObjects)
      expect((await emulator.post(path, body, { as: 'root' })).status).toBe(201)
  })

  it.each(functions)(
    `fails with a clear error or succeeds when the responses to $name are mutated: ${runs} cases of seed ${seed}`,
    async ({ name, ask }) => {
      const holds = async ({ mutated, ...where }: Drawn) => {
        proxy.mutate(mutated.mutate, where)
        const flaws = (error: unknown) => {
          const { message } = error as Error
          counts.failures += 1
          return [...flawsOfText(message), ...(message.startsWith(`${name} failed. GET /`) ? [] : [`says ${message}`])]
        }
        const found = await flawsOf(() => valueOf(ask(argumentsOf(name))), flaws, boundMs)
        counts.hits += proxy.stop()
        counts.cases += 1
        expect([...found, ...pollution()]).toEqual([])
      }
      await valueOf(ask(argumentsOf(name)))
      await fc.assert(fc.asyncProperty(drawn, holds), { seed, numRuns: runs, ...(path && { path }) })
    },
    100 * boundMs,
  )
})

// Functions really wait before a retry, so these mutations cause no retry.
const drawn = fc.record({ mutated: contents, times: fc.constantFrom(1, Infinity) })
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never
