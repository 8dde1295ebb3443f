import { join } from 'node:path'
import ts from 'typescript'
import { repositoryRoot } from '../pulumi/paths'

/** Returns the names of the arguments of a resource, set or function that `trueup` exports. */
export type ArgumentsOf = (name: string) => readonly string[]

/** The name of the argument for a parameter: `keep_n` → `keepN`, and each part of `policy.keep_n`. */
export const argumentOf = (named: Readonly<Record<string, string>> = {}, parameter: string): string =>
  parameter
    .split('.')
    .map((part) => named[part] ?? part.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    .join('.')

/**
 * Reads the arguments from the types of `trueup`. Skips modules of other packages because names of arguments do not
 * depend on them, and compiling them takes most of the time.
 */
export function argumentsOfProvider(): ArgumentsOf {
  const index = join(repositoryRoot, 'provider', 'index.ts')
  const config = ts.readConfigFile(join(repositoryRoot, 'tsconfig.json'), ts.sys.readFile).config as unknown
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repositoryRoot)
  const own: ts.CompilerOptions = { ...options, types: [], lib: ['lib.es5.d.ts'], noEmit: true }
  const host = ts.createCompilerHost(own)
  host.resolveModuleNameLiterals = (literals, file) =>
    literals.map(({ text }) =>
      text.startsWith('.') ? ts.resolveModuleName(text, file, own, host) : { resolvedModule: undefined },
    )
  const program = ts.createProgram([index], own, host)
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(index) as ts.Node) as ts.Symbol
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]))

  const typeOf = (name: string): ts.Type | undefined => {
    const symbol = exported.get(name)
    if (!symbol) return undefined
    const actual = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    if (!(actual.flags & ts.SymbolFlags.Variable)) return checker.getDeclaredTypeOfSymbol(actual)
    const [call] = checker.getTypeOfSymbol(actual).getCallSignatures()
    const [first] = call?.parameters ?? []
    if (!first) return undefined
    const type = checker.getTypeOfSymbol(first)
    // A function whose arguments are optional declares them as a rest parameter of a tuple type.
    const [given = type] = checker.isTupleType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
    return checker.getNonNullableType(given)
  }
  return (name) => (typeOf(`${name}Args`) ?? typeOf(name))?.getProperties().map((property) => property.name) ?? []
}
