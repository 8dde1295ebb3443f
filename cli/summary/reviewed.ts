import { readFile } from 'node:fs/promises'
import type { Plan } from './plan'
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

/** The changes that only one of two plans has, as lines. The order of resources is not fixed, so it does not matter. */
export function differencesBetween(reviewed: Plan, current: Plan): string[] {
  const [before, after] = [linesOf(reviewed), linesOf(current)]
  const missing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
    [...one].flatMap(([key, line]) => (other.has(key) ? [] : [line]))
  return [
    ...missing(before, after).map((line) => `no longer planned: ${line}`),
    ...missing(after, before).map((line) => `not reviewed: ${line}`),
  ]
}

/** The changes of a plan, by all that identifies them. */
function linesOf({ objects, others, unknown }: Plan): Map<string, string> {
  return new Map([
    ...objects.map((one) => [JSON.stringify(one), [placeOf(one), lineOf(one)].filter(Boolean).join(', ')] as const),
    ...others.map((one) => [JSON.stringify(one), otherLineOf(one)] as const),
    ...unknown.map((urn) => [urn, `not known before the update: ${urn}`] as const),
  ])
}
