import { type Json, own } from './plain'
import { isSecretIn, type SecretPath, secretsOfItem } from './secret-paths'
import { STRANGER, type SetKind } from './set'

/** The arguments that a program has made secrets, beside those that always are: by the keys of their items. */
export type ItemSecrets = Readonly<Record<string, readonly string[]>>

/** How Pulumi is told that a value is a secret. */
const asSecret = (value: unknown) => ({
  '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
  value,
})

/** What is to be remembered of a set's items: of those that a program declares, and of those that have not left yet. */
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

/** The ways to what is remembered. */
export const rememberedPaths = (remembered: ItemSecrets = {}): SecretPath[] =>
  Object.entries(remembered).flatMap(([key, names]) => names.map((name) => ['items', key, name]))

/**
 * An item as the state may have it. Pulumi knows what is a secret by what the program declares now: of an item that has
 * left, or still has its former values, nobody else would encrypt it.
 */
export function concealed({ of }: SetKind, key: string, item: Json, wanted: Json, before: ItemSecrets = {}): Json {
  const declared = own(wanted, key) as Json | undefined
  const secrets = rememberedOf(before, key)
  return Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => declared !== undefined || !of.input[name]?.secret)
      .map(([name, value]) => {
        const isFormer = secrets.includes(name) && value !== null && value !== declared?.[name]
        return [name, isFormer ? asSecret(value) : value]
      }),
  )
}

/** What is remembered of an item, which may have got another key when another one took its own. */
function rememberedOf(before: ItemSecrets, key: string): readonly string[] {
  const former = Object.hasOwn(before, key) ? key : (key.split(STRANGER)[0] ?? '')
  return own(before, former) ?? []
}
