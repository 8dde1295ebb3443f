import fc from 'fast-check'
import { kills, plannedFaults } from './fault'
import type { Faults } from './fault-proxy'
import { changesHands, keepingFixed, withoutMirrorCredentials } from './hand-over'
import type { Import } from './import'
import { applyLayout, type Layout, layouts } from './layout'
import { type Program, programs } from './program'
import type { Flavor } from './service'

/** A command that is run on a stack, with or without faults. */
export interface Round {
  command: 'up' | 'refresh' | 'preview' | 'destroy'
  /** The index of the only resource of an update, modulo the number of resources. */
  target: number | undefined
  /** Whether the program also calls a function. */
  reads: boolean
  faults: Faults
}

/** A deployed program and the commands that change it into another one, with faults. */
export interface Scenario {
  flavor: Flavor
  /** The value of `--parallel`. */
  parallel: number
  /** How far the clock of the service is ahead of the clock of the program. */
  skewHours: number
  before: Program
  /** How the objects of the first program are imported as further resources before the next program is deployed. */
  imports: Import | undefined
  after: Program
  /** Whether the program adopts existing objects from the first update on. */
  adopts: boolean
  /** How many days pass between the two programs: after them a token is due for rotation, or an overlap has ended. */
  days: number
  rounds: readonly Round[]
}

const target = fc.option(fc.nat(30), { nil: undefined, freq: 2 })

const round: fc.Arbitrary<Round> = fc
  .record({
    command: fc.oneof(
      { weight: 6, arbitrary: fc.constant('up' as const) },
      fc.constantFrom('refresh' as const, 'preview' as const, 'destroy' as const),
    ),
    target: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, target),
    reads: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    faults: fc.record({ faults: plannedFaults, kill: kills }),
  })
  .map((one) => (one.command === 'up' ? one : { ...one, target: undefined }))

/** Without faults: at most, one resource is updated before the others. */
const withoutFaults: fc.Arbitrary<readonly Round[]> = target.map((at) =>
  at === undefined
    ? []
    : [{ command: 'up' as const, target: at, reads: false, faults: { faults: [], kill: undefined } }],
)

/** Duplicates do not move: another resource would have to name the one that it adopts. */
const asDrawnOf = (program: Program) =>
  Object.fromEntries(
    Object.entries(program)
      .filter(([, { args }]) => args.onConflict === 'create')
      .map(([name]) => [name, 'as drawn' as const]),
  )

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    flavor: fc.constantFrom<Flavor>('spec', 'gitlab'),
    parallel: fc.constantFrom(1, 4, 16),
    skewHours: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: -5, max: 5 })),
    both: programs,
    layouts,
    // Half of the runs start with an empty stack.
    fresh: fc.boolean(),
    adopts: fc.boolean(),
    days: fc.constantFrom(0, 0, 61, 68),
    rounds: fc.oneof({ weight: 2, arbitrary: fc.tuple(round) }, fc.tuple(round, round)),
    withoutFaults,
    isWithoutFaults: fc.boolean(),
    imports: fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      fc.record({ sets: fc.boolean(), kept: fc.boolean() }),
    ),
  })
  .map(({ both, layouts, fresh, adopts, rounds, withoutFaults, isWithoutFaults, ...rest }) => {
    const before = fresh ? {} : applyLayout(both[0], layouts[0])
    const [, how] = layouts
    const next: Layout = { ...how, placements: { ...how.placements, ...asDrawnOf(both[0]) } }
    const drawn = applyLayout(both[1], next)
    const isHandOver = changesHands(before, drawn)
    // A resource that adopts an object cannot change its fixed arguments at the same time.
    const after = isHandOver ? applyLayout(keepingFixed(both[0], both[1]), next) : drawn
    return {
      ...rest,
      before: isHandOver ? withoutMirrorCredentials(before) : before,
      after: isHandOver ? withoutMirrorCredentials(after) : after,
      adopts: adopts || isHandOver,
      rounds: isHandOver && isWithoutFaults ? withoutFaults : rounds,
    }
  })
