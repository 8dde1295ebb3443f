import type { Definition } from './define'
import type { Json } from './plain'

/** `labelId` → `label_id`. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The arguments that the service stores: all but the parent and what stays with us. */
export function sentFields(definition: Definition): string[] {
  return Object.keys(definition.input).filter((name) => name !== definition.parent && !definition.input[name]?.local)
}

/** The named arguments, as the service's JSON spells them. */
export function toWire(definition: Definition, inputs: Json, names: Iterable<string>): Json {
  const body: Json = {}
  for (const name of names) {
    const field = definition.input[name]
    body[field?.wire ?? snake(name)] = field?.toWire ? field.toWire(inputs[name]) : inputs[name]
  }
  return body
}

/**
 * The arguments as a live object has them, in canonical form; what its answer does not show is left out. Entries whose
 * order means nothing are in the order of `like`.
 */
export function observed(definition: Definition, live: object, like: Json): Json {
  const values = live as Json
  const plain: Json = {}
  for (const name of sentFields(definition)) {
    const field = definition.input[name]
    const value = values[field?.wire ?? snake(name)]
    if (!field || value === undefined) continue
    plain[name] = field.canonical(field.fromWire ? field.fromWire(value) : value, like[name])
  }
  return plain
}

/**
 * What the service computed. What it shows once, and masked or not at all afterwards, is taken from the answers of
 * writes alone.
 */
export function computedValues(definition: Definition, live: object, answer: 'read' | 'write'): Json {
  const values = live as Json
  const plain: Json = {}
  for (const [name, output] of Object.entries(definition.output)) {
    if (output.once && answer === 'read') continue
    const value = output.read ? output.read(values) : values[output.wire ?? snake(name)]
    if (value !== undefined) plain[name] = value
  }
  return plain
}
