import { InvalidResponse, parseResponse } from './invalid-response'
import type { Json } from './json'
import { idOf, type Kind } from './kind'
import { subjectIdsIn } from './subject-names'
import type { Schema } from './type'

/** `labelId` → `label_id`. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The arguments that the service stores: all except the parent, `within`, and local ones. */
export function sentFields({ input, identity: { parent, within = [] } }: Kind): string[] {
  return Object.keys(input).filter((name) => name !== parent && !within.includes(name) && !input[name]?.local)
}

/** Converts the named arguments to the service's JSON. */
export function toWire(kind: Kind, inputs: Json, names: Iterable<string>): Json {
  const body: Json = {}
  for (const name of names) {
    const field = kind.input[name]
    const value = field?.refers || field?.isUser ? (inputs[idOf(name)] ?? inputs[name]) : inputs[name]
    body[field?.wire ?? snake(name)] = field?.toWire ? field.toWire(value) : value
  }
  return body
}

/**
 * Returns the arguments of a live object in canonical form. Arguments that its response does not contain are omitted.
 * Lists whose order has no meaning get the order of `like`, and users and groups the names that `like` has for them.
 */
export function observed(kind: Kind, live: object, like: Json): Json {
  const values = live as Json
  const plain: Json = {}
  for (const name of sentFields(kind)) {
    const field = kind.input[name]
    const wire = field?.shownAs ?? field?.wire ?? snake(name)
    const value = values[wire] === undefined ? field?.ifMissing : values[wire]
    if (!field || value === undefined || field.shownBy?.(values) === false) continue
    if (!hasType(field.wireSchema ?? field.schema, value))
      throw new InvalidResponse(`The response is invalid: ${wire} has the wrong type`)
    const converted = parseResponse(() => (field.fromWire ? field.fromWire(value, like[name], like) : value))
    const spelled =
      field.subjectNames?.spelledLike(converted as object[], like[name], subjectIdsIn(like)) ??
      (field.isUser ? (usernameIn(values) ?? converted) : converted)
    // A reference keeps its spelling while it refers to the same object.
    plain[name] =
      (field.refers || field.isUser) && like[name] !== undefined && converted === like[idOf(name)]
        ? like[name]
        : parseResponse(() => field.canonical(spelled, like[name]))
  }
  return plain
}

/** The username in a live object, unless an argument with it would be an id. */
const usernameIn = ({ username }: Json): string | undefined =>
  typeof username === 'string' && /\D/.test(username) ? username : undefined

/** The names of the arguments that exist on the service, but that no response shows, or only in part. */
export const concealed = (kind: Kind, live: object): string[] =>
  sentFields(kind).filter((name) => {
    const field = kind.input[name]
    return field?.isShownInPart || field?.shownBy?.(live as Json) === false
  })

/**
 * The arguments of a live object that a refresh stores: not those that the service may hide, or has removed because of
 * another argument.
 */
export function refreshed(kind: Kind, live: object, state: Json): Json {
  const isShown = ([name, value]: [string, unknown]) => {
    const field = kind.input[name]
    if (!field || state[name] === undefined) return true
    const isHidden = field.hiddenAs !== undefined && value === field.hiddenAs
    return !isHidden && field.clearedBy?.(live as Json) !== true
  }
  return Object.fromEntries(Object.entries(observed(kind, live, state)).filter(isShown))
}

/** Whether a live value has the type of the argument. Its range is not checked, and any value can be null. */
function hasType({ type, anyOf, enum: words, items }: Schema, value: unknown): boolean {
  if (value === null) return true
  if (anyOf) return (anyOf as Schema[]).some((schema) => hasType(schema, value))
  if (words) return (words as unknown[]).some((word) => typeof word === typeof value)
  if (Array.isArray(value))
    return type === 'array' && value.every((one) => one !== null && hasType(items as Schema, one))
  return type === typeof value || (type === 'integer' && typeof value === 'number')
}

/**
 * Returns the outputs that the service computed. Outputs with `once` are only taken from responses to writes, because
 * other responses mask or omit them. `like` contains the declared arguments and the former outputs.
 */
export function computedValues(kind: Kind, live: object, response: 'read' | 'write', like: Json = {}): Json {
  const values = live as Json
  const plain: Json = {}
  for (const [name, output] of Object.entries(kind.output)) {
    if (output.once && response === 'read') continue
    const value = parseResponse(() => (output.read ? output.read(values, like) : values[output.wire ?? snake(name)]))
    if (value === undefined) continue
    if (output.secret && (typeof value !== 'string' || value === '')) throw new InvalidResponse()
    // Ignore values of the wrong type, so that the state keeps its value.
    if (!output.is(value)) continue
    plain[name] = value
  }
  return plain
}

/** Whether the response to a write contains all secrets, which no later response contains. */
export const containsSecrets = (kind: Kind, live: object): boolean => {
  const shown = computedValues(kind, live, 'write')
  return Object.entries(kind.output).every(([name, { secret }]) => !secret || name in shown)
}
