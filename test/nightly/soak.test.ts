import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Declared, type Operation, sets, subjectsOn } from '../faults/kinds'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

/** After this number of rounds, everything that is kept once is in memory. */
const warmUp = 50
const rounds = 200
const MB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** How a program declares a new object. */
function creation(operations: readonly Operation[]): Declared | undefined {
  const now = operations.find(({ creates, past }) => creates && past.length === 0)?.now
  return typeof now === 'object' ? now : undefined
}

/*
 * Uses one provider process and one service for all rounds, like an update of many resources, to find memory that is
 * kept for each resource.
 */
describe('a provider process that creates, reads and deletes many resources', () => {
  // Time passes on the service, so that pipelines and moves come to their end.
  const emulator = useEmulator({ flavor: 'gitlab', onRequest: () => emulator.advanceClock(1) })
  useTestNow()

  // A vulnerability cannot be deleted, so that there is one round of it only. Settings, projects and groups are adopted,
  // and not deleted.
  const tested = [...subjectsOn('gitlab'), ...sets].filter(
    ({ kind, operations }) => kind !== 'vulnerability' && creation(operations),
  )

  it.each(tested)(
    `uses no more memory or connections after ${rounds} rounds of a $name`,
    async ({ kind, as, others, othersAs, operations }) => {
      for (const [path, body] of others) await emulator.post(path, body, { as: othersAs ?? 'owner' })
      const create = creation(operations)!
      const args = JSON.parse(JSON.stringify(create.args).replaceAll('<url>', emulator.url)) as typeof create.args
      const stack = new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
      const host = stack.process()
      const round = async () => {
        await stack.up(args, host)
        await stack.refresh(host)
        await stack.destroy(host)
        emulator.clearRequests()
      }
      const kept = () => {
        collectGarbage()
        return { heap: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo().length }
      }
      const seed = emulator.state()

      for (let at = 0; at < warmUp; at++) await round()
      const before = kept()
      for (let at = 0; at < rounds; at++) await round()
      const after = kept()

      // Records stay on the service: pipelines, alerts, moves. They are let go before memory is looked at.
      emulator.setState(seed)
      expect(after.heap - before.heap).toBeLessThan(10 * MB)
      expect(after.handles).toBeLessThanOrEqual(before.handles + 2)
    },
    600_000,
  )
})
