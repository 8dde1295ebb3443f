import type { Fault, RequestRecord } from '../../emulator'
import { useEmulator } from '../support/emulator'
import { useTestNow } from '../support/test-now'
import { faults } from './faults'
import { samples, sets } from './kinds'
import { type Rehearsal, Trials } from './scenario'
import { costlyFlavors, isLong } from '../support/long'

/** How many of the requests a fault is tried at: all, or some; or at the one that matters most. */
type Extent = 'all' | 'some' | 'one'

/** Whether a fault is tried at a request. The first write, which is where most is at stake, is never left out. */
function isTried(at: number, requests: readonly RequestRecord[], { times }: Fault, turn: number, extent: Extent) {
  const first = requests.findIndex(({ method }) => method !== 'GET')
  if (extent === 'one') return at === Math.max(0, first)
  if (times || at === first) return at === first
  if (extent === 'all') return true
  // Further writes are like the first, and reads are all alike: in turns.
  return (at + turn) % (requests[at]?.method === 'GET' ? 12 : 3) === 0
}

/**
 * All operations of all kinds, with each fault at one request after the other. The long run leaves none out; else the
 * flavor that users have gets each fault in each operation, and the other one a quarter of these.
 */
export function faultTable(flavor: 'spec' | 'gitlab'): void {
  const isSampled = !isLong && !costlyFlavors.includes(flavor)
  const extent: Extent = isLong ? 'all' : isSampled ? 'one' : 'some'
  let trials: Trials
  const emulator = useEmulator({ flavor, onRequest: () => trials.tick() })
  useTestNow()
  const counts = new Map<string, number>()
  afterAll(() => {
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const list = [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
    process.stdout.write(`faults on flavor ${flavor}: ${all} cases (${list})\n`)
  })

  describe.each([...samples, ...sets])('$name', (sample) => {
    beforeAll(() => {
      trials = new Trials(emulator, sample)
    })
    describe.each(sample.operations.map((operation, row) => ({ ...operation, row })))(
      '$name',
      ({ row, ...operation }) => {
        let rehearsal: Promise<Rehearsal> | undefined
        const struck = faults
          .map(([name, fault], turn) => ({ name, fault, turn }))
          .filter(({ turn }) => !isSampled || (turn + row) % 4 === 0)
        it.each(struck)('$name', async ({ fault, turn }) => {
          rehearsal ??= trials.rehearse(operation)
          const { requests } = await rehearsal
          const problems: string[] = []
          for (const [at, { method, path }] of requests.entries()) {
            if (!isTried(at, requests, fault, turn, extent)) continue
            counts.set(sample.name, (counts.get(sample.name) ?? 0) + 1)
            const { problems: found } = await trials.run(operation, await rehearsal, {
              // What lasts hits one kind of request, or nothing could be done at all.
              begin: () => emulator.fault({ ...fault, ...(fault.times ? { method } : { skip: at }) }),
              calm: () => emulator.clearFaults(),
            })
            problems.push(...found.map((problem) => `at ${method} ${path}: ${problem}`))
          }
          expect(problems).toEqual([])
        })
      },
    )
  })
}
