import fc from 'fast-check'
import type { Weather } from './front'
import { blows, kills } from './mishap'
import { type Program, programs } from './program'
import type { Flavor } from './world'

/** What is done to a stack while something goes wrong. */
export interface Round {
  command: 'up' | 'refresh' | 'preview' | 'destroy'
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
  after: Program
  /** How many days pass between the two: tokens are then to be rotated, or overlap no more. */
  days: number
  rounds: readonly Round[]
}

const round: fc.Arbitrary<Round> = fc.record({
  command: fc.oneof(
    { weight: 6, arbitrary: fc.constant('up' as const) },
    fc.constantFrom('refresh' as const, 'preview' as const, 'destroy' as const),
  ),
  reads: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  weather: fc.record({ blows, kill: kills }),
})

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    flavor: fc.constantFrom<Flavor>('seed', 'gitlab'),
    parallel: fc.constantFrom(1, 4, 16),
    skewHours: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: -5, max: 5 })),
    both: programs,
    // Half of the runs begin with nothing.
    fresh: fc.boolean(),
    days: fc.constantFrom(0, 0, 61, 68),
    rounds: fc.oneof({ weight: 2, arbitrary: fc.tuple(round) }, fc.tuple(round, round)),
  })
  .map(({ both: [before, after], fresh, ...rest }) => ({ ...rest, before: fresh ? {} : before, after }))
