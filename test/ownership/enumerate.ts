import { type Emulator, startEmulator } from '../../emulator'
import { testRun, times } from '../shared/test-run'
import { testNow } from '../support/emulator'
import type { Front } from '../support/front'
import { useTestNow } from '../support/test-now'
import { type Case, describeVerdict, Runner, type Verdict } from './case'
import { type Disturbance, disturbancesOf, type Kind, type Log } from './engine'
import { stranger } from './invariants'
import { useProcesses } from './processes'
import {
  type Change,
  changes,
  changesHands,
  describeChange,
  hasIdleSet,
  keepsExclusive,
  leaves,
  nameOf,
  project,
  racesForName,
  takesName,
} from './programs'

/*
 * Property: an object is never deleted while the next program declares it, and everything else is
 * deleted in the end. All changes of small programs are run, with all disturbances at all points, instead of random ones:
 *
 * - two objects, without empty sets; those with exclusive sets without disturbances;
 * - one object, with empty sets; those with two exclusive sets without disturbances.
 *
 * To run one change with all disturbances, and see what happens:
 *
 *     TRUEUP_TEST_CHANGE='label-a: x > set-a: x' npx jest test/ownership
 */

const kinds: readonly Kind[] = [
  'process killed',
  'ledger vanished',
  'disk full',
  'line torn',
  '--target',
  '--exclude',
  'conflicts fail',
  'address reused',
]

const wanted = process.env.TRUEUP_TEST_CHANGE

const hasExclusive = ({ before, after }: Change) => [...before, ...after].some(({ holding }) => holding === 'exclusive')

const keepsOneExclusive = (change: Change) =>
  keepsExclusive(change) &&
  [change.before, change.after].every((program) => program.filter(({ holding }) => holding === 'exclusive').length < 2)

/** Every nth one of a list, and the one that is wanted. */
const sample = (list: readonly Change[], every: number) =>
  list.filter((change, index) => (wanted === undefined ? index % every === 0 : describeChange(change) === wanted))

const canDelete = (change: Change) => (leaves(change) || keepsExclusive(change)) && !takesName(change)

/** Usually every nth change, and in `npm run test:nightly` all of them. */
const every = (usual: number): number => times(usual, 1)

function allChanges(): { undisturbed: Change[]; disturbed: Change[] } {
  const two = changes({ objects: ['x', 'y'], emptySets: false }, canDelete)
  const one = changes({ objects: ['x'], emptySets: true }, (change) => canDelete(change) && !hasIdleSet(change))
  return {
    undisturbed: sample([...two, ...one], every(60)),
    disturbed: sample(
      [
        ...two.filter((change) => changesHands(change) && !hasExclusive(change)),
        // An exclusive set that the update creates does not remove anything yet.
        ...one.filter((change) => (hasExclusive(change) ? keepsOneExclusive(change) : changesHands(change))),
      ],
      every(40),
    ),
  }
}

/** Tests the ownership of objects by programs that use one of the packages. */
export function testOwnership(front: Front): void {
  useTestNow()
  useProcesses()
  const { undisturbed, disturbed } = allChanges()
  const counts = new Map<string, { cases: number }>()
  let emulator: Emulator
  let runner: Runner

  beforeAll(async () => {
    const world = {
      users: { maintainer: {} },
      groups: { acme: { members: { maintainer: 'maintainer' as const } } },
      projects: { [project]: { labels: { [stranger]: '#000000' } } },
    }
    emulator = await startEmulator({ flavor: 'gitlab', now: testNow, world })
    runner = new Runner(emulator, { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' })
  })
  afterAll(async () => {
    await emulator.close()
    const total = [...counts.values()].reduce((sum, { cases }) => sum + cases, 0)
    process.stdout.write(`ownership, front ${front}: ${total} cases\n`)
  })

  /** Runs cases. Returns a script for each different violation. */
  async function violationsOf(kind: Kind, cases: () => AsyncIterable<Case>): Promise<string[]> {
    const found = new Map<string, { count: number; example: string }>()
    const count = { cases: 0, violations: 0, refused: 0, unreached: 0 }
    const start = Date.now()
    counts.set(kind, count)
    for await (const one of cases()) {
      const verdict = await runner.run(one)
      count.cases++
      if (verdict.errors.length > 0) count.refused++
      if ('at' in one.disturbance && verdict.log.disturbedAt === undefined) count.unreached++
      const violations = [...verdict.violations, ...unexpectedErrors(one, verdict)]
      if (violations.length === 0) continue
      count.violations++
      const what = violations
        .join('\n')
        .replace(/\d+/g, 'N')
        .replace(/(label|set)-[ab]/g, '$1')
      const known = found.get(what) ?? { count: 0, example: describeVerdict(one, { ...verdict, violations }) }
      found.set(what, { ...known, count: known.count + 1 })
    }
    const seconds = ((Date.now() - start) / 1_000).toFixed(0)
    process.stdout.write(
      `ownership, front ${front}, ${kind}: ${count.cases} cases in ${seconds} s, ${count.refused} failed updates, ` +
        `${count.unreached} without the disturbance, ${count.violations} violations\n`,
    )
    return [...found.values()].map(({ count: times, example }) => `${times} cases such as\n  ${example}`)
  }

  /** Without a disturbance, the first update succeeds. */
  const unexpectedErrors = ({ change, disturbance }: Case, { errors }: Verdict): string[] =>
    disturbance.is === 'nothing' && !racesForName(change) && errors.length > 0 ? ['the first update failed'] : []

  const logs = new Map<Change, Log>()
  /** What happens in an update without a disturbance. */
  async function logOf(change: Change): Promise<Log> {
    const known = logs.get(change)
    if (known) return known
    const { log } = await runner.run({ front, change, refresh: keepsExclusive(change), disturbance: { is: 'nothing' } })
    logs.set(change, log)
    return log
  }

  /** In `npm run test:nightly` all disturbances of a kind, otherwise one for each change. */
  async function* disturbedCases(kind: Kind): AsyncIterable<Case> {
    for (const [index, change] of disturbed.entries()) {
      const names = [...new Set([...change.before, ...change.after].map(nameOf))]
      const all: readonly Disturbance[] = disturbancesOf(await logOf(change), names).get(kind) ?? []
      const some = testRun.allCases || wanted !== undefined ? all : all.filter((_, at) => at === index % all.length)
      for (const disturbance of some) yield { front, change, refresh: keepsExclusive(change), disturbance }
    }
  }

  async function* undisturbedCases(): AsyncIterable<Case> {
    for (const [index, change] of undisturbed.entries()) {
      for (const refresh of testRun.allCases ? [false, true] : [index % 2 === 0]) {
        const disturbance = { is: 'nothing' } as const
        yield await Promise.resolve({ front, change, refresh, disturbance })
      }
    }
  }

  it(`keeps the objects of ${undisturbed.length} changes of programs`, async () => {
    expect(await violationsOf('nothing', undisturbedCases)).toEqual([])
  }, 3_600_000)

  it.each(kinds)(
    `keeps the objects of ${disturbed.length} changes of programs in spite of: %s`,
    async (kind) => {
      expect(await violationsOf(kind, () => disturbedCases(kind))).toEqual([])
    },
    3_600_000,
  )
}
