import { type Computed, computed } from './computed'
import { wireName } from './managed-setting'

type Values = Readonly<Record<string, unknown>>

/** An object of which a write has found out which settings have no effect. */
export interface WithOverridden {
  /** The names of settings that were just sent, and whose effective value differs. */
  overridden?: readonly string[]
}

/** Why the effective value of a setting differs from the declared one, by the name of the setting. */
export type Reasons<Live> = Readonly<Record<string, (live: Live) => string>>

const isOff = (value: unknown) => value === false

/** The settings that were sent as true and that are not effective. */
export const overriddenIn = <Live extends object>(reasons: Reasons<Live>, sent: Values, live: Live): string[] =>
  Object.keys(reasons).filter((name) => sent[wireName(name)] === true && isOff((live as Values)[wireName(name)]))

/**
 * The names of declared settings that are overridden, also if an earlier update has found this out. `like` contains the
 * declared values and the former outputs.
 */
function overriddenNow(live: object, like: Values): string[] {
  const former = (like.overriddenSettings ?? []) as string[]
  const names = new Set([...former, ...((live as WithOverridden).overridden ?? [])])
  return [...names].filter((name) => like[name] === true && isOff((live as Values)[wireName(name)])).sort()
}

/** The output with the names of declared settings that are overridden. */
export const overriddenSettings = (): Computed<string[]> =>
  computed<string[]>(Array.isArray, { changedBy: 'any', read: overriddenNow })

/** Says which declared settings have no effect, and why; and why others may have lost theirs. */
export function warningsOfOverridden<Live extends object>(
  reasons: Reasons<Live>,
  live: Live,
  values: Values,
): string[] {
  const overridden = overriddenNow(live, values)
  return Object.entries(reasons)
    .filter(([name]) => values[name] === true && isOff((live as Values)[wireName(name)]))
    .map(([name, reason]) =>
      overridden.includes(name)
        ? `has ${name} true, which has no effect now: ${reason(live)}. The state keeps true.`
        : `no longer has ${name} true: a user changed it, or ${reason(live)}.`,
    )
}
