import type { Fault, RequestRecord } from '../../emulator'
import { useEmulator } from '../support/emulator'
import { useTestNow } from '../support/test-now'
import { faults } from './faults'
import { samples, sets } from './kinds'
import { type Rehearsal, Trials } from './trial'
import { isLong } from '../support/long'

/** Whether a fault is tried at a request: at each write, and at reads, which are all alike, in turns. */
function isTried(at: number, requests: readonly RequestRecord[], { times }: Fault, turn: number): boolean {
  const isWrite = requests[at]?.method !== 'GET'
  if (times) return at === requests.findIndex(({ method }) => method !== 'GET')
  return isLong || isWrite || (at + turn) % 6 === 0
}

/** All operations of all kinds, with each fault at one request after the other; the long run leaves none out. */
export function faultTable(flavor: 'seed' | 'gitlab'): void {
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
    describe.each(sample.operations)('$name', (operation) => {
      let rehearsal: Promise<Rehearsal> | undefined
      const struck = faults.map(([name, fault], turn) => ({ name, fault, turn }))
      it.each(struck)('$name', async ({ fault, turn }) => {
        rehearsal ??= trials.rehearse(operation)
        const { requests } = await rehearsal
        const problems: string[] = []
        for (const [at, { method, path }] of requests.entries()) {
          if (!isTried(at, requests, fault, turn)) continue
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
    })
  })
}
