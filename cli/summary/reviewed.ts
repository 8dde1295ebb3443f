import { readFile } from 'node:fs/promises'
import { hidden } from '../shared/property'
import type { Change, Plan } from './plan'
import { lineOf, otherLineOf, placeOf } from './wording'

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
  const [before, after] = [linesOf(reviewed), linesOf(current)]
  const [secretsBefore, secretsAfter] = [secretsOf(reviewed), secretsOf(current)]
  return {
    changes: [
      ...missing(before, after).map((line) => `no longer planned: ${line}`),
      ...missing(after, before).map((line) => `not reviewed: ${line}`),
    ],
    secrets: [...missing(secretsBefore, secretsAfter), ...missing(secretsAfter, secretsBefore)],
  }
}

const missing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...one].flatMap(([key, line]) => (other.has(key) ? [] : [line]))

/** The changes of a plan, except those of secrets, by all that identifies them. */
function linesOf({ objects, others, unknown }: Plan): Map<string, string> {
  const compared = objects.flatMap((one) => {
    if (one.action !== 'change') return [one]
    const changes = one.changes.filter((change) => !isSecret(change))
    return changes.length > 0 ? [{ ...one, changes }] : []
  })
  return new Map([
    ...compared.map((one) => [JSON.stringify(one), [placeOf(one), lineOf(one)].filter(Boolean).join(', ')] as const),
    ...others.map((one) => [JSON.stringify(one), otherLineOf(one)] as const),
    ...unknown.map((urn) => [urn, `not known before the update: ${urn}`] as const),
  ])
}

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
