import { costlyFlavors } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { useTestNow } from '../support/test-now'
import { subjectsOn } from './kinds'
import { type Baseline, Scenarios } from './scenario'
import { collectionsOf, comparableRecords } from './service-state'

describe.each(costlyFlavors)('on flavor %s', (flavor) => {
  let scenarios: Scenarios
  const emulator = useEmulator({ flavor, onRequest: () => scenarios.tick() })
  useTestNow()

  describe.each(subjectsOn(flavor))('$name', (subject) => {
    beforeAll(() => {
      scenarios = new Scenarios(emulator, subject)
    })
    const operations = subject.operations.filter(({ now }) => now !== 'refresh')
    describe.each(operations)('$name', (operation) => {
      let baseline: Baseline | undefined
      const isCreate = operation.past.length === 0
      // A changed action writes its state first.
      const keepsState = isCreate || subject.kind !== 'pipeline-run'
      const refusals = isCreate ? [400, 401, 403, 404, 409, 422] : [403, 404]
      it.each(refusals.filter((status) => !operation.toleratedStatuses?.includes(status)))(
        'changes nothing and keeps the state when the service refuses the first write with %s',
        async (status) => {
          baseline ??= await scenarios.recordBaseline(operation)
          const skip = baseline.requests.findIndex(({ method }) => method !== 'GET')
          const stack = scenarios.restore(baseline)
          await scenarios.settle(operation)
          const before = comparableRecords(collectionsOf(emulator))
          emulator.clearRequests()
          emulator.fault({ skip, status, body: { message: `${status} No` } })
          await expect(scenarios.perform(stack, operation)).rejects.toThrow(`${status} No`)
          expect(comparableRecords(collectionsOf(emulator))).toEqual(before)
          if (keepsState) expect(stack.state).toEqual(baseline.state)
          expect(emulator.requests().filter(({ method }) => method !== 'GET')).toHaveLength(1)
        },
      )
    })
  })
})
