import type ts from 'typescript'
import type { Schema } from '../../../provider/core/schema/type'
import { markdown } from './markdown'
import type { NamedTypes } from './named-types'
import { joined, singular } from './names'
import { anyValue, listOf, mapOf, oneOf, type TypeSpec } from './package-spec'
import { elementOf, nameOf, partsOf, propertyOf, valueOf } from './type-parts'

/** A value of an argument. */
export interface Value {
  /** Its type in the sources, which has the names of objects. */
  readonly type: ts.Type | undefined
  /** The name of an object or an enum that has none in the sources. */
  readonly name: string
  /** Returns the documentation of the value, or of one of its properties. */
  readonly doc: (...path: string[]) => string
}

/** Converts the schemas by which arguments are validated. */
export class InputTypes {
  constructor(private readonly types: NamedTypes) {}

  /** The type of a value that is not null. */
  typeOf(schema: Schema, value: Value): TypeSpec {
    const { type, anyOf, enum: choices, items, properties, patternProperties } = schema
    if (Array.isArray(choices)) return this.choice(choices, schema.title ? named(schema) : value)
    if (Array.isArray(anyOf)) {
      const name = (value.type && nameOf(value.type)?.name) ?? value.name
      const alternatives = (anyOf as Schema[]).filter((one) => one.type !== 'null')
      return oneOf(alternatives.map((one) => this.typeOf(one, { ...value, name })))
    }
    if (items) return listOf(this.typeOf(items, entryOf(value, elementOf)))
    if (properties) return this.object(schema, value)
    const [entry] = Object.values((patternProperties ?? {}) as Record<string, Schema>)
    if (entry) return mapOf(this.typeOf(entry, entryOf(value, valueOf)))
    return primitives.includes(type as 'string') ? { type: type as 'string' } : anyValue
  }

  /**
   * One of several values. There is no enum if they have several types, because generated code for Go would only accept
   * the type of the enum.
   */
  private choice(choices: readonly unknown[], { name, doc }: Value): TypeSpec {
    if (choices.every((one) => typeof one === 'string')) return this.types.addEnum(name, choices, doc())
    return oneOf(choices.map((one) => ({ type: typeof one === 'number' ? 'integer' : (typeof one as 'string') })))
  }

  private object({ properties, required = [] }: Schema, { type, name: fallback, doc }: Value): TypeSpec {
    const own = type && partsOf(type).find((part) => part.getProperties().length > 0)
    const [named = { name: fallback, text: doc() }] = [type, own].flatMap((one) => (one && nameOf(one)) ?? [])
    const specs = Object.entries(properties as Record<string, Schema>).map(([key, schema]) => {
      const docOfKey = (...path: string[]) => doc(key, ...path)
      const value = { type: own && propertyOf(own, key), name: joined(named.name, key), doc: docOfKey }
      return [key, { description: docOfKey(), ...this.typeOf(schema, value) }] as const
    })
    return this.types.add(named.name, {
      description: markdown(named.text),
      type: 'object',
      properties: Object.fromEntries(specs),
      ...(required.length > 0 && { required }),
    })
  }
}

/** The value of a schema that has a name and a description of its own. */
const named = ({ title = '', description = '' }: Schema): Value => ({
  type: undefined,
  name: title,
  doc: () => description,
})

const primitives = ['string', 'integer', 'number', 'boolean'] as const

/** An entry of a list or a map. */
function entryOf({ type, name, doc }: Value, of: (type: ts.Type) => ts.Type | undefined): Value {
  const [entry] = (type ? partsOf(type) : []).flatMap((part) => of(part) ?? [])
  return { type: entry, name: singular(name), doc }
}
