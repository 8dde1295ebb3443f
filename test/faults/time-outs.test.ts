import { useEmulator } from '../support/emulator'
import { useTestNow } from '../support/test-now'
import { type Hanging, useFront } from './hanging-proxy'
import { samples } from './kinds'
import { type Rehearsal, Trials } from './scenario'
import { costlyFlavors, isLong } from '../support/long'

describe.each(costlyFlavors)('on flavor %s, when a write hangs', (flavor) => {
  let trials: Trials
  const emulator = useEmulator({ flavor, onRequest: () => trials.tick() })
  const front = useFront(emulator)
  useTestNow()

  describe.each(samples)('$name', (sample) => {
    beforeAll(() => {
      trials = new Trials(emulator, sample, () => front.url)
    })
    const operations = sample.operations.filter(({ now }) => now !== 'refresh')
    describe.each(operations)('$name', (operation) => {
      let rehearsal: Promise<Rehearsal> | undefined
      const hang = async (where: 'write' | { skip: number }, when: Hanging) => {
        rehearsal ??= trials.rehearse(operation)
        return trials.run(operation, await rehearsal, {
          begin: () => front.hang(where, when),
          calm: () => front.calm(),
        })
      }

      it.each(['before the work', 'after the work'] as const)('%s', async (when) => {
        expect((await hang('write', when)).problems).toEqual([])
        const { requests } = (await rehearsal)!
        for (const [skip, { method, path }] of isLong ? requests.entries() : []) {
          expect([method, path, (await hang({ skip }, when)).problems]).toEqual([method, path, []])
        }
      })

      it('and is carried out when nobody counts on it any more', async () => {
        const { problems, warnings } = await hang('write', 'late')
        const more = problems.filter((problem) => !/sent again blindly/.test(problem))
        const first = (await rehearsal)?.requests.find(({ method }) => method !== 'GET')
        const isTwice = sample.twins !== undefined || sample.second === 'made'
        if (isTwice && operation.makes && first?.method === 'POST') {
          // Nobody can keep the service from that; but it is told.
          expect(more).not.toEqual([])
          expect(more.filter((problem) => !/^the service has, too,|^nobody holds/.test(problem))).toEqual([])
          expect(warnings.join()).toMatch(/was sent again when its answer was lost, and/)
        } else expect(more).toEqual([])
      })
    })
  })
})
