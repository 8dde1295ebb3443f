import type { Json } from './json'

/** The property that marks special values in Pulumi's protocol. */
const SIGNATURE = '4dabf18193072939515e22adb298388d'
const SECRET = '1b47061264138c4ac30d75fd1eb44270'

export const isSecret = (value: object): value is { value: unknown; plaintext?: unknown } =>
  (value as Json)[SIGNATURE] === SECRET

/** Marks a value as secret for Pulumi. */
export const asSecret = (value: unknown): Json => ({ [SIGNATURE]: SECRET, value })
