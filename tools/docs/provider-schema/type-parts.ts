import ts from 'typescript'
import { checker, textOf } from '../sources'

const nothing = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never
export const anything = ts.TypeFlags.Any | ts.TypeFlags.Unknown

const alternatives = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type])

/** The types of a value, without null and undefined, and without the promises and outputs of the same value. */
export const partsOf = (type: ts.Type): readonly ts.Type[] =>
  alternatives(type).filter(
    ({ flags, symbol }) => !(flags & nothing) && !['Promise', 'OutputInstance'].includes(symbol?.name),
  )

/** Whether a value can be null or undefined. */
export const canBeMissing = (type: ts.Type): boolean =>
  (type.flags & anything) !== 0 || alternatives(type).some(({ flags }) => flags & nothing)

/** The type of the entries of a list. */
export function elementOf(type: ts.Type): ts.Type | undefined {
  return checker().isArrayType(type) ? checker().getTypeArguments(type as ts.TypeReference)[0] : undefined
}

/** The type of the values of a map. An object with named properties is not a map. */
export const valueOf = (type: ts.Type): ts.Type | undefined =>
  type.getProperties().length === 0 ? type.getStringIndexType() : undefined

/** The type of a property. */
export function propertyOf(type: ts.Type, name: string): ts.Type | undefined {
  const property = type.getProperty(name)
  return property && checker().getTypeOfSymbol(property)
}

/** An argument of a generic type, which can be a part of the type, such as of `Field` in `Field<string> & { … }`. */
export function argumentOf(type: ts.Type, generic: string, index = 0): ts.Type | undefined {
  const parts = type.isUnionOrIntersection() ? type.types : [type]
  const found = parts.find(({ symbol }) => symbol?.name === generic)
  return found && checker().getTypeArguments(found as ts.TypeReference)[index]
}

/**
 * The name and documentation of a type in the sources of this repository. `Required<Rotation>` has those of `Rotation`.
 */
export function nameOf(type: ts.Type): { name: string; text: string } | undefined {
  const { aliasSymbol, aliasTypeArguments: [argument] = [], symbol } = type
  if (argument) return nameOf(argument)
  const named = [aliasSymbol, symbol as ts.Symbol | undefined].find((one) => one && isOurs(one))
  return named && { name: named.name, text: textOf(named) }
}

const isOurs = ({ name, declarations }: ts.Symbol): boolean =>
  !name.startsWith('__') &&
  /\/(?:provider|sdk)\/(?!.*node_modules)/.test(declarations?.[0]?.getSourceFile().fileName ?? '')
