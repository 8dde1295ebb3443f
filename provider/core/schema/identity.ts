import { isContainer } from './container'
import type { Definition } from './define'
import { show } from './display'
import type { Json } from './json'
import { idOf, type Kind } from './kind'
import { argumentsOfKey, hasComputedKey, keyForm, keyIn } from './object-key'
import type { CollectionParams, ObjectParams } from './params'
import { oneOf } from './subject'
import { computedValues, observed } from './wire'

/** Identifies a collection of the service for a kind. That of a project or group contains only itself. */
export interface CollectionRef {
  readonly parent: number
  /** The values of the definition's `within`. */
  readonly within: readonly number[]
}

/** Identifies an object: its collection and its key. */
export interface ObjectRef extends CollectionRef {
  readonly key: number | string
}

/** The Pulumi id of an object, in the form of its kind. It never changes. */
export const formatId = (definition: Definition, ref: ObjectRef): string => formOf(definition).format(ref)

/** A form of Pulumi ids. */
interface IdForm {
  format(ref: ObjectRef): string
  /** Undefined if the id has another form. */
  parse(definition: Definition, id: string, values: Json): ObjectRef | undefined
  /** What an id must be, for errors. */
  expected(definition: Definition): string
}

/** The numeric id of a project or group, such as `1`. */
const idOfContainer: IdForm = {
  format: ({ parent }) => String(parent),
  parse: (_, id) => (/^[1-9]\d{0,14}$/.test(id) ? { parent: Number(id), within: [], key: Number(id) } : undefined),
  expected: () => 'be a number',
}

/** The parent's numeric id, the values of `within`, and the key, such as `1/17`. */
const idInParent: IdForm = {
  format: ({ parent, within, key }) => [parent, ...within, encodeURIComponent(String(key))].join('/'),
  parse: parseIdInParent,
  expected: (definition) => {
    const { parent, within = [] } = definition.identity
    const places = [`${parent} id`, ...within].map((part) => `<${part}>/`).join('')
    return `have the form ${places}${keyForm(definition, 'id')}`
  },
}

const formOf = (definition: Definition): IdForm => (isContainer(definition) ? idOfContainer : idInParent)

/** Returns the collection of declared arguments. `ids` contains the ids of their references. */
export function collectionRefOf(definition: Definition, inputs: Json, ids: Json): CollectionRef {
  const within = (definition.identity.within ?? []).map((name) => inputs[name] as number)
  return { parent: ids[idOf(definition.identity.parent)] as number, within }
}

/**
 * Parses a Pulumi id. `values` are the outputs of the state, which contain the current key of objects whose key
 * changes. They also identify the object if another package has formed the id.
 */
export function objectRefOf(definition: Definition, id: string, values: Json): ObjectRef {
  const form = formOf(definition)
  const ref = ownRefOf(definition, id, values) ?? storedRefOf(definition, values) ?? form.parse(definition, id, values)
  if (ref) return ref
  throw new Error(`The id of ${oneOf(definition)} must ${form.expected(definition)} (got ${show(id)})`)
}

/** The id of a state in the form of this package. Resources that another package created can have other ones. */
export const ownIdOf = (definition: Definition, id: string, values: Json): string =>
  ownRefOf(definition, id, values) ? id : formatId(definition, objectRefOf(definition, id, values))

/** Parses an id that this package has formed. It encodes colons, which the ids of pulumi-gitlab contain. */
const ownRefOf = (definition: Definition, id: string, values: Json): ObjectRef | undefined =>
  id.includes(':') ? undefined : formOf(definition).parse(definition, id, values)

/** The object that the outputs of a state identify. */
function storedRefOf(definition: Definition, values: Json): ObjectRef | undefined {
  const { parent, within = [] } = definition.identity
  const [first, ...rest] = [idOf(parent), ...within].map((name) => values[name]) as number[]
  const last = keyIn(definition, values)
  if (![first, ...rest].every(isKey) || !isKey(last)) return undefined
  return { parent: first as number, within: rest, key: last }
}

function parseIdInParent(definition: Definition, id: string, values: Json): ObjectRef | undefined {
  const { within = [] } = definition.identity
  const [first = '', ...rest] = id.split('/')
  const last = rest.pop() ?? ''
  const isComputed = hasComputedKey(definition)
  const objectKey = isComputed ? last : decoded(last)
  const wellFormed =
    [first, ...rest].every((part) => /^\d+$/.test(part)) && (isComputed ? /^\d+$/ : /./s).test(objectKey)
  if (!wellFormed || rest.length !== within.length) return undefined
  const current = definition.rotation?.keyChanges ? keyIn(definition, values) : undefined
  const own = isComputed ? Number(last) : canonicalKey(definition, objectKey)
  const key = typeof current === 'number' ? current : own
  return key === undefined ? undefined : { parent: Number(first), within: rest.map(Number), key }
}

/** A key of arguments in canonical form. Undefined if a part is missing. */
function canonicalKey(definition: Definition, key: string): number | string | undefined {
  const given = Object.entries(argumentsOfKey(definition, key))
  const canonical = given.map(([name, value]) => [name, definition.input[name]?.canonical(value)])
  return keyIn(definition, Object.fromEntries(canonical) as Json)
}

/** Decodes a key. Returns an empty string if the encoding is invalid. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** The outputs that the Pulumi id of an object contains. Empty for sets and actions. */
export function outputsInId(kind: Kind, id: string): Json {
  if (!('api' in kind)) return {}
  const definition = kind as Definition
  const { parent } = definition.identity
  const ref = ownRefOf(definition, id, {})
  if (!ref) return {}
  const isFixed = hasComputedKey(definition) && !definition.rotation?.keyChanges
  return { [idOf(parent)]: ref.parent, ...(isFixed && argumentsOfKey(definition, ref.key)) }
}

/** The unique name of an object in an operation. */
export const objectName = (definition: Definition, ref: ObjectRef) => `${definition.kind} ${formatId(definition, ref)}`

/** The unique name of a collection in an operation. Its snapshot and locks are shared by this name. */
export const collectionName = (definition: Definition, { parent, within }: CollectionRef) =>
  [definition.kind, parent, ...within].join(' ')

/** The parameters of a collection, by the names that the definition declares. */
export function collectionParams(definition: Definition, { parent, within }: CollectionRef): CollectionParams {
  const more = (definition.identity.within ?? []).map((name, index) => [name, within[index]])
  return { ...(Object.fromEntries(more) as Json), [definition.identity.parent]: parent } as CollectionParams
}

/** The parameters of an object, by the names that the definition declares. */
export function objectParams(definition: Definition, ref: ObjectRef): ObjectParams {
  return { ...collectionParams(definition, ref), ...argumentsOfKey(definition, ref.key) } as ObjectParams
}

/** Whether a response contains the key of an object. */
export const identifiesObject = (definition: Definition, response: unknown): response is object =>
  typeof response === 'object' && response !== null && isKey(keyOf(definition, response))

/** Whether a value can be the key of an object. */
export const isKey = (value: unknown): value is number | string =>
  typeof value === 'number' ? Number.isSafeInteger(value) && value > 0 : typeof value === 'string' && value !== ''

/** The key of a live object. */
export function keyOf(definition: Definition, live: object): number | string {
  const values = { ...observed(definition, live, {}), ...computedValues(definition, live, 'read') }
  const key = keyIn(definition, values)
  // Keys that the service assigns are numbers.
  return (hasComputedKey(definition) && typeof key === 'string' ? undefined : key) as number | string
}
