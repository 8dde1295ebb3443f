import { grouped } from '../shared/grouped'
import { actions, type PlannedObject } from './plan'
import { headings, placeOf } from './wording'

/** The number of objects in each project or group, by action. Those with most deletions are first. */
export function countsByPlace(objects: readonly PlannedObject[]): { head: string[]; rows: string[][] } {
  const used = actions.filter((action) => objects.some((one) => one.action === action))
  const rows = [...grouped(objects, placeOf)].map(([place, found]) => {
    const counts = used.map((action) => found.filter((one) => one.action === action).length)
    return { place, counts }
  })
  rows.sort((one, other) => {
    const at = one.counts.findIndex((count, index) => count !== other.counts[index])
    return at < 0 ? 0 : (other.counts[at] ?? 0) - (one.counts[at] ?? 0)
  })
  return {
    head: ['Project or group', ...used.map((action) => headings[action])],
    rows: rows.map(({ place, counts }) => [
      place === '' ? 'none' : place,
      ...counts.map((count) => (count === 0 ? '' : String(count))),
    ]),
  }
}
