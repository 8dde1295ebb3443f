import { grouped } from '../shared/grouped'
import type { Fold } from './fold'
import { hasValues, type PlannedObject } from './plan'
import { changesOf, placeOf, valueOf, valuesOf } from './wording'

/** Objects of a fold, and what only they have. */
export interface Part {
  /** Their projects and groups, with the ids of objects that share one. */
  places: string[]
  /** `color was "#FF0000"`. Empty if it is the same in all objects of the fold. */
  own: string
}

/** What a fold says of all its objects, in one line, and what it says of some. Each value is in one of them. */
export function partsOf(fold: Fold): { common: string; parts: Part[] } {
  const [first] = fold.objects
  const values = new Set(fold.objects.map(valuesOf))
  const hasOwn = fold.objects.length > 1 && (hasValues(first.action) ? values.size > 1 : first.reason !== undefined)
  const ownOf = (one: PlannedObject): string => {
    if (!hasOwn) return formerValuesOf(one, fold)
    return one.reason ?? (valuesOf(one) || 'no other values')
  }
  return {
    common: hasValues(first.action) ? (hasOwn ? '' : valuesOf(first)) : changesOf(fold),
    parts: [...grouped(fold.objects, ownOf)].map(([own, objects]) => ({ places: placesOf(objects), own })),
  }
}

/** The former values of arguments that differ in the objects of a fold. */
function formerValuesOf({ action, changes }: PlannedObject, fold: Fold): string {
  if (hasValues(action)) return ''
  const own = changes.filter(({ from }, at) => from !== undefined && fold.changes[at]?.from === undefined)
  return own.map(({ path, from }) => `${path} was ${valueOf(from, path)}`).join(', ')
}

function placesOf(objects: readonly PlannedObject[]): string[] {
  return [...grouped(objects, placeOf)].flatMap(([place, found]) => {
    const ids = found.length > 1 ? ` (id ${found.map(({ id }) => id).join(', ')})` : ''
    return `${place}${ids}`.trim() || []
  })
}
