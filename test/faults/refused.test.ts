import { useEmulator } from '../support/emulator'
import { costlyFlavors } from '../support/long'
import { useTestNow } from '../support/test-now'
import { samples } from './kinds'
import { type Rehearsal, Trials } from './scenario'
import { collectionsOf, worldOf } from './service-state'

describe.each(costlyFlavors)('on flavor %s, when the service refuses the first write', (flavor) => {
  let trials: Trials
  const emulator = useEmulator({ flavor, onRequest: () => trials.tick() })
  useTestNow()

  describe.each(samples)('$name', (sample) => {
    beforeAll(() => {
      trials = new Trials(emulator, sample)
    })
    const operations = sample.operations.filter(({ now }) => now !== 'refresh')
    describe.each(operations)('$name', (operation) => {
      let rehearsal: Rehearsal | undefined
      const isCreate = operation.past.length === 0
      // An action that is changed has its state first.
      const keepsState = isCreate || sample.kind !== 'pipeline-run'
      const refusals = isCreate ? [400, 401, 403, 404, 409, 422] : [403, 404]
      it.each(refusals.filter((status) => !operation.needless?.includes(status)))(
        'with %s, nothing is done, and the state stays',
        async (status) => {
          rehearsal ??= await trials.rehearse(operation)
          const skip = rehearsal.requests.findIndex(({ method }) => method !== 'GET')
          const stack = trials.begin(rehearsal)
          await trials.settle(operation)
          const before = worldOf(collectionsOf(emulator))
          emulator.clearRequests()
          emulator.fault({ skip, status, body: { message: `${status} No` } })
          await expect(trials.perform(stack, operation)).rejects.toThrow(`${status} No`)
          expect(worldOf(collectionsOf(emulator))).toEqual(before)
          if (keepsState) expect(stack.state).toEqual(rehearsal.state)
          expect(emulator.requests().filter(({ method }) => method !== 'GET')).toHaveLength(1)
        },
      )
    })
  })
})
