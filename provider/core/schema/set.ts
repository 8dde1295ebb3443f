import { isDeepStrictEqual } from 'node:util'
import type { Input } from '@pulumi/pulumi'
import { check } from './check'
import { computed, isNumber, isText, recordOf } from './computed'
import type { Definition } from './define'
import { clipped, showType } from './display'
import { type Field, required } from './field'
import type { Json } from './json'
import type { Identity, Kind, Parents } from './kind'
import type { Failure } from './problem'
import { MAX_FAILURES } from './shape'
import { nounOf } from './subject'
import type { SubjectIds } from './subject-names'
import { Type } from './type'
import { hasUnknown, isUnknown } from './unknown'

/** The prefix of keys of unmanaged items. */
export const UNMANAGED = '#'

/** Keys that objects in JavaScript, or Pulumi's Node.js SDK, do not support. */
export const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'toString'])

/** Whether a set removes unmanaged objects. */
export type Exclusive = boolean | 'all-owners'

/** The kind of a set of objects of one parent. */
export interface SetKind extends Kind {
  readonly identity: Identity & { readonly parent: keyof Parents }
  /** The kind of its objects. */
  readonly of: Definition
  validate(olds: Json, news: Json, now: () => Date): { inputs: Json; failures: SetFailure[] }
}

/** A failure of a set. For a failure of an item, also its key and the failure within the item. */
export interface SetFailure extends Failure {
  readonly key?: string
  readonly within?: Failure
}

/** The arguments of an item: those of a single resource, except those of the set. `Named` defaults to the key. */
export type SetItem<Args, SetArgument extends keyof Args, Named extends keyof Args = never> = Omit<
  Args,
  SetArgument | Named
> &
  Partial<Pick<Args, Named>>

/** The arguments of a set whose items have the arguments `Item`. */
export interface SetArgs<Item, Choice = boolean> {
  /** The objects, by keys of your choice. To rename an object, change its name and keep its key. */
  items: Input<Record<string, Input<Item>>>
  /**
   * Whether objects that no item declares are removed. A refresh adds them to the state as items `#<id>`, and the next
   * update removes them. Its preview lists each of them. Default false.
   */
  exclusive?: Input<Choice> | undefined
  /**
   * Whether objects are kept on the service when their items are removed from the set, like Pulumi's `retainOnDelete`
   * for whole resources. Objects that `exclusive` finds are removed anyway. Default false.
   */
  retainOnRemove?: Input<boolean> | undefined
}

const sets = new WeakMap<Definition, SetKind>()

/** Returns the kind of sets of these objects: `label` → `label-set`. */
export function setOf(definition: Definition): SetKind {
  let set = sets.get(definition)
  if (!set) sets.set(definition, (set = createSet(definition)))
  return set
}

function createSet(of: Definition): SetKind {
  const {
    input,
    output,
    identity: { parent },
  } = of
  const once = Object.keys(output).filter((name) => output[name]?.secret)
  const items: Field = {
    ...(required(Type.Record(Type.Unknown()), { mayHoldSecret: true }) as Field),
    complete: (value) => mapItems(value, (item) => withAllArguments(of, item)),
  }
  return {
    of,
    kind: `${of.kind}-set`,
    plural: of.plural,
    page: of.page,
    identity: {
      parent,
      key: 'ids',
      adoption: of.identity.naturalKey ? 'set' : 'never',
      ...(of.identity.allowsDuplicates && { allowsDuplicates: true }),
    },
    input: { [parent]: input[parent] as Field, items, exclusive: exclusiveOf(of), retainOnRemove },
    output: {
      ids: computed<Record<string, number | string>>(recordOf((id) => isNumber(id) || isText(id))),
      ...(once.length > 0 && { tokens: computed<Record<string, string>>(recordOf(isText), { secret: true }) }),
      ...(output.subjectIds && {
        subjectIds: computed<Record<string, SubjectIds>>(recordOf(recordOf(isNumber)), { read: () => undefined }),
      }),
    },
    replaceOn: [parent],
    access: of.access,
    ...(of.hints?.byStatus && { hints: { byStatus: of.hints.byStatus } }),
    validate(olds, news, now) {
      const whole = check(this, olds, news, now)
      if (Array.isArray(news.items)) return { ...whole, failures: whole.failures.map((one) => withExample(of, one)) }
      if (whole.failures.length > 0 || isUnknown(news.items)) return whole
      const before = (olds.items ?? {}) as Record<string, Json>
      const failures: SetFailure[] = []
      const validated = Object.entries(news.items as Record<string, Json>).map(([key, item]) => {
        if (failures.length > MAX_FAILURES) return [key, item] as const
        const old = Object.hasOwn(before, key) ? before[key] : undefined
        const validatedItem = validateItem(of, key, item, old, whole.inputs[parent], now)
        failures.push(
          ...validatedItem.failures.map((failure) => ({
            property: 'items',
            reason: `items.${clipped(key)}: ${failure.reason}`,
            ...(failure.reasonFor && {
              reasonFor: (text: string) => `items.${clipped(key)}: ${failure.reasonFor?.(text)}`,
            }),
            key,
            within: failure,
          })),
        )
        return [key, validatedItem.inputs] as const
      })
      const inputs = { ...whole.inputs, items: Object.fromEntries(validated) }
      return { inputs, failures: [...failures, ...duplicateItems(of, validated)] }
    },
  }
}

/**
 * An item with all defaults, without arguments that this release does not have, and without choices that only matter when
 * the object is created.
 */
const withAllArguments = (of: Definition, item: Json): Json =>
  Object.fromEntries(
    Object.entries(of.input).flatMap(([name, { optional, default: fallback }]) =>
      optional || Object.hasOwn(item, name) ? [[name, item[name] ?? fallback ?? null]] : [],
    ),
  )

/** Changes each known item. */
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
    ...required<Exclusive>(Type.Enum(choices)),
    optional: true,
    default: false,
    local: true,
  }
}

function validateItem(
  of: Definition,
  key: string,
  item: unknown,
  old: Json | undefined,
  parent: unknown,
  now: () => Date,
): { inputs: unknown; failures: Failure[] } {
  const failure = (reason: string, property = '') => ({ inputs: item, failures: [{ property, reason }] })
  // With `ignoreChanges`, the items are the ones from the last refresh.
  if (key.startsWith(UNMANAGED) && old !== undefined && isDeepStrictEqual(item, old))
    return { inputs: item, failures: [] }
  if (key.startsWith(UNMANAGED)) return failure(`keys that start with ${UNMANAGED} are reserved for unmanaged objects`)
  if (reservedKeys.has(key)) return failure('cannot be a key. Choose another one')
  if (isUnknown(item)) return { inputs: item, failures: [] }
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return failure(`must be an object (got ${showType(item)}): write ${exampleOf(of)}`)
  const given = item as Json
  if (Object.hasOwn(given, of.identity.parent))
    return failure(`${of.identity.parent} must be set on the set, not on an item`, of.identity.parent)
  if (Object.hasOwn(given, 'onConflict') && !of.identity.allowsDuplicates)
    return failure('onConflict must be set on the set, not on an item', 'onConflict')
  const name = isNamedByKey(of, given) ? nameArgumentOf(of) : undefined
  const named = name !== undefined && given[name] === undefined ? { ...given, [name]: key } : given
  const { inputs, failures } = check(of, old ?? {}, { ...named, [of.identity.parent]: parent }, now, true)
  const { [of.identity.parent]: _, ...rest } = inputs
  return { inputs: rest, failures }
}

/** The failure of a list in place of the map of items, with an example of a map. */
const withExample = (of: Definition, failure: Failure): Failure =>
  failure.property === 'items'
    ? { ...failure, reason: `${failure.reason}, by keys of your choice: write { key: ${exampleOf(of)} }` }
    : failure

/** An item with the arguments that it must have, or with its first one: `{ color: … }`. */
export function exampleOf(of: Definition): string {
  const given = [of.identity.parent, nameArgumentOf(of)]
  const names = Object.keys(of.input).filter((name) => !given.includes(name))
  const needed = names.filter((name) => !of.input[name]?.optional)
  return `{ ${(needed.length > 0 ? needed : names.slice(0, 1)).map((name) => `${name}: …`).join(', ')} }`
}

/** The argument of an item that defaults to its key: a natural key of one argument, such as the name. */
export const nameArgumentOf = (of: Kind): string | undefined =>
  of.identity.naturalKey?.length === 1 && !of.identity.allowsDuplicates ? of.identity.naturalKey[0] : undefined

/** Whether the key of an item is its name. An object that each parent has at most once has a name of its own. */
export const isNamedByKey = (of: Kind, item: Json): boolean => of.identity.isSingle?.(item) !== true

/** Reports items that declare the same object. */
function duplicateItems(of: Definition, items: (readonly [string, unknown])[]): SetFailure[] {
  if (!of.identity.naturalKey || of.identity.allowsDuplicates) return []
  const keysByName = new Map<string, string>()
  return items.flatMap(([key, item]) => {
    const parts = of.identity.naturalKey?.map((part) => (item as Json | null)?.[part]) ?? []
    // An item that is invalid for another reason may have no name.
    if (hasUnknown(item) || !parts.every((part) => ['string', 'number'].includes(typeof part))) return []
    const name = JSON.stringify(parts)
    const other = keysByName.get(name)
    if (other === undefined) keysByName.set(name, key)
    return other === undefined
      ? []
      : [
          {
            property: 'items',
            reason: `items ${clipped(other)} and ${clipped(key)} declare the same ${nounOf(of)}: keep one of them`,
            key,
          },
        ]
  })
}
