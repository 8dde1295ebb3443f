import { type Field, optional } from './field'
import { text } from './fields'
import type { Json } from './json'

/** A setting that is only managed if the program declares it: null keeps the value of the service. */
export const setting = <G, P>(field: Field<G, P, false>) =>
  optional<G, P, null>(
    {
      ...field,
      fromWire: (value, like, state) =>
        like === null ? null : field.fromWire ? field.fromWire(value, like, state) : (value as P),
    },
    null,
  )

/** A text that is only managed if the program declares it. `""` clears it, which the service can show as null. */
export const textSetting = (traits: Parameters<typeof text>[0] = {}) =>
  setting(text({ ...traits, fromWire: (value, like) => (value === null && like === '' ? '' : (value as string)) }))

/**
 * A setting of which responses contain the effective value. While another setting overrides the declared value, which
 * the output `overriddenSettings` says, the shown value is not a difference.
 */
export const effective = <P>(name: string, field: Field<P, P, false>) =>
  setting<P, P>({
    ...field,
    fromWire: (value, like, state) => (like !== undefined && isOverridden(state, name) ? (like as P) : (value as P)),
  })

const isOverridden = (state: Readonly<Json> | undefined, name: string): boolean =>
  (state?.overriddenSettings as string[] | undefined)?.includes(name) ?? false

/** `lfsEnabled` → `lfs_enabled`. */
export const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `lfs_enabled` → `lfsEnabled`. */
export const argumentName = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
