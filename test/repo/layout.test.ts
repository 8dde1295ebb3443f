import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { setNames } from '../../provider/components/settings'
import { load } from '../../provider/core/engine/load'
import { kinds, kindsWithSets } from '../../provider/kinds'

const root = resolve(__dirname, '..', '..')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
const pascal = (kind: string) => kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The files of a folder of `provider/`, without extension, except helpers: `remote-mirror-url` belongs to `remote-mirror`. */
const filesIn = (folder: 'resources' | 'functions') => {
  const files = readdirSync(join(root, 'provider', folder)).map((file) => file.replace(/\.ts$/, ''))
  const isHelper = (file: string) =>
    !kinds.some((kind) => kind === file) &&
    files.some((other) => file.startsWith(`${other}-`)) &&
    !/= (reader|listReader|serviceReader|calculator)\b/.test(read('provider', folder, `${file}.ts`))
  return files.filter((file) => !isHelper(file)).map((file) => ({ file }))
}

/** The functions, each with the file that it is in. */
const functions = filesIn('functions').flatMap(({ file }) =>
  [
    ...read('provider', 'functions', `${file}.ts`).matchAll(
      /^export const (\w+) = (?:reader|listReader|serviceReader|calculator)\b/gm,
    ),
  ].map(([, name = '']) => ({ file, name })),
)

/** Kinds without a collection of their own, and the noun whose collection it is. */
const nouns: Record<string, string> = { 'label-subscription': 'label', 'pipeline-run': 'pipeline' }

const missing = (...paths: string[]) => paths.filter((path) => !existsSync(join(root, path)))

/** The first cells in a table of the README, below a heading. */
const rowsBelow = (heading: string) => {
  const [, section = ''] = read('README.md').split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return [...own.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name).sort()
}

it('lists every declared kind, and every kind with sets, in provider/kinds.ts', () => {
  expect([...kinds].sort()).toEqual(
    filesIn('resources')
      .map(({ file }) => file)
      .sort(),
  )
  expect(kindsWithSets).toEqual(kinds.filter((kind) => 'sets' in load(kind)))
  for (const kind of kinds) expect(load(kind).kind).toBe(kind)
})

it('has an argument of ProjectSettings for each kind with sets', () => {
  const camel = (plural: string) => plural.replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase())
  expect(setNames).toEqual(kindsWithSets.map((kind) => camel(load(kind).plural)))
})

it('has no Pulumi project of the name trueup, whose own configuration would look like settings', () => {
  const projects = readdirSync(join(root, 'examples')).map((example) => `examples/${example}/Pulumi.yaml`)
  const names = ['Pulumi.yaml', ...projects].map((file) => /^name: (.+)$/m.exec(read(file))?.[1])
  expect(names.length).toBeGreaterThan(4)
  for (const name of names) expect(name).toMatch(/^trueup-./)
})

it('finds the kinds and the functions that there are', () => {
  expect(kinds).toContain('label')
  for (const kind of kinds)
    expect(read('provider', 'resources', `${kind}.ts`)).toContain(`export class ${pascal(kind)} extends resource<`)
  expect(functions).toContainEqual({ file: 'label', name: 'getLabels' })
  const silent = filesIn('functions').filter(({ file }) => !functions.some((one) => one.file === file))
  expect(silent).toEqual([])
})

describe.each(kinds)('%s', (kind) => {
  it('has a file of its name in each layer, and tests', () => {
    const noun = nouns[kind] ?? kind
    expect(
      missing(`sdk/resources/${noun}.ts`, `emulator/resources/${noun}.ts`, `test/resources/${kind}.test.ts`),
    ).toEqual([])
  })

  it('is in the public surface, the README and an example', () => {
    const name = pascal(kind)
    expect(read('provider', 'index.ts')).toContain(`export { ${name}, type ${name}Args } from './resources/${kind}'`)
    expect(rowsBelow('Resources')).toContain(name)
    const examples = readdirSync(join(root, 'examples')).map((example) => read('examples', example, 'index.ts'))
    expect(examples.some((text) => text.includes(`new trueup.${name}(`))).toBe(true)
  })
})

describe.each(functions)('$name', ({ file, name }) => {
  it('has a file of its noun in each layer, and tests', () => {
    expect(
      missing(`sdk/resources/${file}.ts`, `emulator/resources/${file}.ts`, `test/functions/${file}.test.ts`),
    ).toEqual([])
    expect(read('test', 'functions', `${file}.test.ts`)).toContain(`${name}(`)
  })

  it('is in the public surface', () => {
    const exported = new RegExp(`^export \\{(?:.* )?${name}(?:,.*)? \\} from './functions/${file}'$`, 'm')
    expect(read('provider', 'index.ts')).toMatch(exported)
  })
})

it('names files in kebab case', () => {
  const files = ['sdk', 'provider', 'emulator', 'cron', 'cli', 'tools', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')),
  )
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) expect(file).toMatch(/^([a-z0-9-]+\/)*[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/)
})

it('has rows in the README for the resources and functions that are exported, and no others', () => {
  expect(rowsBelow('Resources')).toEqual(kinds.map(pascal).sort())
  expect(rowsBelow('Functions')).toEqual(functions.map(({ name }) => name).sort())
})

it('documents every resource, function, argument and output where an editor shows it', () => {
  const { checker, exported } = surface()
  const silent: string[] = []
  const inspect = (name: string, symbol: ts.Symbol) => {
    const ours = symbol.declarations?.every((node) => node.getSourceFile().fileName.startsWith(join(root, 'provider')))
    if (ours && symbol.getDocumentationComment(checker).length === 0) silent.push(name)
  }
  for (const kind of kinds) {
    for (const name of [pascal(kind), `${pascal(kind)}Args`]) {
      const symbol = exported(name)
      const properties = checker.getDeclaredTypeOfSymbol(symbol).getProperties()
      expect(properties.length).toBeGreaterThan(1)
      inspect(name, symbol)
      for (const property of properties) inspect(`${name}.${property.name}`, property)
    }
  }
  for (const { name } of functions) {
    const symbol = exported(name)
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
    inspect(name, symbol)
    for (const parameter of signature!.getParameters()) {
      const given = checker.getTypeOfSymbol(parameter)
      // Functions that ask the service have their arguments and options in a tuple.
      for (const type of checker.isTupleType(given) ? checker.getTypeArguments(given as ts.TupleType) : [given]) {
        const properties = checker.getNonNullableType(type).getProperties()
        expect(properties.length).toBeGreaterThan(0)
        for (const property of properties) inspect(`${name}(${property.name})`, property)
      }
    }
  }
  expect(silent).toEqual([])
})

/** What `trueup` exports, as an editor sees it. */
function surface() {
  const index = join(root, 'provider', 'index.ts')
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  )
  const program = ts.createProgram([index], options)
  const checker = program.getTypeChecker()
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(index)!)!)
  const exported = (name: string): ts.Symbol => {
    const symbol = symbols.find((candidate) => candidate.name === name)!
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }
  return { checker, exported }
}
