import fc from 'fast-check'
import { type Operation, sets, subjectsOn } from '../faults/kinds'
import { type Baseline, Scenarios } from '../faults/scenario'
import { times } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import type { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'
import { flawsOf, flawsOfResourceError, flawsOfText, pollution } from './support/response-checks'
import { corruption, mutation } from './support/response-mutations'
import { useResponseProxy } from './support/response-proxy'

const runs = times(2, 150)
const boundMs = 5_000
const counts = { cases: 0, failures: 0, hits: 0 }

describe.each([...subjectsOn('spec'), ...sets])('a $name', (subject) => {
  let scenarios: Scenarios
  const emulator = useEmulator({ flavor: 'spec', onRequest: () => scenarios.tick() })
  const proxy = useResponseProxy(emulator)
  useTestNow()
  const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]
  beforeAll(() => {
    scenarios = new Scenarios(emulator, subject, () => proxy.url)
  })

  const drawn = fc.record({
    // A garbled response is detected, and the next run repairs its effects. A plausible but wrong response is not
    // detected.
    strict: fc.boolean(),
    garbled: corruption,
    mutated: mutation,
    times: fc.constantFrom(1, 1, 2, Infinity),
    /** The first request with a mutated response, and whether only requests with the same method follow. */
    at: fc.nat(),
    alike: fc.boolean(),
  })
  type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

  async function problemsOf(operation: Operation, baseline: Baseline, drawn: Drawn): Promise<string[]> {
    const { strict, garbled, mutated, times, at, alike } = drawn
    const stack = scenarios.restore(baseline)
    proxy.mutate((strict ? garbled : mutated).mutate, { times, ...whereOf(baseline, at, alike) })
    let message = ''
    const found = await flawsOf(
      () => scenarios.perform(stack, operation),
      (error) => {
        counts.failures++
        message = String((error as Error).message)
        return flawsOfResourceError(error)
      },
      boundMs,
    )
    counts.hits += proxy.stop()
    counts.cases += 1
    found.push(...stack.warnings.flatMap(flawsOfText), ...pollution())
    if (!strict) return found
    const problems = await problemsAfterRetry(operation, baseline, stack, message !== '')
    // The user must handle an object that an error reports as possibly created.
    const isReported = /may have been (created|started|carried out)/.test(message)
    // An alert has no number if the endpoint returns none.
    const amiss = isReported ? [] : problems.filter((problem) => !/ iid: (number|null)$/.test(problem))
    return [...found, ...amiss.map((problem) => `after "${message}": ${problem}`)]
  }

  /** The differences from the baseline after another run without mutations. */
  async function problemsAfterRetry(
    operation: Operation,
    baseline: Baseline,
    stack: Engine,
    hasFailed: boolean,
  ): Promise<string[]> {
    try {
      if (hasFailed) {
        // The replacement is in the state already, and the replaced object must still be deleted.
        const left = baseline.state && stack.state?.id !== baseline.state.id ? baseline.state : undefined
        await scenarios.perform(stack, operation, left)
      }
      if (stack.state && operation.now !== 'destroy') await stack.refresh()
      return await scenarios.differencesFrom(operation, baseline, stack)
    } catch (error) {
      return [`it fails again: ${String(error)}`]
    }
  }

  it.each(subject.operations)(
    `completes on the next run when the responses to $name are mutated: ${runs} cases of seed ${seed}`,
    async (operation) => {
      const baseline = await scenarios.recordBaseline(operation)
      const holds = async (drawn: Drawn) => expect(await problemsOf(operation, baseline, drawn)).toEqual([])
      await fc.assert(fc.asyncProperty(drawn, holds), { seed, numRuns: runs, ...(path && { path }) })
    },
    100 * boundMs,
  )
})

/** One of the requests of an operation. */
function whereOf({ requests }: Baseline, at: number, alike: boolean): { skip: number; method?: string } {
  const before = requests.slice(0, at % Math.max(1, requests.length))
  const method = requests[before.length]?.method
  if (!alike || method === undefined) return { skip: before.length }
  return { skip: before.filter((request) => request.method === method).length, method }
}

afterAll(() => {
  process.stdout.write(`mutated responses to the provider: ${JSON.stringify(counts)}\n`)
})
