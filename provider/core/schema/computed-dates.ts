import type { Json } from './json'
import type { Kind } from './kind'
import { isUnknown, UNKNOWN } from './unknown'

/** The dates that a kind computes from the current time. Those that the program declares are missing. */
export function computedDates({ rotation }: Kind, olds: Json, inputs: Json, now: Date): Json {
  if (!rotation?.schedule) return {}
  const names = Object.keys(rotation.schedule(inputs, olds, now))
  const undeclared = { ...inputs, ...Object.fromEntries(names.map((name) => [name, null])) }
  const dates = Object.entries(rotation.schedule(undeclared, olds, now))
  return Object.fromEntries(dates.filter(([, date]) => date !== null))
}

/**
 * The inputs of a preview: a date that changes is unknown. Pulumi compares the inputs of an update with those of its plan,
 * and the update can run on a later day.
 */
export function withUnknownDates(kind: Kind, olds: Json, inputs: Json, now: Date): Json {
  const changed = Object.entries(computedDates(kind, olds, inputs, now)).filter(([name, date]) => date !== olds[name])
  return { ...inputs, ...Object.fromEntries(changed.map(([name]) => [name, UNKNOWN])) }
}

/** The inputs of a preview with the dates that an update on the same day computes. */
export function withEstimatedDates(kind: Kind, olds: Json, inputs: Json, now: Date): Json {
  const dates = Object.entries(computedDates(kind, olds, inputs, now))
  return { ...inputs, ...Object.fromEntries(dates.filter(([name]) => isUnknown(inputs[name]))) }
}
