import type { TSchema } from '@sinclair/typebox'
import { InvalidResponse, parsed } from './invalid-response'
import { idOf, type Kind } from './kind'
import type { Json } from './json'

/** `labelId` → `label_id`. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The arguments that the service stores: all but the parent and what stays with us. */
export function sentFields({ input, identity: { parent, within = [] } }: Kind): string[] {
  return Object.keys(input).filter((name) => name !== parent && !within.includes(name) && !input[name]?.local)
}

/** The named arguments, as the service's JSON spells them. */
export function toWire(kind: Kind, inputs: Json, names: Iterable<string>): Json {
  const body: Json = {}
  for (const name of names) {
    const field = kind.input[name]
    const value = field?.refers ? (inputs[idOf(name)] ?? inputs[name]) : inputs[name]
    body[field?.wire ?? snake(name)] = field?.toWire ? field.toWire(value) : value
  }
  return body
}

/**
 * The arguments as a live object has them, in canonical form; what its answer does not show is left out. Entries whose
 * order means nothing are in the order of `like`.
 */
export function observed(kind: Kind, live: object, like: Json): Json {
  const values = live as Json
  const plain: Json = {}
  for (const name of sentFields(kind)) {
    const field = kind.input[name]
    const wire = field?.wire ?? snake(name)
    const value = values[wire]
    if (!field || value === undefined) continue
    if (!fits(field.schema, value))
      throw new InvalidResponse(`The answer of the service is garbled: ${wire} is no ${name}`)
    const shown = parsed(() => (field.fromWire ? field.fromWire(value, like[name]) : value))
    // What is referred to keeps the way it is written, while that names the same.
    plain[name] = field.refers && shown === like[idOf(name)] ? like[name] : field.canonical(shown, like[name])
  }
  return plain
}

/** Whether a live value is of the type that a program would give it, whatever its range; any may be unset. */
function fits({ type, anyOf, enum: words, items }: TSchema, value: unknown): boolean {
  if (value === null) return true
  if (anyOf) return (anyOf as TSchema[]).some((schema) => fits(schema, value))
  if (words) return (words as unknown[]).some((word) => typeof word === typeof value)
  if (Array.isArray(value)) return type === 'array' && value.every((one) => one !== null && fits(items as TSchema, one))
  return type === (typeof value === 'number' ? 'integer' : typeof value)
}

/**
 * What the service computed. What it shows once, and masked or not at all afterwards, is taken from the answers of
 * writes alone.
 */
export function computedValues(kind: Kind, live: object, answer: 'read' | 'write'): Json {
  const values = live as Json
  const plain: Json = {}
  for (const [name, output] of Object.entries(kind.output)) {
    if (output.once && answer === 'read') continue
    const value = parsed(() => (output.read ? output.read(values) : values[output.wire ?? snake(name)]))
    if (value === undefined) continue
    if (output.secret && (typeof value !== 'string' || value === '')) throw new InvalidResponse()
    // Ignore values of the wrong type, so that the state keeps its value.
    if (!output.is(value)) continue
    plain[name] = value
  }
  return plain
}

/** Whether the answer to a write shows what no other one would. */
export const showsSecrets = (kind: Kind, live: object): boolean => {
  const shown = computedValues(kind, live, 'write')
  return Object.entries(kind.output).every(([name, { secret }]) => !secret || name in shown)
}
