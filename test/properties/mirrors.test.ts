import fc from 'fast-check'
import type { Json } from '../../provider/core/schema/json'
import { times } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { type Declared, ProgramEngine } from '../support/program-engine'

/*
 * Property: programs whose mirrors swap and rotate URLs and credentials, also between the items of a set, lose, double and
 * touch nothing, on services that accept several mirrors with one URL, and on those that accept one.
 *
 * A failure shows a seed and a path. To run the case again:
 *
 *     TRUEUP_TEST_PATH=PATH npx jest test/properties/mirrors.test.ts --seed=SEED
 */

const runs = times(10, 1_000)
const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]

const resources = ['one', 'two', 'three'] as const
const items = ['first', 'second', 'third'] as const
/** One more than there are mirrors, so that a mirror can also get a URL that is free. */
const urlsOf = (letters: string) => [...letters].map((letter) => `https://example.com/${letter}.git`)
/** Of the single resources, and of the items of the set. Mirrors do not move between them. */
const urls = [urlsOf('abcd'), urlsOf('efgh')] as const
const foreign = 'https://someone:else@example.com/foreign.git'

interface Mirror {
  user: number
  enabled: boolean
}

/** The order of the URLs of the single resources and of the items, and the other arguments of each mirror. */
interface Step {
  order: [number[], number[]]
  mirrors: Mirror[]
  /** The response to a write that is lost, by the number of writes before it. */
  lost?: number | undefined
}

const mirror = fc.record({ user: fc.nat(2), enabled: fc.boolean() })
const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 })
const step: fc.Arbitrary<Step> = fc.record({
  order: fc.tuple(order, order),
  mirrors: fc.array(mirror, { minLength: 6, maxLength: 6 }),
  lost: fc.option(fc.nat(5), { nil: undefined, freq: 3 }),
})

/** The arguments of a mirror, and its URL as the service stores it. */
function declare({ order, mirrors }: Step, at: number): { args: Json; stored: string } {
  const [pool, place] = [Math.floor(at / 3), at % 3] as [0 | 1, number]
  const url = urls[pool][order[pool][place]!]!
  const { user, enabled } = mirrors[at]!
  if (user === 0) return { args: { url, enabled }, stored: url }
  const [username, password] = [`user${user}`, `opensesame-${user}`]
  return {
    args: { url, enabled, username, password },
    stored: url.replace('https://', `https://${username}:${password}@`),
  }
}

function programOf(wanted: Step): Record<string, Declared> {
  const single = resources.map((name, at): [string, Declared] => [
    name,
    { type: 'RemoteMirror', args: { project: 'acme/web', ...declare(wanted, at).args } },
  ])
  const inSet = items.map((name, at) => [name, declare(wanted, resources.length + at).args])
  const set: Declared = { type: 'RemoteMirrorSet', args: { project: 'acme/web', items: Object.fromEntries(inSet) } }
  return { ...Object.fromEntries(single), set }
}

describe.each(['18.9', '19.3'] as const)('programs with mirrors on GitLab %s', (release) => {
  const emulator = useEmulator({ release })
  const stored = () => {
    const { records } = emulator.state().collections.remote_mirrors as unknown as {
      records: { id: number; url: string }[]
    }
    return records
  }

  const holds = async (steps: Step[]) => {
    const { body } = await emulator.post('/projects/1/remote_mirrors', { url: foreign })
    const { id } = body as { id: number }
    const config = { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' }
    const engine = new ProgramEngine(config, { pollDelayMs: 100 })
    for (const wanted of steps) {
      const program = programOf(wanted)
      if (wanted.lost !== undefined) emulator.fault({ method: 'POST', drop: 'after', skip: wanted.lost })
      expect(await engine.up(program)).toMatchObject({ errors: [] })
      emulator.clearFaults()
      const expected = [...resources, ...items].map((_, at) => declare(wanted, at).stored)
      const others = stored().filter((one) => one.id !== id)
      expect(others.map(({ url }) => url).sort()).toEqual(expected.sort())
      expect(stored().find((one) => one.id === id)?.url).toBe(foreign)
      expect(await engine.refresh()).toEqual([])
      expect(await engine.up(program)).toEqual({ steps: {}, errors: [] })
    }
  }

  const test = async () => {
    const start = emulator.state()
    const tried = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), holds).beforeEach(() => {
      emulator.setState(start)
      emulator.clearFaults()
    })
    await fc.assert(tried, { seed, numRuns: runs, ...(path && { path }) })
  }
  it(
    `lose, double and touch nothing when URLs and credentials change: ${runs} cases of seed ${seed}`,
    test,
    20_000 + 2_000 * runs,
  )
})
