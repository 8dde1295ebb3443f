import { isDeepStrictEqual } from 'node:util'
import { type EnumSpec, type ObjectSpec, tokenOf, type TypeSpec } from './package-spec'

/** The objects and enums of the schema. Other types refer to them by name. */
export class NamedTypes {
  private readonly specs = new Map<string, ObjectSpec | EnumSpec>()

  /** Adds a type, and returns a reference to it. @throws Error if another type has the name. */
  add(name: string, spec: ObjectSpec | EnumSpec): TypeSpec {
    if (!this.isFree(name, spec))
      throw new Error(`Two types have the name ${name}: give one of them another name in the sources.`)
    this.specs.set(name, spec)
    return { $ref: `#/types/${tokenOf(name)}` }
  }

  /** Adds the type of a property that accepts some strings. */
  addEnum(name: string, values: readonly string[], description?: string): TypeSpec {
    const described = description === undefined ? {} : { description }
    return this.add(name, { ...described, type: 'string', enum: values.map((value) => ({ value })) })
  }

  /** Whether the type can have the name: no other type has it. */
  isFree(name: string, spec: ObjectSpec | EnumSpec): boolean {
    return !this.specs.has(name) || isDeepStrictEqual(this.specs.get(name), spec)
  }

  /** All types by name. */
  all(): Record<string, ObjectSpec | EnumSpec> {
    return Object.fromEntries(this.specs)
  }
}
