import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

const root = resolve(__dirname, '..')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
const pascal = (kind: string) => kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The kinds of resources: the files of `provider/` but for its two entry points. */
const kinds = readdirSync(join(root, 'provider'))
  .filter((file) => file.endsWith('.ts') && !['index.ts', 'runtime.ts'].includes(file))
  .map((file) => file.replace(/\.ts$/, ''))

it('finds the kinds that there are', () => {
  expect(kinds).toContain('label')
})

describe.each(kinds)('%s', (kind) => {
  it('has a file of its name in each layer, and tests', () => {
    for (const path of [`sdk/${kind}.ts`, `emulator/${kind}.ts`, `test/${kind}.test.ts`]) {
      expect([path, existsSync(join(root, path))]).toEqual([path, true])
    }
  })

  it('is in the public surface, the README and an example', () => {
    const name = pascal(kind)
    expect(read('provider', 'index.ts')).toContain(`export { ${name}, type ${name}Args } from './${kind}'`)
    expect(read('README.md')).toContain(`| \`${name}\` |`)
    const examples = readdirSync(join(root, 'examples')).map((example) => read('examples', example, 'index.ts'))
    expect(examples.some((text) => text.includes(`new trueup.${name}(`))).toBe(true)
  })
})

it('names files in kebab case', () => {
  const files = ['sdk', 'provider', 'emulator', 'cron', 'cli', 'tools', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')),
  )
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) expect(file).toMatch(/^([a-z0-9-]+\/)*[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/)
})

it('has rows in the README for the resources that are exported, and no others', () => {
  const rows = [...read('README.md').matchAll(/^\| `([A-Z]\w+)` \|/gm)].map(([, name]) => name)
  expect(rows.sort()).toEqual(kinds.map(pascal).sort())
})

it('documents every public argument and output where an editor shows it', () => {
  const index = join(root, 'provider', 'index.ts')
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  )
  const program = ts.createProgram([index], options)
  const checker = program.getTypeChecker()
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(index)!)!)
  const silent: string[] = []
  for (const kind of kinds) {
    for (const name of [pascal(kind), `${pascal(kind)}Args`]) {
      const symbol = symbols.find((candidate) => candidate.name === name)
      const declared = checker.getDeclaredTypeOfSymbol(follow(checker, symbol!))
      for (const property of declared.getProperties()) {
        const ours = property.declarations?.every((node) =>
          node.getSourceFile().fileName.startsWith(join(root, 'provider')),
        )
        if (ours && property.getDocumentationComment(checker).length === 0) silent.push(`${name}.${property.name}`)
      }
      expect(declared.getProperties().length).toBeGreaterThan(3)
    }
  }
  expect(silent).toEqual([])
})

function follow(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}
