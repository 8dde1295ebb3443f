import { costlyFlavors } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { useTestNow } from '../support/test-now'
import { type Operation, subjectsOn } from './kinds'
import { Scenarios } from './scenario'
import { collectionsOf, comparableRecords } from './service-state'

/** Returns the operation with adoption, as the error about the existing object suggests. */
function adopting({ now, ...operation }: Operation, kind: string): Operation {
  if (typeof now === 'string') throw new Error(`${operation.name} creates nothing`)
  const secret = kind.endsWith('-access-token') ? { secretOnAdopt: 'rotate' } : {}
  return { ...operation, now: { ...now, args: { ...now.args, onConflict: 'adopt', ...secret } } }
}

describe.each(costlyFlavors)('on flavor %s', (flavor) => {
  let scenarios: Scenarios
  const emulator = useEmulator({ flavor, onRequest: () => scenarios.tick() })
  const world = () => comparableRecords(collectionsOf(emulator))
  useTestNow()

  // Without duplicates, the program does not need onConflict: "create", and an equal object is from the killed process.
  describe.each(subjectsOn(flavor).map(({ duplicates: _, ...subject }) => subject))('$name', (subject) => {
    const count = (lines: readonly string[]) => lines.filter((line) => line.startsWith(`${subject.collection} `)).length
    beforeAll(() => {
      scenarios = new Scenarios(emulator, subject)
    })
    it.each(subject.operations)(
      'completes on the next run after a process was killed at the end of: $name',
      async (operation) => {
        const baseline = await scenarios.recordBaseline(operation)
        const killed = scenarios.restore(baseline)
        await scenarios.perform(killed, operation)
        const left = world()
        const again = scenarios.restore({ ...baseline, world: emulator.state() })
        const failure = await scenarios.perform(again, operation).then(
          () => 'none',
          (error: Error) => error.message,
        )
        const { id, outputs } = killed.state ?? {}
        if (!operation.creates) {
          expect(failure).toBe('none')
          expect(await scenarios.differencesFrom(operation, baseline, again)).toEqual([])
        } else if (subject.secondCreate !== 'refused') {
          expect(failure).toBe('none')
          expect(count(world())).toBeLessThanOrEqual(count(left) + 1)
        } else if (id === baseline.state?.id) {
          // A successor of a token is found again, or the error names it.
          expect(count(world())).toBeLessThanOrEqual(count(left))
          expect(failure).toMatch(new RegExp(`^none$|\\b${String(outputs?.tokenId)}\\b`))
        } else {
          expect(failure).toContain(`already exists (id ${id})`)
          expect(world()).toEqual(left)
          // No request can change the credentials of a mirror, so that it is created again.
          const isUnadoptable = failure.includes('cannot be adopted')
          if (isUnadoptable) await emulator.delete(`/projects/1/remote_mirrors/${String(outputs?.mirrorId)}`)
          const adoption = isUnadoptable ? operation : adopting(operation, subject.kind)
          await scenarios.perform(again, adoption)
          const problems = await scenarios.differencesFrom(adoption, baseline, again)
          const more = problems.filter((problem) => !/^the state also has (onConflict|secretOnAdopt):/.test(problem))
          expect(more).toEqual([])
        }
      },
    )
  })
})
