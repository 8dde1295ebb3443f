import { required } from './field'
import { setting, wireName } from './managed-setting'
import { Type } from './type'

type Values = Readonly<Record<string, unknown>>

/**
 * The argument `unset`, with the names of settings without a value. `effectiveOnly` are those of which responses do not
 * show whether they have a value of their own.
 */
export const unset = <Name extends string>(names: readonly Name[], effectiveOnly: readonly Name[]) =>
  setting(
    required<readonly Name[], Name[]>(Type.Array(Type.Enum(names, { type: 'string' }), { uniqueItems: true }), {
      canonical: (list) => [...list].sort(),
      // Other settings without a value are not managed.
      fromWire: (live, like) =>
        ((like ?? []) as Name[]).filter((name) => effectiveOnly.includes(name) || (live as string[]).includes(name)),
    }),
  )

/** What the argument `unset` is compared with: the settings without a value. */
export const unsetIn = (names: readonly string[], live: object): string[] =>
  names.filter((name) => (live as Values)[wireName(name)] === null)

/** The problems of settings that are unset and have a value. */
export const problemsOfUnset = (inputs: Values): { property: 'unset'; reason: string }[] =>
  ((inputs.unset ?? []) as string[])
    .filter((name) => inputs[name] !== undefined && inputs[name] !== null)
    .map((name) => ({ property: 'unset', reason: `unset must not contain "${name}", which has a value` }))
