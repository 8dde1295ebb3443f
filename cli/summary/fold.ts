import { grouped } from '../shared/grouped'
import { type Change, hasValues, type PlannedObject } from './plan'

/** Objects of several projects that an update treats equally. */
export interface Fold {
  objects: readonly [PlannedObject, ...PlannedObject[]]
  /** What changes in each of them. Without the former value of an argument in which they differ. */
  changes: Change[]
}

/** Groups objects of the same name with the same action and the same new values, in the order of the plan. */
export function folded(objects: readonly PlannedObject[]): Fold[] {
  const key = ({ action, kind, subject, changes, meanwhile, disabled, reason }: PlannedObject): string => {
    const after = hasValues(action) && action !== 'create' ? [] : changes.map(({ path, to }) => [path, to])
    // The reasons contain the ids of the objects.
    return JSON.stringify([action, kind, subject, after, meanwhile, disabled, reason !== undefined])
  }
  return [...grouped(objects, key).values()].map((group) => {
    const [first, ...rest] = group as [PlannedObject, ...PlannedObject[]]
    const changes = first.changes.map(({ from, ...after }, at): Change => {
      const isEqual = rest.every((one) => JSON.stringify(one.changes[at]?.from) === JSON.stringify(from))
      return isEqual ? { ...after, from } : after
    })
    return { objects: [first, ...rest], changes }
  })
}
