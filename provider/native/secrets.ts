import type { Json } from '../core/schema/json'
import type { KindDefinition } from '../core/schema/kind-definition'
import { outputsThatRepeat } from '../core/schema/repeated-outputs'
import type { SecretPath } from '../core/schema/secret-paths'
import { withSecretsAt } from './values'

/**
 * Marks the secrets in values that leave the plugin: the arguments and outputs of the kind that are always secret, also
 * those of the items of a set, and what the program marks as secret.
 */
export function withSecrets(kind: KindDefinition, values: Json, marked: readonly SecretPath[] = []): Json {
  const repeated = outputsThatRepeat(kind, marked)
  return withSecretsAt(values, [...secretsOf(kind, values), ...marked, ...repeated.map((name) => [name])])
}

function secretsOf(kind: KindDefinition, values: Json): SecretPath[] {
  const names = [...secretNames(kind.input), ...secretNames(kind.output)].map((name) => [name])
  if (!('of' in kind)) return names
  const inItem = secretNames(kind.of.input)
  const keys = typeof values.items === 'object' && values.items !== null ? Object.keys(values.items) : []
  return [...names, ...keys.flatMap((key) => inItem.map((name) => ['items', key, name]))]
}

const secretNames = (fields: Readonly<Record<string, { secret?: boolean }>>): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.secret)
