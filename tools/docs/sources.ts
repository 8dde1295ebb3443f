import { join } from 'node:path'
import ts from 'typescript'
import { repositoryRoot } from '../pulumi/paths'

/** Cached because compiling takes seconds. */
let compiled: ts.Program | undefined

/** The sources of the package and of the emulator, with their types. */
function sources(): ts.Program {
  if (compiled) return compiled
  const config = ts.readConfigFile(join(repositoryRoot, 'tsconfig.json'), ts.sys.readFile).config as unknown
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repositoryRoot)
  return (compiled = ts.createProgram(
    ['provider/index.ts', 'provider/native.ts', 'emulator/index.ts'].map(fileOf),
    options,
  ))
}

const fileOf = (path: string): string => join(repositoryRoot, ...path.split('/'))

/** The compiler's information on the types of the sources. */
export const checker = (): ts.TypeChecker => sources().getTypeChecker()

/** The exports of a module by name, such as of `provider/index.ts`. An alias is replaced by what it refers to. */
export function exportsOf(path: string): ReadonlyMap<string, ts.Symbol> {
  const types = checker()
  const module = types.getSymbolAtLocation(sources().getSourceFile(fileOf(path)) as ts.Node) as ts.Symbol
  return new Map(
    types
      .getExportsOfModule(module)
      .map((symbol) => [symbol.name, symbol.flags & ts.SymbolFlags.Alias ? types.getAliasedSymbol(symbol) : symbol]),
  )
}

/** The documentation of a symbol, as written. */
export const textOf = (symbol: ts.Symbol): string => ts.displayPartsToString(symbol.getDocumentationComment(checker()))
