import type { ObjectParams, Definition, CollectionParams } from './define'
import { show } from './display'
import { idOf } from './kind'
import { type Json } from './json'
import { nounOf } from './subject'
import { computedValues, observed } from './wire'

/** Which collection of a kind an object is in. */
export interface CollectionRef {
  readonly parent: number
  /** The values of the definition's `within`. */
  readonly within: readonly number[]
}

/** Where an object is: its collection, and its own key. */
export interface ObjectRef extends CollectionRef {
  readonly key: number | string
}

/** The Pulumi id: the parent's numeric id, what it is within, and its own key, e.g. `1/17`. It stays as long as the resource. */
export function formatId({ parent, within, key }: ObjectRef): string {
  return [parent, ...within, encodeURIComponent(String(key))].join('/')
}

/** The collection that declared arguments are about; `ids` of what they refer to. */
export function collectionRefOf(definition: Definition, inputs: Json, ids: Json): CollectionRef {
  return {
    parent: ids[idOf(definition.identity.parent)] as number,
    within: (definition.identity.within ?? []).map((name) => inputs[name] as number),
  }
}

/** Where the object of a Pulumi id is. `values` are the state's outputs: some keys change during an object's life. */
export function objectRefOf(definition: Definition, id: string, values: Json): ObjectRef {
  const { parent, within = [], key } = definition.identity
  const [first = '', ...rest] = id.split('/')
  const last = rest.pop() ?? ''
  const computed = key in definition.output
  const own = computed ? last : decoded(last)
  const wellFormed = [first, ...rest].every((part) => /^\d+$/.test(part)) && (computed ? /^\d+$/ : /./s).test(own)
  if (!wellFormed || rest.length !== within.length) {
    const form = [`${parent} id`, ...within, computed ? 'id' : key].map((part) => `<${part}>`).join('/')
    throw new Error(`${show(id)} is no id of a ${nounOf(definition)}: it has to read ${form}`)
  }
  const current = definition.rotation?.keyChanges ? values[key] : undefined
  const declared = () => definition.input[key]?.canonical(own) as number | string
  return {
    parent: Number(first),
    within: rest.map(Number),
    key: typeof current === 'number' ? current : computed ? Number(last) : declared(),
  }
}

/** The key as it was before it was encoded; empty where nobody has encoded it so. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** What one object is called in a process, however many resources have it. */
export const objectName = (definition: Definition, ref: ObjectRef) => `${definition.kind} ${formatId(ref)}`

/** The name under which all who ask for a collection share its list. */
export const collectionName = (definition: Definition, { parent, within }: CollectionRef) =>
  [definition.kind, parent, ...within].join(' ')

/** A collection as the verbs of a definition want it: by name. */
export function collectionParams(definition: Definition, { parent, within }: CollectionRef): CollectionParams {
  const more = (definition.identity.within ?? []).map((name, index) => [name, within[index]])
  return { ...(Object.fromEntries(more) as Json), [definition.identity.parent]: parent } as CollectionParams
}

/** A place as the verbs of a definition want it: by name. */
export function objectParams(definition: Definition, ref: ObjectRef): ObjectParams {
  return { ...collectionParams(definition, ref), [definition.identity.key]: ref.key }
}

/** Whether an answer shows an object at all. */
export const showsObject = (definition: Definition, answer: unknown): answer is object =>
  typeof answer === 'object' && answer !== null && isKey(keyOf(definition, answer))

/** Whether a value can be what tells an object from others. */
export const isKey = (value: unknown): value is number | string =>
  typeof value === 'number' ? Number.isSafeInteger(value) && value > 0 : typeof value === 'string' && value !== ''

/** The key of a live object. */
export function keyOf(definition: Definition, live: object): number | string {
  const values = { ...observed(definition, live, {}), ...computedValues(definition, live, 'read') }
  const key = values[definition.identity.key]
  // What the service counts is no text.
  return (definition.identity.key in definition.output && typeof key === 'string' ? undefined : key) as number | string
}
