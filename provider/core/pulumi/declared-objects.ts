import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'
import { identityOf, meaningOf, naturalKeyOf } from '../schema/natural-key'
import { isNamedByKey, nameArgumentOf, type SetKind } from '../schema/set'
import type { Ledger } from '../service/ownership/ledger'
import type { Intent } from '../service/ownership/ledger-entries'
import { isObject } from './pending'

/** The objects that a resource declares, with the known parts of their parent and natural keys. */
export interface DeclaredObjects {
  parent: unknown
  /** The values of the natural keys: of the object, or of each item of a set. */
  readonly objects: Json[]
  /** Whether the resource can declare more objects, because the items of a set are not known yet. */
  readonly isOpen: boolean
}

/** The objects that arguments declare. The arguments can contain values that are not known yet. */
export function declaredObjects(kind: Kind | SetKind, props: Json): DeclaredObjects {
  const of = 'of' in kind ? kind.of : kind
  const names = (of.identity.naturalKey ?? []).filter((name) => name !== of.identity.parent)
  const parent = of.identity.parent === undefined ? null : props[of.identity.parent]
  const nameOf = (from: Json, name: string, key?: string) => (isNamedByKey(of, from) ? key : of.input[name]?.default)
  const values = (from: Json, key?: string) =>
    Object.fromEntries(
      names.map((name) => [name, from[name] ?? (name === nameArgumentOf(of) ? nameOf(from, name, key) : undefined)]),
    )
  if (!('of' in kind)) return { parent, objects: [values(props)], isOpen: false }
  const { items } = props
  if (!isObject(items)) return { parent, objects: [], isOpen: true }
  const entries = Object.entries(items)
  const objects = entries.filter((entry): entry is [string, Json] => isObject(entry[1]))
  return { parent, objects: objects.map(([key, item]) => values(item, key)), isOpen: objects.length < entries.length }
}

/** The parts of an intent that the ledger stores. */
export function recordOf(
  kind: Kind | SetKind,
  { parent, objects, isOpen }: DeclaredObjects,
  ledger: Ledger,
): Pick<Intent, 'kind' | 'parent' | 'keys' | 'identities' | 'open'> {
  const of = 'of' in kind ? kind.of : kind
  const where = parent === null ? null : (meaningOf(of, of.identity.parent ?? '', parent) as string | number | null)
  const hashed = (parts: unknown[] | undefined) => (parts ? [ledger.hash(parts)] : [])
  const keys = objects.flatMap((values) => hashed(naturalKeyOf(of, values)))
  return {
    kind: of.kind,
    parent: where,
    keys,
    identities: objects.flatMap((values) => hashed(identityOf(of, { ...values, [of.identity.parent ?? '']: where }))),
    open: isOpen || keys.length < objects.length,
  }
}

/** What resolved arguments say about objects of which others can have the same natural key. */
export function choicesOf(
  kind: Kind | SetKind,
  inputs: Json,
  { objects }: DeclaredObjects,
  ledger: Ledger,
): Pick<Intent, 'creates' | 'adoptsById'> {
  const of = 'of' in kind ? kind.of : kind
  if (!of.identity.allowsDuplicates) return {}
  const all = 'of' in kind ? Object.values(isObject(inputs.items) ? inputs.items : {}).filter(isObject) : [inputs]
  const keysOf = (isChosen: (values: Json) => boolean) =>
    objects.flatMap((values, at) => {
      const key = isChosen(all[at] ?? {}) ? naturalKeyOf(of, values) : undefined
      return key ? [ledger.hash(key)] : []
    })
  const hasId = ({ adoptId }: Json) => adoptId != null
  const adoptsById = keysOf(hasId)
  const creates = keysOf((one) => !hasId(one) && (one.onConflict ?? inputs.onConflict) === 'create')
  return { ...(creates.length > 0 && { creates }), ...(adoptsById.length > 0 && { adoptsById }) }
}
