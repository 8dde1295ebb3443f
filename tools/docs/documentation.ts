import ts from 'typescript'
import { checker, exportsOf, textOf } from './sources'

/** Returns the documentation of a property, such as of `"LabelArgs"` and `"color"`. */
export type Documentation = (type: string, ...path: string[]) => string

/** Reads the documentation of a folder's exports; default: the package's. @throws Error for an undocumented property. */
export function documentation(folder = 'provider'): Documentation {
  const exported = exportsOf(`${folder}/index.ts`)
  const types = checker()

  /** The object types among the values of a type, without outputs. */
  const objects = (type: ts.Type): ts.Type[] => {
    if (type.isUnion()) return type.types.flatMap(objects)
    if (types.isArrayType(type)) return types.getTypeArguments(type as ts.TypeReference).flatMap(objects)
    const values = type.getProperties().length === 0 ? type.getStringIndexType() : undefined
    if (values) return objects(values)
    const isPlain = (type.flags & ts.TypeFlags.Object) !== 0 && type.symbol.name !== 'Promise'
    return isPlain ? [type] : []
  }
  const find = (within: ts.Type[], [name = '', ...rest]: string[]): string => {
    for (const property of within.flatMap((type) => type.getProperty(name) ?? [])) {
      const found = rest.length > 0 ? find(objects(types.getTypeOfSymbol(property)), rest) : textOf(property)
      if (found !== '') return found.replace(/\s+/g, ' ').trim()
    }
    return ''
  }
  return (name, ...path) => {
    const symbol = exported.get(name)
    if (!symbol) throw new Error(`${folder} does not export ${name}.`)
    const text = find([types.getDeclaredTypeOfSymbol(symbol)], path)
    if (text === '') throw new Error(`${[name, ...path].join('.')} has no documentation.`)
    return text
  }
}
