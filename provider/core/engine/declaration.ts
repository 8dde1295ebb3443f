import { type Json, own } from '../schema/json'
import type { Kind } from '../schema/kind'
import type { KindDefinition } from '../schema/kind-definition'
import { meaningOf } from '../schema/natural-key'
import { isSecretIn, type SecretPath, secretsOfItem } from '../schema/secret-paths'
import type { SetKind } from '../schema/set'
import { sentFields } from '../schema/wire'
import { fingerprint } from '../service/fingerprint'
import { OWNER } from '../service/ownership/mark'
import { changes } from './diff'

/**
 * What the program last declared: a hash of each argument that is not the default, by name. A set has one hash for each
 * item, by key. A refresh does not change it, so it shows which arguments of the state are no longer the declared ones.
 * Contains no secrets.
 */
export type Declaration = Readonly<Record<string, string>>

/** The arguments of an object that the program declares. */
export function declarationOf(kind: Kind, inputs: Json, secrets: readonly SecretPath[] = []): Declaration {
  const given = changes(kind, {}, inputs)
  const names = sentFields(kind).filter(
    (name) => given.has(name) && !kind.input[name]?.secret && !isSecretIn(secrets, name),
  )
  return Object.fromEntries(names.map((name) => [name, hash(meaningOf(kind, name, inputs[name]))]))
}

/** The items of a set that the program declares. `items` are those of the state. */
export const declarationOfItems = (
  { of }: SetKind,
  items: Record<string, Json>,
  secrets: readonly SecretPath[] = [],
): Declaration =>
  Object.fromEntries(
    Object.entries(items).map(([key, item]) => [key, hash(declarationOf(of, item, secretsOfItem(secrets, key)))]),
  )

/** What a resource declares with these inputs: its arguments, or its items. */
export const declarationIn = (kind: KindDefinition, inputs: Json, secrets: readonly SecretPath[] = []): Declaration =>
  'of' in kind
    ? declarationOfItems(kind, (inputs.items ?? {}) as Record<string, Json>, secrets)
    : declarationOf(kind, inputs, secrets)

/**
 * What a refresh has changed in a state since the program was last declared: the names of the arguments, or the keys of the
 * items of a set. Undefined if the state does not tell, as one of an older release.
 *
 * @param inputs The inputs of the state.
 * @param secrets The arguments that the program marks as secret.
 */
export function refreshedSince(
  kind: KindDefinition,
  inputs: Json,
  outputs: Json,
  secrets: readonly SecretPath[],
): string[] | undefined {
  const { declared } = (outputs[OWNER] ?? {}) as { declared?: Declaration }
  if (declared === undefined) return undefined
  const current = declarationIn(kind, inputs, secrets)
  const isHidden = (name: string) => !('of' in kind) && isSecretIn(secrets, name)
  return [...new Set([...Object.keys(declared), ...Object.keys(current)])].filter(
    (name) => own(declared, name) !== own(current, name) && !isHidden(name),
  )
}

/** Short, because a state has thousands: a collision only hides one change of one argument. */
const hash = (value: unknown): string => fingerprint({ value }).slice(0, 8)
