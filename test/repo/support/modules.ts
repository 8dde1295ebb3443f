import { relative } from 'node:path'
import ts from 'typescript'
import { root } from './public-surface'

/** A source file of this repository. */
interface Module {
  /** The names that it exports, except a default export. */
  readonly exports: readonly string[]
  /** The types that it uses itself. */
  readonly types: ReadonlySet<string>
  /** The names that it imports, by file, also as types and in functions. `*` stands for all names. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>
}

const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(`${root}/tsconfig.json`, undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  },
})!
const cache = ts.createModuleResolutionCache(root, (name) => name, options)

/** All source files, by paths from the root. */
export const modules: ReadonlyMap<string, Module> = new Map(
  fileNames.map((file) => {
    const source = ts.createSourceFile(file, ts.sys.readFile(file)!, ts.ScriptTarget.Latest, true)
    const { statements } = source
    const types = new Set(statements.flatMap(typesIn))
    return [relative(root, file), { exports: statements.flatMap(exportsOf), types, imports: importsOf(source) }]
  }),
)

function exportsOf(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement
    return exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : []
  }
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : []
  const has = (kind: ts.SyntaxKind) => modifiers?.some((modifier) => modifier.kind === kind)
  if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DefaultKeyword)) return []
  return ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.flatMap(({ name }) => variablesIn(name))
    : [(statement as ts.DeclarationStatement).name!.text]
}

/** The variables of `x`, `[x, y]` or `{ x, y }`. */
function variablesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? variablesIn(element.name) : []))
}

/** The types that a statement uses. A type does not use itself. */
function typesIn(statement: ts.Statement): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) found.push(node.typeName.getText())
    if (ts.isExpressionWithTypeArguments(node)) found.push(node.expression.getText())
    ts.forEachChild(node, visit)
  }
  visit(statement)
  const own = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) ? statement.name.text : ''
  return found.filter((name) => name !== own)
}

function importsOf(source: ts.SourceFile): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (specifier: ts.Node | undefined, names: readonly string[]): void => {
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return
    const { resolvedModule } = ts.resolveModuleName(specifier.text, source.fileName, options, ts.sys, cache)
    if (!resolvedModule) throw new Error(`${source.fileName} imports ${specifier.text}, which does not exist`)
    const file = relative(root, resolvedModule.resolvedFileName)
    found.set(file, new Set([...(found.get(file) ?? []), ...names]))
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, namesIn(node.importClause?.namedBindings))
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, namesIn(node.exportClause))
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, readFrom(node))
    if (ts.isCallExpression(node) && ['import', 'require'].includes(node.expression.getText()))
      add(node.arguments[0], readFrom(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The names of `const { name } = await import('…')`. Other expressions can read all names. */
function readFrom(node: ts.Node): string[] {
  let { parent } = node
  while (ts.isAwaitExpression(parent) || ts.isAsExpression(parent)) parent = parent.parent
  return namesIn(ts.isVariableDeclaration(parent) ? parent.name : undefined)
}

/** The original names in `{ name as alias }` or `{ name: alias }`. */
function namesIn(node: ts.Node | undefined): string[] {
  if (!node || !(ts.isNamedImports(node) || ts.isNamedExports(node) || ts.isObjectBindingPattern(node))) return ['*']
  return [...node.elements].map((element) => (element.propertyName ?? element.name).getText())
}
