import { join } from 'node:path'
import ts from 'typescript'
import { repositoryRoot } from '../pulumi/paths'

/** Returns the documentation of a property, such as of `"LabelArgs"` and `"color"`. */
export type Documentation = (type: string, ...path: string[]) => string

/** Cached because compiling takes seconds. */
let documented: ts.Program | undefined

const indexOf = (folder: string): string => join(repositoryRoot, folder, 'index.ts')

function read(): ts.Program {
  const config = ts.readConfigFile(join(repositoryRoot, 'tsconfig.json'), ts.sys.readFile).config as unknown
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repositoryRoot)
  return ts.createProgram(['provider', 'emulator'].map(indexOf), options)
}

/** Reads the documentation of a folder's exports; default: the package's. @throws Error for an undocumented property. */
export function documentation(folder = 'provider'): Documentation {
  const index = indexOf(folder)
  const program = (documented ??= read())
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(index) as ts.Node) as ts.Symbol
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]))

  /** The object types among the values of a type, without outputs. */
  const objects = (type: ts.Type): ts.Type[] => {
    if (type.isUnion()) return type.types.flatMap(objects)
    if (checker.isArrayType(type)) return checker.getTypeArguments(type as ts.TypeReference).flatMap(objects)
    const isPlain = (type.flags & ts.TypeFlags.Object) !== 0 && type.symbol.name !== 'Promise'
    return isPlain ? [type] : []
  }
  const find = (types: ts.Type[], [name = '', ...rest]: string[]): string => {
    for (const property of types.flatMap((type) => type.getProperty(name) ?? [])) {
      const text = ts.displayPartsToString(property.getDocumentationComment(checker))
      const found = rest.length > 0 ? find(objects(checker.getTypeOfSymbol(property)), rest) : text
      if (found !== '') return found.replace(/\s+/g, ' ').trim()
    }
    return ''
  }
  return (name, ...path) => {
    const symbol = exported.get(name)
    if (!symbol) throw new Error(`${folder} does not export ${name}.`)
    const actual = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const text = find([checker.getDeclaredTypeOfSymbol(actual)], path)
    if (text === '') throw new Error(`${[name, ...path].join('.')} has no documentation.`)
    return text
  }
}
