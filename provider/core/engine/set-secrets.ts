import { isDeepStrictEqual } from 'node:util'
import { type Json, own } from '../schema/json'
import { isSecretIn, type SecretPath, secretsOfItem } from '../schema/secret-paths'
import { asSecret } from '../schema/secret-value'
import { type SetKind, UNMANAGED } from '../schema/set'

/** The arguments that a program marks as secret, by item key. Excludes arguments that are always secret. */
export type ItemSecrets = Readonly<Record<string, readonly string[]>>

/** The secret arguments of a set's items to store in the state, for declared items and for items not yet removed. */
export function itemSecretsOf(
  { of }: SetKind,
  wanted: Json,
  paths: readonly SecretPath[],
  held: Json,
  before: ItemSecrets = {},
): ItemSecrets {
  const names = Object.keys(of.input).filter((name) => !of.input[name]?.secret)
  const entries = [...new Set([...Object.keys(wanted), ...Object.keys(held)])].map((key) => {
    if (!Object.hasOwn(wanted, key)) return [key, rememberedOf(before, key)] as const
    const secrets = secretsOfItem(paths, key)
    return [key, secrets.length > 0 ? names.filter((name) => isSecretIn(secrets, name)) : []] as const
  })
  return Object.fromEntries(entries.filter(([, secrets]) => secrets.length > 0))
}

/** The paths of the secret arguments in the state. */
export const rememberedPaths = (remembered: ItemSecrets = {}): SecretPath[] =>
  Object.entries(remembered).flatMap(([key, names]) => names.map((name) => ['items', key, name]))

/**
 * An item with its secrets marked, for the state. Pulumi only encrypts values that the program currently declares as
 * secret, so removed items and former values must be marked here.
 */
export function withSecretsMarked(
  { of }: SetKind,
  key: string,
  item: Json,
  wanted: Json,
  before: ItemSecrets = {},
): Json {
  const declared = own(wanted, key) as Json | undefined
  const secrets = rememberedOf(before, key)
  return Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => declared !== undefined || !of.input[name]?.secret)
      .map(([name, value]) => {
        const isSecret = secrets.includes(name) || of.input[name]?.secret === true
        const isFormer = isSecret && value !== null && !isDeepStrictEqual(value, declared?.[name])
        return [name, isFormer ? asSecret(value) : value]
      }),
  )
}

/** The secret arguments of an item, which may have a new key because another item took its key. */
function rememberedOf(before: ItemSecrets, key: string): readonly string[] {
  const former = Object.hasOwn(before, key) ? key : (key.split(UNMANAGED)[0] ?? '')
  return own(before, former) ?? []
}
