import { isDeepStrictEqual } from 'node:util'
import { wireName } from './managed-setting'

type Values = Readonly<Record<string, unknown>>

/** Whether a value of a request is the one of a response, by the name of the setting. */
export type IsSame = (name: string, sent: unknown, shown: unknown) => boolean

/** Services show a text that was cleared as null. */
export const isSameValue: IsSame = (_, sent, shown) => isDeepStrictEqual(sent, shown) || (sent === '' && shown === null)

/**
 * The settings that the service has. `causes` names settings that the live object contains if the service has them. The
 * service would ignore the others, or refuse a request with them alone.
 */
export const availableSettings = (
  causes: Values,
  live: Values,
  sent: Record<string, unknown>,
): Record<string, unknown> => {
  const unavailable = new Set(
    Object.keys(causes)
      .map(wireName)
      .filter((name) => live[name] === undefined),
  )
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !unavailable.has(name)))
}

/**
 * The settings that differ from those of the live object, in the form of a request: settings that `unset` names become
 * null. `effectiveOnly` are arguments of which the response does not show whether they have a value of their own.
 */
export function changedSettings(
  { unset, ...settings }: Values,
  live: Values,
  effectiveOnly: readonly string[],
  isSame: IsSame = isSameValue,
): Record<string, unknown> {
  const cleared = ((unset ?? []) as string[]).filter(
    (name) => effectiveOnly.includes(name) || live[wireName(name)] !== null,
  )
  const differs = ([name, value]: [string, unknown]) => value != null && !isSame(name, value, live[name])
  return {
    ...Object.fromEntries(Object.entries(settings).filter(differs)),
    ...Object.fromEntries(cleared.map((name) => [wireName(name), null])),
  }
}
