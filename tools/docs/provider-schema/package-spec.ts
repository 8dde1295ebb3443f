/** A type in a package schema of Pulumi. */
export interface TypeSpec {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  $ref?: string
  items?: TypeSpec
  additionalProperties?: TypeSpec
  oneOf?: readonly TypeSpec[]
  /** Whether it must not be an output. */
  plain?: true
}

/** A property of a resource, a function or an object. */
export interface PropertySpec extends TypeSpec {
  description?: string
  secret?: true
  willReplaceOnChanges?: true
  /** Other names in generated code. */
  language?: { readonly csharp: { readonly name: string } }
}

export type Properties = Readonly<Record<string, PropertySpec>>

/** The properties of an object, and the names of those that are always set. */
export interface ObjectSpec {
  description?: string
  type?: 'object'
  properties: Properties
  required?: readonly string[]
}

/** The strings that a property accepts. */
export interface EnumSpec {
  description?: string
  type: 'string'
  enum: readonly { readonly value: string }[]
}

export interface ResourceSpec extends ObjectSpec {
  inputProperties: Properties
  requiredInputs: readonly string[]
  isComponent?: true
  aliases?: readonly { readonly type: string }[]
}

export interface FunctionSpec {
  description?: string
  inputs?: ObjectSpec
  outputs: ObjectSpec
}

/** The type of any value. */
export const anyValue: TypeSpec = { $ref: 'pulumi.json#/Any' }

export const listOf = (items: TypeSpec): TypeSpec => ({ type: 'array', items })
export const mapOf = (additionalProperties: TypeSpec): TypeSpec => ({ type: 'object', additionalProperties })

/** One of several types. */
export function oneOf(types: readonly TypeSpec[]): TypeSpec {
  const distinct = [...new Map(types.map((type) => [JSON.stringify(type), type])).values()]
  const [only, another] = distinct
  return only && !another ? only : { oneOf: distinct.sort((one, other) => rank(one) - rank(other)) }
}

const order: readonly (string | undefined)[] = ['boolean', 'integer', 'number', 'string']
const rank = ({ type }: TypeSpec): number => (order.includes(type) ? order.indexOf(type) : order.length)

/** `bug` → `trueup:index:bug`: the name of a resource, a function or a type in programs. */
export const tokenOf = (name: string): string => `trueup:index:${name}`
