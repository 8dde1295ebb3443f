import { isDeepStrictEqual } from 'node:util'
import type { Input } from '@pulumi/pulumi'
import { Type } from '@sinclair/typebox'
import { check, declaredPart, type Failure } from './check'
import { computed, isNumber, isText, recordOf } from './computed'
import type { Definition } from './define'
import { clipped, show } from './display'
import { type Field, type Fields, required } from './field'
import type { Identity, Kind, Parents } from './kind'
import { type Json } from './json'
import { MAX_FAILURES } from './shape'
import { nounOf } from './subject'
import { hasUnknown, isUnknown } from './unknown'

/** What begins the keys of items that no program has declared. */
export const UNMANAGED = '#'

/** JavaScript, and Pulumi's part in it, trip over objects with such keys. */
export const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'toString'])

/** Whether a set removes what no program has declared. */
export type Exclusive = boolean | 'all-owners'

/** The kind of a set of objects of one parent. */
export interface SetKind extends Kind {
  readonly identity: Identity & { readonly parent: keyof Parents }
  /** What it is a set of. */
  readonly of: Definition
  validate(olds: Json, news: Json, now: () => Date): { inputs: Json; failures: SetFailure[] }
}

/** What is wrong with a set; if with one of its items, also its key and what is wrong there. */
export interface SetFailure extends Failure {
  readonly key?: string
  readonly within?: Failure
}

/** The arguments of an item: those of a single resource, but for what the set says; `Named` defaults to the key. */
export type SetItem<Args, Said extends keyof Args, Named extends keyof Args = never> = Omit<Args, Said | Named> &
  Partial<Pick<Args, Named>>

/** Arguments of a set whose items have arguments `Item`. */
export interface SetArgs<Item, Choice = boolean> {
  /** The objects by keys of your own choice: another name under the same key renames the object. */
  items: Input<Record<string, Input<Item>>>
  /**
   * Whether objects that no item declares are removed. They have to be seen before: a refresh shows them as items
   * `#<id>`, and the update after that removes them, each named in its preview. Default false.
   */
  exclusive?: Input<Choice> | undefined
  /**
   * Whether objects stay on the service when their items leave the set, as Pulumi's `retainOnDelete` does it for whole
   * resources. Objects that `exclusive` finds are removed all the same. Default false.
   */
  retainOnRemove?: Input<boolean> | undefined
}

const sets = new WeakMap<Definition, SetKind>()

/** The set of a kind of objects: `label` → `label-set`. */
export function setOf(definition: Definition): SetKind {
  let set = sets.get(definition)
  if (!set) sets.set(definition, (set = make(definition)))
  return set
}

function make(of: Definition): SetKind {
  const {
    input,
    output,
    identity: { parent },
  } = of
  const once = Object.keys(output).filter((name) => output[name]?.secret)
  const items: Field = {
    ...(required(Type.Record(Type.String(), Type.Unknown()), { mayHoldSecret: true }) as Field),
    complete: (value) => mapItems(value, (item) => completed(of, item)),
  }
  return {
    of,
    kind: `${of.kind}-set`,
    plural: of.plural,
    identity: {
      parent,
      key: 'ids',
      adoption: of.identity.naturalKey ? 'set' : 'never',
      ...(of.identity.allowsDuplicates && { allowsDuplicates: true }),
    },
    input: { [parent]: input[parent] as Field, items, exclusive: exclusiveOf(of), retainOnRemove } as Fields,
    output: {
      ids: computed<Record<string, number | string>>(recordOf((id) => isNumber(id) || isText(id))),
      ...(once.length > 0 && { tokens: computed<Record<string, string>>(recordOf(isText), { secret: true }) }),
    },
    replaceOn: [parent],
    access: of.access,
    ...(of.hints?.byStatus && { hints: { byStatus: of.hints.byStatus } }),
    validate(olds, news, now) {
      const whole = check(this, olds, news, now)
      if (whole.failures.length > 0 || isUnknown(news.items)) return whole
      const before = (olds.items ?? {}) as Record<string, Json>
      const failures: SetFailure[] = []
      const judged = Object.entries(news.items as Record<string, Json>).map(([key, item]) => {
        if (failures.length > MAX_FAILURES) return [key, item] as const
        const old = Object.hasOwn(before, key) ? before[key] : undefined
        const told = validateItem(of, key, item, old, whole.inputs[parent], now)
        failures.push(
          ...told.failures.map((failure) => ({
            property: 'items',
            reason: `items.${clipped(key)}: ${failure.reason}`,
            key,
            within: failure,
          })),
        )
        return [key, told.inputs] as const
      })
      const inputs = { ...whole.inputs, items: Object.fromEntries(judged) }
      return { inputs, failures: [...failures, ...duplicateItems(of, judged)] }
    },
  }
}

/** An item with the defaults of what it lacks, and without what this release does not know. */
const completed = (of: Definition, item: Json): Json => ({
  ...declaredPart(of, item),
  ...Object.fromEntries(
    Object.entries(of.input).flatMap(([name, { optional, default: fallback }]) =>
      optional ? [[name, item[name] ?? fallback ?? null]] : [],
    ),
  ),
})

/** Changes each item; what is not known yet stays as it is. */
function mapItems(items: unknown, change: (item: Json) => Json): unknown {
  const isMap = (value: unknown): value is Json => typeof value === 'object' && value !== null
  if (!isMap(items)) return items
  return Object.fromEntries(Object.entries(items).map(([key, item]) => [key, isMap(item) ? change(item) : item]))
}

const retainOnRemove: Field = {
  ...(required<boolean>(Type.Boolean()) as unknown as Field),
  // Without a default, so that older states without this argument show no difference.
  optional: true,
  local: true,
}

const exclusiveOf = (of: Definition): Field => {
  const choices = of.existence?.isForeign ? [true, false, 'all-owners'] : [true, false]
  return {
    ...required<Exclusive>(Type.Unsafe<Exclusive>({ enum: choices })),
    optional: true,
    default: false,
    local: true,
  } as unknown as Field
}

function validateItem(
  of: Definition,
  key: string,
  item: unknown,
  old: Json | undefined,
  parent: unknown,
  now: () => Date,
): { inputs: unknown; failures: Failure[] } {
  const wrong = (reason: string, property = '') => ({ inputs: item, failures: [{ property, reason }] })
  // With `ignoreChanges`, the items are the ones from the last refresh.
  if (key.startsWith(UNMANAGED) && old !== undefined && isDeepStrictEqual(item, old))
    return { inputs: item, failures: [] }
  if (key.startsWith(UNMANAGED)) return wrong(`keys that begin with ${UNMANAGED} are those of what nobody declared`)
  if (reservedKeys.has(key)) return wrong('cannot be a key: choose another one')
  if (isUnknown(item)) return { inputs: item, failures: [] }
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return wrong(`must be an object (got ${show(item)})`)
  const given = item as Json
  if (Object.hasOwn(given, of.identity.parent))
    return wrong(`${of.identity.parent} is that of the whole set`, of.identity.parent)
  if (Object.hasOwn(given, 'onConflict')) return wrong('onConflict is said of the whole set', 'onConflict')
  const name = nameArgumentOf(of)
  const named = name !== undefined && given[name] === undefined ? { ...given, [name]: key } : given
  const { inputs, failures } = check(of, old ?? {}, { ...named, [of.identity.parent]: parent }, now)
  const { [of.identity.parent]: _, ...rest } = inputs
  return { inputs: rest, failures }
}

/** The argument of an item that defaults to its key: the name, of objects that have one. */
export const nameArgumentOf = (of: Kind): string | undefined =>
  of.identity.naturalKey?.length === 1 && !of.identity.allowsDuplicates ? of.identity.naturalKey[0] : undefined

/** Items that declare one object. */
function duplicateItems(of: Definition, items: (readonly [string, unknown])[]): SetFailure[] {
  if (!of.identity.naturalKey || of.identity.allowsDuplicates) return []
  const seen = new Map<string, string>()
  return items.flatMap(([key, item]) => {
    const parts = of.identity.naturalKey?.map((part) => (item as Json | null)?.[part]) ?? []
    // What is wrong otherwise may have no name.
    if (hasUnknown(item) || !parts.every((part) => ['string', 'number'].includes(typeof part))) return []
    const name = JSON.stringify(parts)
    const other = seen.get(name)
    if (other === undefined) seen.set(name, key)
    return other === undefined
      ? []
      : [
          {
            property: 'items',
            reason: `items ${clipped(other)} and ${clipped(key)} declare one ${nounOf(of)}: keep one of them`,
            key,
          },
        ]
  })
}
