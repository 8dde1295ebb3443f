import fc from 'fast-check'
import { arranged, type Arrangement, arrangements } from './layout'
import type { Weather } from './fault-proxy'
import { changesHands, keepingFixed } from './hand-over'
import type { Import } from './import'
import { blows, kills } from './fault'
import { type Program, programs } from './program'
import type { Flavor } from './service'

/** What is done to a stack while something goes wrong, or nothing. */
export interface Round {
  command: 'up' | 'refresh' | 'preview' | 'destroy'
  /** The only resource that an update is for: so many after the first, in circles. */
  target: number | undefined
  /** Whether the program calls a function, too. */
  reads: boolean
  weather: Weather
}

/** A program that is up, and what is done to change it into another while things go wrong. */
export interface Scenario {
  flavor: Flavor
  /** How many resources the engine works on at once. */
  parallel: number
  /** How far the clock of the service is ahead of ours. */
  skewHours: number
  before: Program
  /** How the objects of the first program are imported as further resources, before the next goes up. */
  imports: Import | undefined
  after: Program
  /** Whether the program takes over what exists, also before somebody has read that it does. */
  adopts: boolean
  /** How many days pass between the two: tokens are then to be rotated, or overlap no more. */
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
    weather: fc.record({ blows, kill: kills }),
  })
  .map((one) => (one.command === 'up' ? one : { ...one, target: undefined }))

/** Nothing goes wrong: at most, one resource is updated before the others. */
const calm: fc.Arbitrary<readonly Round[]> = target.map((at) =>
  at === undefined
    ? []
    : [{ command: 'up' as const, target: at, reads: false, weather: { blows: [], kill: undefined } }],
)

/** Equal objects stay where they are: another resource would have to be told which of them it takes over. */
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
    arrangements,
    // Half of the runs begin with nothing.
    fresh: fc.boolean(),
    adopts: fc.boolean(),
    days: fc.constantFrom(0, 0, 61, 68),
    rounds: fc.oneof({ weight: 2, arbitrary: fc.tuple(round) }, fc.tuple(round, round)),
    calm,
    isCalm: fc.boolean(),
    imports: fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      fc.record({ sets: fc.boolean(), kept: fc.boolean() }),
    ),
  })
  .map(({ both, arrangements, fresh, adopts, rounds, calm, isCalm, ...rest }) => {
    const before = fresh ? {} : arranged(both[0], arrangements[0])
    const [, how] = arrangements
    const next: Arrangement = { ...how, homes: { ...how.homes, ...asDrawnOf(both[0]) } }
    const drawn = arranged(both[1], next)
    const isHandOver = changesHands(before, drawn)
    // Other hands take over no more than they can.
    const after = isHandOver ? arranged(keepingFixed(both[0], both[1]), next) : drawn
    return { ...rest, before, after, adopts: adopts || isHandOver, rounds: isHandOver && isCalm ? calm : rounds }
  })
