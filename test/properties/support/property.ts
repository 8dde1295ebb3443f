import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import type { Client } from '../../../sdk'
import { randomCases } from '../../shared/test-run'
import type { Flavor } from '../../support/conforms'
import { type TestEmulator, useEmulator } from '../../support/emulator'
import { useTestNow } from '../../support/test-now'
import { kinds } from '../arbitraries'
import type { Cases, Values } from '../arbitraries/cases'
import { clientFor, Stack } from './stack'

/** The tools of a property of a kind. */
export interface World {
  readonly cases: Cases
  readonly emulator: TestEmulator
  /** A stack without the resource. */
  stack(): Stack
  /** The writes since the last call. */
  writes(): string[]
  /** All objects in the list of the object with `values`. */
  objects(values: Values): Promise<Json[]>
}

const flavors: readonly Flavor[] = ['spec', 'gitlab']
/** The number of cases. */
const runs = randomCases(8, 750)
/** Includes the time to shrink a late failure. */
const timeoutMs = 20_000 + 1_000 * runs

/**
 * Tests a property of all kinds of objects on both flavors of the service. Each case starts with the same world.
 *
 * Jest's seed, which is in the title, determines the cases. `TRUEUP_TEST_PATH` selects one of them.
 */
export function property<T>(
  title: string,
  arbitrary: (cases: Cases) => fc.Arbitrary<T>,
  holds: (world: World, drawn: T) => Promise<void>,
): void {
  const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]
  const each = flavors.flatMap((flavor) => kinds.map((casesOn) => ({ flavor, cases: casesOn(flavor) })))

  describe.each(each)('a $cases.definition.kind on flavor $flavor', ({ flavor, cases }) => {
    const emulator = useEmulator({ flavor })
    useTestNow()

    const test = async () => {
      await cases.prepare?.(emulator)
      const start = emulator.state()
      const token = `emulator-${cases.as ?? 'maintainer'}`
      const api = clientFor(emulator.url, token)
      const world = worldOf(cases, emulator, api, token)
      const tried = fc
        .asyncProperty(arbitrary(cases), (drawn) => holds(world, drawn))
        .beforeEach(() => {
          emulator.setState(start)
          emulator.clearRequests()
        })
      try {
        await fc.assert(tried, { seed, numRuns: runs, ...(path && { path }) })
      } finally {
        await api.close()
      }
    }
    it(`${title}: ${runs} cases of seed ${seed}`, test, timeoutMs)
  })
}

function worldOf(cases: Cases, emulator: TestEmulator, api: Client, token: string): World {
  return {
    cases,
    emulator,
    stack: () => new Stack(cases.definition.kind, api, token),
    writes: () => {
      const sent = emulator.requests().filter(({ method }) => method !== 'GET')
      emulator.clearRequests()
      return sent.map(({ method, path }) => method + (/\/(subscribe|unsubscribe|rotate)$/.exec(path)?.[0] ?? ''))
    },
    objects: async (values) => {
      const { body } = await emulator.get(`${cases.collection(values)}?per_page=100`, { as: cases.as ?? 'maintainer' })
      return (body as Json[]).filter((live) => cases.isThere?.(live) ?? true)
    },
  }
}
