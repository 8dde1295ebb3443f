import { type Json, now } from '../../provider/command-line/basics'
import { computedDates, isUnknown, type ObjectKind } from '../../provider/command-line/objects'
import type { Change } from './plan'

/** The dates of a resource that Trueup computes. */
interface Dates {
  /** The inputs of the preview, with the dates that an update today would have in place of unknown ones. */
  news: Json
  /** The names of the computed dates that are set. */
  computed: ReadonlySet<string>
  /** The names of all arguments that change when time passes. */
  scheduled: ReadonlySet<string>
}

/** Computes the dates of a resource. `olds` are the inputs of the state. A preview leaves the dates that change unknown. */
export function datesOf(kind: ObjectKind, olds: Json = {}, inputs: Json = {}): Dates {
  const dates = kind.rotation?.schedule ? computedDates(kind, olds, inputs, now()) : {}
  const estimated = Object.entries(dates).filter(([name, date]) => isUnknown(inputs[name]) && date !== olds[name])
  const computed = new Set(Object.keys(dates).filter((name) => inputs[name] != null))
  const derived = Object.keys(kind.input).filter((name) => kind.input[name]?.derived)
  return {
    news: { ...inputs, ...Object.fromEntries(estimated) },
    computed,
    scheduled: new Set([...computed, ...derived]),
  }
}

/** Marks the changes whose new value is a computed date. */
export const withComputed = (changes: readonly Change[], computed: ReadonlySet<string>): Change[] =>
  changes.map((change) => (change.to != null && computed.has(change.path) ? { ...change, isComputed: true } : change))
