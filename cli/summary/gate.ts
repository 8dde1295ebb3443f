import { UsageError } from '../shared/usage-error'
import { counted } from '../shared/words'
import type { Plan } from './plan'
import { conflictsOf, deletionsOf, uncheckedOf, unprotectionsOf } from './wording'

/** What `--fail-on` counts. */
const counters = {
  conflict: { countOf: conflictsOf, noun: 'conflict' },
  deletions: { countOf: deletionsOf, noun: 'deletion' },
  unprotections: { countOf: unprotectionsOf, noun: 'removed protection' },
  unchecked: { countOf: uncheckedOf, noun: 'unchecked part' },
} as const

/** A condition that makes the command fail. */
export interface Limit {
  name: keyof typeof counters
  /** The least number that fails. */
  least: number
}

/** Parses `conflict,deletions=20,unprotections,unchecked`. @throws UsageError */
export const limitsOf = (text: string): Limit[] =>
  text.split(',').map((part) => {
    const [, name = '', number = '1'] = /^\s*([a-z]+)(?:=(\d+))?\s*$/.exec(part) ?? []
    if (!Object.hasOwn(counters, name) || Number(number) < 1) {
      throw new UsageError(
        `--fail-on: ${JSON.stringify(part.trim())} is not a condition. Use "conflict", "deletions", "unprotections", "unchecked", or a number such as "deletions=20".`,
      )
    }
    return { name: name as Limit['name'], least: Number(number) }
  })

/** The conditions that a plan meets, as sentences. */
export const exceeded = (plan: Plan, limits: readonly Limit[]): string[] =>
  limits.flatMap(({ name, least }) => {
    const { countOf, noun } = counters[name]
    const count = countOf(plan)
    return count >= least ? [`${counted(count, noun)} (--fail-on ${name}=${least}).`] : []
  })
