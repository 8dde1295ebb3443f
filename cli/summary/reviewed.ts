import { readFile } from 'node:fs/promises'
import { hidden } from '../shared/property'
import type { Change, Plan, PlannedObject } from './plan'
import { dueLineOf, lineOf, otherLineOf, placeOf } from './wording'

/**
 * Reads a summary in the format `json`.
 *
 * @throws Error if the file cannot be read or is not such a summary.
 */
export async function readSummary(file: string): Promise<Plan> {
  const text = await readFile(file, 'utf8')
  try {
    // Older releases write no list of what was not checked.
    const { stack, objects, others, unknown, unchecked = [], errors } = JSON.parse(text) as Plan
    for (const list of [objects, others, unknown, unchecked, errors])
      if (!Array.isArray(list)) throw new TypeError('not a list')
    return { stack, objects, others, unknown, unchecked, errors }
  } catch (error) {
    throw new Error(`${file} is not a summary. Write one with "trueup summary --format json".`, { cause: error })
  }
}

/** What differs between two plans, as lines. */
export interface Differences {
  /** The changes that only one of them has. */
  changes: string[]
  /**
   * The objects for which only one of them changes the value of a secret. Previews in other environments can have other
   * values, and a summary contains nothing to compare them with.
   */
  secrets: string[]
}

/** Compares two plans. The order of resources is not fixed, so it does not matter. */
export function differencesBetween(reviewed: Plan, current: Plan): Differences {
  const [before, after] = [linesOf(reviewed, 'no longer planned'), linesOf(current, 'not reviewed')]
  const [secretsBefore, secretsAfter] = [secretsOf(reviewed), secretsOf(current)]
  return {
    changes: [...missing(before, after), ...missing(after, before)],
    secrets: [...missing(secretsBefore, secretsAfter), ...missing(secretsAfter, secretsBefore)],
  }
}

const missing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...one].flatMap(([key, line]) => (other.has(key) ? [] : [line]))

/**
 * The changes of a plan that the other one does not have, except those of secrets, by all that identifies them. A date that
 * Trueup computes differs if the previews ran on different days.
 */
function linesOf({ objects, others, unknown }: Plan, how: 'no longer planned' | 'not reviewed'): Map<string, string> {
  const compared = objects.flatMap((one) => {
    if (one.action !== 'change') return [one]
    const changes = one.changes.filter((change) => !isSecret(change))
    return changes.length > 0 ? [{ ...one, changes }] : []
  })
  return new Map([
    ...compared.map((one) => {
      const isNewlyDue = one.isDue && how === 'not reviewed'
      const line = isNewlyDue ? dueLineOf(one) : lineOf(one)
      const text = [placeOf(one), line].filter(Boolean).join(', ')
      return [JSON.stringify(withoutDates(one)), isNewlyDue ? text : `${how}: ${text}`] as const
    }),
    ...others.map((one) => [JSON.stringify(one), `${how}: ${otherLineOf(one)}`] as const),
    ...unknown.map((urn) => [urn, `${how}: not known before the update: ${urn}`] as const),
  ])
}

/** An object without the dates that Trueup computes. */
const withoutDates = (one: PlannedObject): PlannedObject => ({
  ...one,
  changes: one.changes.map(({ to, ...change }) => (change.isComputed ? change : { ...change, to })),
})

/** The objects of which a plan changes a secret. */
const secretsOf = ({ objects }: Plan): Map<string, string> =>
  new Map(
    objects
      .filter(({ action, changes }) => action === 'change' && changes.some(isSecret))
      .map((one) => [
        JSON.stringify([one.urn, one.subject, one.changes.filter(isSecret)]),
        [placeOf(one), one.subject].filter(Boolean).join(', '),
      ]),
  )

const isSecret = ({ from, to }: Change): boolean => from === hidden && to === hidden
