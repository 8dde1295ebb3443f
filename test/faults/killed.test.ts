import { useEmulator } from '../support/emulator'
import { costlyFlavors } from '../support/long'
import { useTestNow } from '../support/test-now'
import { samples } from './kinds'
import { Trials } from './trial'
import { collectionsOf, worldOf } from './world'

describe.each(costlyFlavors)('on flavor %s, when a process is killed before it tells the engine', (flavor) => {
  let trials: Trials
  const emulator = useEmulator({ flavor, onRequest: () => trials.tick() })
  useTestNow()

  describe.each(samples)('$name', (sample) => {
    beforeAll(() => {
      trials = new Trials(emulator, sample)
    })
    it.each(sample.operations)('$name', async (operation) => {
      const rehearsal = await trials.rehearse(operation)
      const killed = trials.begin(rehearsal)
      await trials.perform(killed, operation)
      const again = trials.begin({ ...rehearsal, world: emulator.state() })
      const failure = await trials.perform(again, operation).then(
        () => undefined,
        (error: Error) => error.message,
      )
      const { second } = operation.makes ? sample : {}
      const { id = '', outputs = {} } = killed.state ?? {}
      const key = String(outputs.tokenId ?? id.replace(/.*\//, ''))
      const count = (world: readonly string[]) =>
        world.filter((line) => line.startsWith(`${sample.collection} `)).length
      expect(count(worldOf(collectionsOf(emulator)))).toBeLessThanOrEqual(
        count(rehearsal.outcome) + (operation.makes ? 1 : 0),
      )
      if (second === 'refused') expect(failure).toContain(`exists already (id ${id})`)
      else expect(failure).toBeUndefined()
      if (second === 'mentioned') {
        expect(again.warnings.join()).toMatch(new RegExp(`equal ones? exists? already \\(id ${key}(, \\d+)*\\)`))
        expect(again.warnings.join()).toMatch(new RegExp(`adoptId: ${key}\\.`))
      }
      if (!operation.makes) expect(await trials.judge(operation, rehearsal, again)).toEqual([])
    })
  })
})
