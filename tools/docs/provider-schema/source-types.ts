import ts from 'typescript'
import { checker, textOf } from '../sources'
import { markdown } from './markdown'
import type { NamedTypes } from './named-types'
import { joined, singular } from './names'
import { anyValue, listOf, mapOf, type ObjectSpec, oneOf, type PropertySpec, type TypeSpec } from './package-spec'
import { anything, canBeMissing, elementOf, nameOf, partsOf, valueOf } from './type-parts'

/** How types are converted. */
export interface Conventions {
  /** The name of an object's type, from its name in the sources. */
  typeName(name: string, spec: ObjectSpec): string
  /** The name of a property, from its name in the sources. Default: the same. */
  propertyName?(name: string): string
  /** Whether the keys of an object in a property are data. Default: no. */
  isMap?(property: string): boolean
  /** The type of a string with a few values, from its name. Default: any string. */
  choice?(name: string, values: readonly string[], text: string): TypeSpec
}

/** A value: the name of its type if the sources have none, and its documentation. */
export interface Value {
  readonly name: string
  readonly text: string
}

/** Converts types of the sources, because outputs and functions have no schema when the package runs. */
export class SourceTypes {
  constructor(
    private readonly types: NamedTypes,
    private readonly conventions: Conventions,
  ) {}

  /** The type of a value that is not null. */
  typeOf(type: ts.Type, value: Value): TypeSpec {
    if (type.flags & anything) return anyValue
    const parts = partsOf(type)
    const objects = parts.filter(isObject)
    const named = nameOf(type) ?? value
    // An object with alternatives has the properties of all of them.
    if (objects.length > 1 && objects.length === parts.length)
      return this.object(checker().getNonNullableType(type), named)
    const choices = parts.flatMap((part) => (part.isStringLiteral() ? part.value : [])).sort()
    if (this.conventions.choice && choices.length === parts.length)
      return this.conventions.choice(value.name, choices, value.text)
    return oneOf(parts.map((part) => (isObject(part) ? this.object(part, named) : this.simple(part, value))))
  }

  /** The properties of an object, and the names of those that are always set. */
  propertiesOf(type: ts.Type, owner: string): Pick<ObjectSpec, 'properties' | 'required'> {
    const { propertyName = (name) => name, isMap = () => false } = this.conventions
    const names = new Set(type.getProperties().map((property) => property.name))
    const renamed = (text: string) =>
      markdown(text).replace(/`(\w+)`/g, (span, name: string) => (names.has(name) ? `\`${propertyName(name)}\`` : span))
    const properties = type.getProperties().map((property) => {
      const ofProperty = checker().getTypeOfSymbol(property)
      const name = propertyName(property.name)
      const text = docOf(type, property)
      const hasData = isMap(property.name) && partsOf(ofProperty).some(isObject)
      const converted = hasData ? mapOf(anyValue) : this.typeOf(ofProperty, { name: joined(owner, name), text })
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0 || canBeMissing(ofProperty)
      const spec: PropertySpec = { ...(text !== '' && { description: renamed(text) }), ...converted }
      return { name, spec, isOptional }
    })
    // The compiler has no stable order of properties and of the types in a union.
    properties.sort((one, other) => (one.name < other.name ? -1 : 1))
    const required = properties.flatMap(({ name, isOptional }) => (isOptional ? [] : [name]))
    return {
      properties: Object.fromEntries(properties.map(({ name, spec }) => [name, spec])),
      ...(required.length > 0 && { required }),
    }
  }

  private object(type: ts.Type, value: Value): TypeSpec {
    const { name, text } = nameOf(type) ?? value
    const described = text === '' ? {} : { description: markdown(text) }
    const spec: ObjectSpec = { ...described, type: 'object', ...this.propertiesOf(type, name) }
    return this.types.add(this.conventions.typeName(name, spec), spec)
  }

  private simple(type: ts.Type, value: Value): TypeSpec {
    const { flags } = type
    if (flags & anything) return anyValue
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' }
    if (flags & ts.TypeFlags.NumberLike) return { type: isFractional(value) ? 'number' : 'integer' }
    if (flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' }
    const element = elementOf(type)
    if (element) return listOf(this.typeOf(element, { ...value, name: singular(value.name) }))
    const entry = valueOf(type)
    if (entry) return mapOf(this.typeOf(entry, { ...value, name: singular(value.name) }))
    throw new Error(`${value.name} has a type that the schema does not support: ${checker().typeToString(type)}.`)
  }
}

/** Whether a type is an object with named properties. */
const isObject = (type: ts.Type): boolean =>
  ((type.flags & ts.TypeFlags.Object) !== 0 || type.isIntersection()) && !elementOf(type) && !valueOf(type)

/** Whether a number is a duration or a percentage. Others are ids and counts. */
const isFractional = ({ text }: Value): boolean => /\b(?:seconds|percent)\b/i.test(text)

/** The documentation of a property. A property of several alternatives has that of the first one. */
const docOf = (type: ts.Type, { name }: ts.Symbol): string => {
  const [property] = partsOf(type).flatMap((part) => part.getProperty(name) ?? [])
  return property ? textOf(property) : ''
}
