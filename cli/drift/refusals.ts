import { grouped } from '../shared/grouped'
import { listedUpTo } from '../shared/words'

/** The service does not show the objects of a kind in a project or group. */
export interface Refusal {
  /** The project or group, as declared, and its id. */
  place: string
  id: number
  /** The error, which contains the id. */
  message: string
}

/** More projects are only counted. */
const mostPlaces = 8

/** One warning for all projects and groups that give the same reason. */
export function warningsOf(refusals: readonly Refusal[]): string[] {
  return [...grouped(refusals, reasonOf).values()].map((group) => {
    const [{ place, id, message } = { place: '', id: 0, message: '' }, ...rest] = group
    if (rest.length === 0) {
      const reason = message.replace(` of ${id} `, () => ` of ${place} `)
      return `${reason} It is unknown whether ${place} has unmanaged ones.`
    }
    const places = group.map((one) => one.place).sort()
    const names = listedUpTo(mostPlaces, places)
    const reason = reasonOf({ place, id, message }).replace(' of :id ', () => ` of ${names} `)
    return `${reason} It is unknown whether they have unmanaged ones.`
  })
}

/** The error without what differs between projects: the name, the path, and the id of the request. */
const reasonOf = ({ id, message }: Refusal): string =>
  message
    .replace(` of ${id} `, ' of :id ')
    .replace(/\/(projects|groups)\/[^/\s]+/, '/$1/:id')
    .replace(/ \(request [^)]*\)/, '')
