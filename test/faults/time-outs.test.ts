import { costlyFlavors, testRun } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { useTestNow } from '../support/test-now'
import { type Hanging, useHangingProxy } from './hanging-proxy'
import { subjectsOn } from './kinds'
import { type Baseline, Scenarios } from './scenario'

describe.each(costlyFlavors)('on flavor %s', (flavor) => {
  let scenarios: Scenarios
  const emulator = useEmulator({ flavor, onRequest: () => scenarios.tick() })
  const proxy = useHangingProxy(emulator)
  useTestNow()

  describe.each(subjectsOn(flavor))('$name', (subject) => {
    beforeAll(() => {
      scenarios = new Scenarios(emulator, subject, () => proxy.url)
    })
    const operations = subject.operations.filter(({ now }) => now !== 'refresh')
    describe.each(operations)('$name', (operation) => {
      let baseline: Promise<Baseline> | undefined
      const hang = async (where: 'write' | { skip: number }, when: Hanging) => {
        baseline ??= scenarios.recordBaseline(operation)
        return scenarios.run(operation, await baseline, {
          start: () => proxy.hang(where, when),
          stop: () => proxy.settle(),
        })
      }

      it.each(['before the work', 'after the work'] as const)('completes when a write hangs %s', async (when) => {
        expect((await hang('write', when)).problems).toEqual([])
        const { requests } = (await baseline)!
        for (const [skip, { method, path }] of testRun.allCases ? requests.entries() : []) {
          expect([method, path, (await hang({ skip }, when)).problems]).toEqual([method, path, []])
        }
      })

      it('completes, or warns of a duplicate, when the service carries out a hanging write after the retry', async () => {
        const { problems, warnings } = await hang('write', 'late')
        const more = problems.filter((problem) => !/sent again blindly/.test(problem))
        const first = (await baseline)?.requests.find(({ method }) => method !== 'GET')
        const isTwice = subject.duplicates !== undefined || subject.secondCreate === 'created'
        if (isTwice && operation.creates && first?.method === 'POST') {
          // Trueup cannot prevent the duplicate, but it warns.
          expect(more).not.toEqual([])
          expect(more.filter((problem) => !/^the service also has |^no resource holds /.test(problem))).toEqual([])
          expect(warnings.join()).toMatch(/was sent again because the response was lost, and/)
        } else expect(more).toEqual([])
      })
    })
  })
})
