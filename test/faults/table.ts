import type { Fault, RequestRecord } from '../../emulator'
import { testRun } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { defaultFront } from '../support/front'
import { useTestNow } from '../support/test-now'
import { faults } from './faults'
import { sets, subjectsOn } from './kinds'
import { type Baseline, Scenarios } from './scenario'

/** The requests that get a fault: all, some, or only the first write. */
type Extent = 'all' | 'some' | 'one'

/** Whether a request gets a fault. The first write, where a fault does most harm, always does. */
function isTried(at: number, requests: readonly RequestRecord[], { times }: Fault, turn: number, extent: Extent) {
  const first = requests.findIndex(({ method }) => method !== 'GET')
  if (extent === 'one') return at === Math.max(0, first)
  if (times || at === first) return at === first
  if (extent === 'all') return true
  // Further writes are like the first, and reads are alike, so the faults take turns.
  return (at + turn) % (requests[at]?.method === 'GET' ? 24 : 6) === 0
}

/**
 * Runs all operations of all kinds with each fault at one request after the other. `npm run test:nightly` has all
 * combinations. Otherwise, each operation has each fault on flavor `gitlab`, a quarter of these on flavor `spec`, and
 * half of this quarter through the protocol of the plugin.
 */
export function faultTable(flavor: 'spec' | 'gitlab'): void {
  const isSampled = !testRun.allCases && flavor === 'spec'
  const extent: Extent = testRun.allCases ? 'all' : isSampled ? 'one' : 'some'
  let scenarios: Scenarios
  const emulator = useEmulator({ flavor, onRequest: () => scenarios.tick() })
  useTestNow()
  const counts = new Map<string, number>()
  afterAll(() => {
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const list = [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
    process.stdout.write(`faults on flavor ${flavor}: ${all} cases (${list})\n`)
  })

  describe.each([...subjectsOn(flavor), ...sets])('$name', (subject) => {
    beforeAll(() => {
      scenarios = new Scenarios(emulator, subject)
    })
    describe.each(subject.operations.map((operation, row) => ({ ...operation, row })))(
      '$name',
      ({ row, ...operation }) => {
        let baseline: Promise<Baseline> | undefined
        const tried = faults
          .map(([name, fault], turn) => ({ name, fault, turn }))
          .filter(({ turn }) => !isSampled || (turn + row) % (defaultFront === 'native' ? 8 : 4) === 0)
        it.each(tried)('completes on the next run after a fault: $name', async ({ fault, turn }) => {
          baseline ??= scenarios.recordBaseline(operation)
          const { requests } = await baseline
          const problems: string[] = []
          for (const [at, { method, path }] of requests.entries()) {
            if (!isTried(at, requests, fault, turn, extent)) continue
            counts.set(subject.name, (counts.get(subject.name) ?? 0) + 1)
            const { problems: found } = await scenarios.run(operation, await baseline, {
              // A lasting fault affects one method only. Otherwise nothing could succeed.
              start: () => emulator.fault({ ...fault, ...(fault.times ? { method } : { skip: at }) }),
              stop: () => emulator.clearFaults(),
            })
            problems.push(...found.map((problem) => `at ${method} ${path}: ${problem}`))
          }
          expect(problems).toEqual([])
        })
      },
    )
  })
}
