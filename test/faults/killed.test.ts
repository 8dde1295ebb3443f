import { useEmulator } from '../support/emulator'
import { costlyFlavors } from '../support/long'
import { useTestNow } from '../support/test-now'
import { type Operation, samples } from './kinds'
import { Trials } from './scenario'
import { collectionsOf, worldOf } from './service-state'

/** What a person does who reads that an object exists already. */
function adopting({ now, ...operation }: Operation, kind: string): Operation {
  if (typeof now === 'string') throw new Error(`${operation.name} makes nothing`)
  const secret = kind === 'group-access-token' ? { secretOnAdopt: 'rotate' } : {}
  return { ...operation, now: { ...now, args: { ...now.args, onConflict: 'adopt', ...secret } } }
}

describe.each(costlyFlavors)('on flavor %s, when a process is killed before it tells the engine', (flavor) => {
  let trials: Trials
  const emulator = useEmulator({ flavor, onRequest: () => trials.tick() })
  const world = () => worldOf(collectionsOf(emulator))
  useTestNow()

  // Without twins the program has no reason to say that it wants one more, and what looks alike is the killed process's.
  describe.each(samples.map(({ twins: _, ...sample }) => sample))('$name', (sample) => {
    const count = (lines: readonly string[]) => lines.filter((line) => line.startsWith(`${sample.collection} `)).length
    beforeAll(() => {
      trials = new Trials(emulator, sample)
    })
    it.each(sample.operations)('$name', async (operation) => {
      const rehearsal = await trials.rehearse(operation)
      const killed = trials.begin(rehearsal)
      await trials.perform(killed, operation)
      const left = world()
      const again = trials.begin({ ...rehearsal, world: emulator.state() })
      const failure = await trials.perform(again, operation).then(
        () => 'none',
        (error: Error) => error.message,
      )
      const { id, outputs } = killed.state ?? {}
      if (!operation.makes) {
        expect(failure).toBe('none')
        expect(await trials.judge(operation, rehearsal, again)).toEqual([])
      } else if (sample.second !== 'refused') {
        expect(failure).toBe('none')
        expect(count(world())).toBeLessThanOrEqual(count(left) + 1)
      } else if (id === rehearsal.state?.id) {
        // A token that follows another one: it is found again, or else named.
        expect(count(world())).toBeLessThanOrEqual(count(left))
        expect(failure).toMatch(new RegExp(`^none$|\\b${String(outputs?.tokenId)}\\b`))
      } else {
        expect(failure).toContain(`exists already (id ${id})`)
        expect(world()).toEqual(left)
        const adoption = adopting(operation, sample.kind)
        await trials.perform(again, adoption)
        const problems = await trials.judge(adoption, rehearsal, again)
        const more = problems.filter((problem) => !/^the state has, too, (onConflict|secretOnAdopt):/.test(problem))
        expect(more).toEqual([])
      }
    })
  })
})
