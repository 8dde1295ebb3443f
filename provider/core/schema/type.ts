const OPTIONAL = Symbol('optional')

declare const value: unique symbol

/**
 * A JSON Schema with the keywords that arguments use. `T` is the type of its values, and `Optional` tells whether an
 * object can omit the property with this schema.
 */
export interface Schema<T = unknown, Optional extends boolean = boolean> {
  readonly title?: string
  readonly description?: string
  readonly type?: 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'
  readonly nullable?: boolean
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Properties
  readonly patternProperties?: Properties
  readonly additionalProperties?: boolean
  readonly required?: readonly string[]
  readonly [OPTIONAL]?: Optional
  /** No schema has this property: it only exists for the compiler. */
  readonly [value]?: T
}

/** The schemas of properties, by name. */
type Properties = Readonly<Record<string, Schema>>

/** The type of the values of a schema. */
export type ValueOf<S extends Schema> = S extends Schema<infer T> ? T : never

type ObjectOf<P extends Properties> = {
  [K in keyof P as P[K] extends Schema<unknown, true> ? never : K]: ValueOf<P[K]>
} & { [K in keyof P as P[K] extends Schema<unknown, true> ? K : never]?: ValueOf<P[K]> }

/** The same type as one object, which errors of the compiler show. */
type Flat<T> = { [K in keyof T]: T[K] }

/** The schema of an object. Declarations of types keep the documentation of its properties. */
export interface ObjectSchema<P extends Properties = Properties> extends Schema<Flat<ObjectOf<P>>, false> {
  readonly properties: P
}

type Keywords<K extends keyof Schema> = Pick<Schema, K>

/** Creates schemas. A library for this takes as long to load as the rest of a provider, in each process. */
export const Type = {
  Unknown: (): Schema<unknown, false> => ({}),
  Null: (): Schema<null, false> => ({ type: 'null' }),
  Boolean: (): Schema<boolean, false> => ({ type: 'boolean' }),
  Integer: (range: Keywords<'minimum' | 'maximum'> = {}): Schema<number, false> => ({ ...range, type: 'integer' }),
  Number: (range: Keywords<'minimum' | 'maximum'> = {}): Schema<number, false> => ({ ...range, type: 'number' }),
  String: (length: Keywords<'minLength' | 'maxLength'> = {}): Schema<string, false> => ({ ...length, type: 'string' }),
  /** One of several values, which can be of different types. */
  Enum: <T>(
    values: readonly unknown[],
    { type, ...named }: Keywords<'type' | 'title' | 'description'> = {},
  ): Schema<T, false> => ({ ...(type && { type }), enum: values, ...named }),
  Union: (alternatives: readonly Schema[]): Schema<unknown, false> => ({ anyOf: alternatives }),
  Array: <T>(items: Schema<T>, keywords: Keywords<'minItems' | 'uniqueItems'> = {}): Schema<T[], false> => ({
    ...keywords,
    type: 'array',
    items,
  }),
  /** An object with properties of any name. */
  Record: <T>(values: Schema<T>): Schema<Record<string, T>, false> => ({
    type: 'object',
    patternProperties: { '^(.*)$': values },
  }),
  Object<P extends Properties>(properties: P, keywords: Keywords<'additionalProperties'> = {}): ObjectSchema<P> {
    const required = Object.keys(properties).filter((name) => !properties[name]![OPTIONAL])
    return { ...keywords, type: 'object', ...(required.length > 0 && { required }), properties }
  },
  Optional: <T>(schema: Schema<T>): Schema<T, true> => ({ ...schema, [OPTIONAL]: true }),
}
