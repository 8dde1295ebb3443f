import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setNames, singleNames } from '../../provider/components/settings'
import { load } from '../../provider/core/engine/load'
import type { Definition } from '../../provider/core/schema/define'
import { settingOf } from '../../provider/core/schema/setting'
import { kinds, kindsWithSets, resourceKinds } from '../../provider/kinds'
import { tasks } from '../support/tasks'
import { filesIn, functions, pascal, read, root } from './support/public-surface'

/** Kinds whose client and endpoints are those of another noun. */
const nouns: Record<string, string> = {
  'label-subscription': 'label',
  'pipeline-run': 'pipeline',
  'project-variable': 'variable',
  'group-variable': 'variable',
  'project-member': 'member',
  'group-member': 'member',
  'project-access-token': 'access-token',
  'group-access-token': 'access-token',
}

const setKinds = resourceKinds.filter((kind) => !kinds.some((one) => one === kind))

/** The files that must still be written. */
const missing = (...paths: string[]) =>
  paths.filter((path) => !existsSync(join(root, path))).map((path) => `write ${path}`)

/** The first cells in a table of docs/reference.md, between its markers. */
const rowsOf = (table: 'resources' | 'functions') => {
  const [, rows = ''] = read('docs', 'reference.md').split(new RegExp(`^<!-- /?${table} -->$`, 'm'))
  return [...rows.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name).sort()
}

/** The section of the README with a heading. */
const sectionOf = (heading: string) => {
  const [, section = ''] = read('README.md').split(`\n## ${heading}\n`)
  return section.split('\n## ')[0] ?? ''
}

const sources = ['sdk', 'provider', 'emulator', 'cron', 'cli', 'tools', 'test', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`),
)

it('lists every declared kind, and every kind with sets, in provider/kinds.ts', () => {
  const existing = filesIn('resources').map(({ file }) => file)
  expect(tasks({ existing, covered: kinds, where: 'the kinds in provider/kinds.ts' })).toEqual([])
  expect(kinds).toHaveLength(existing.length)
  expect(kindsWithSets).toEqual(kinds.filter((kind) => 'sets' in load(kind)))
  for (const kind of kinds) expect(load(kind).kind).toBe(kind)
})

it('has an argument of ProjectSettings or GroupSettings for each kind with sets, and for each with single objects', () => {
  const withSets = kindsWithSets.map((kind) => load(kind) as Definition)
  const withSingles = kinds.map((kind) => load(kind) as Definition).filter(({ single }) => single)
  expect(withSingles.length).toBeGreaterThan(0)
  for (const parent of ['project', 'group'] as const) {
    const names = (all: Definition[]) => all.filter(({ identity }) => identity.parent === parent).map(settingOf)
    expect(setNames(parent)).toEqual(names(withSets))
    expect(singleNames(parent)).toEqual(names(withSingles))
  }
})

it('gives each argument of ProjectSettings and GroupSettings to one kind, with sets or with single objects', () => {
  for (const parent of ['project', 'group'] as const) {
    const names = [...setNames(parent), ...singleNames(parent)]
    expect(names).toEqual([...new Set(names)])
  }
  expect(kinds.filter((kind) => 'sets' in load(kind) && 'single' in load(kind))).toEqual([])
})

it('has an example of each set and each component', () => {
  const examples = [...setKinds, 'project-settings', 'group-settings', 'projects']
  expect(missing(...examples.map((name) => `docs/examples/${name}.yaml`))).toEqual([])
  for (const kind of setKinds)
    expect(read('docs', 'resources.md')).toMatch(new RegExp(`^<!-- example: ${kind}( \\(yaml\\))? -->$`, 'm'))
})

it('has no Pulumi project named trueup, because its configuration would look like settings', () => {
  const projects = readdirSync(join(root, 'examples')).map((example) => `examples/${example}/Pulumi.yaml`)
  const names = ['Pulumi.yaml', ...projects].map((file) => /^name: (.+)$/m.exec(read(file))?.[1])
  expect(names.length).toBeGreaterThan(4)
  for (const name of names) expect(name).toMatch(/^trueup-./)
})

it('finds the classes of all kinds, and all functions', () => {
  expect(kinds).toContain('label')
  for (const kind of kinds)
    expect(read('provider', 'resources', `${kind}.ts`)).toContain(`export class ${pascal(kind)} extends resource<`)
  expect(functions).toContainEqual({ file: 'label', name: 'getLabels' })
  const silent = filesIn('functions').filter(({ file }) => !functions.some((one) => one.file === file))
  expect(silent).toEqual([])
})

describe.each(kinds)('%s', (kind) => {
  it('has a file in each layer, and a test file', () => {
    const noun = nouns[kind] ?? kind
    expect(
      missing(`sdk/resources/${noun}.ts`, `emulator/resources/${noun}.ts`, `test/resources/${kind}.test.ts`),
    ).toEqual([])
  })

  it('has an example for the documentation of each language', () => {
    expect(missing(`docs/examples/${kind}.yaml`)).toEqual([])
    expect(read('docs', 'resources.md')).toContain(`\n<!-- example: ${kind} -->\n`)
    expect(read('docs', 'examples', `${kind}.yaml`)).toContain(`type: trueup:${pascal(kind)}\n`)
  })

  it('appears in the exports, in the README, in the reference and in an example', () => {
    const name = pascal(kind)
    expect(read('provider', 'resources', 'index.ts')).toContain(`export { ${name}, type ${name}Args } from './${kind}'`)
    expect(sectionOf('Resources')).toContain(`\`${name}\``)
    expect(rowsOf('resources')).toContain(name)
    const examples = readdirSync(join(root, 'examples')).map((example) => read('examples', example, 'index.ts'))
    const isShown = examples.some((text) => text.includes(`new trueup.${name}(`))
    expect(isShown ? 'is in an example' : `use new trueup.${name}( in examples/*/index.ts`).toBe('is in an example')
  })
})

describe.each(functions)('$name', ({ file, name }) => {
  it('has a file in each layer, and a test file that calls it', () => {
    const noun = nouns[file] ?? file
    expect(
      missing(`sdk/resources/${noun}.ts`, `emulator/resources/${noun}.ts`, `test/functions/${file}.test.ts`),
    ).toEqual([])
    expect(read('test', 'functions', `${file}.test.ts`)).toContain(`${name}(`)
  })

  it('appears in the exports', () => {
    const exported = new RegExp(`^export \\{(?:.* )?${name}(?:,.*)? \\} from './functions/${file}'$`, 'm')
    expect(read('provider', 'index.ts')).toMatch(exported)
  })
})

it('lists the resources of pulumi-gitlab whose states the plugin converts in docs/migration.md', () => {
  const [, table = ''] = read('docs', 'migration.md').split('| pulumi-gitlab | Trueup | What differs |')
  const rows = [...table.split('\n\n')[0]!.matchAll(/^\| `.*` \| `(\w+)` \|/gm)].map(([, name]) => name)
  const converted = kinds.filter((kind) => {
    const definition = load(kind)
    return 'otherTools' in definition && typeof definition.otherTools.pulumiGitlab === 'object'
  })
  expect(converted.length).toBeGreaterThan(5)
  expect(rows).toEqual(expect.arrayContaining(converted.map(pascal)))
})

it('names files in kebab case', () => {
  expect(sources.length).toBeGreaterThan(50)
  for (const file of sources) expect(file).toMatch(/^([a-z0-9-]+\/)*[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/)
})

it('has no comment "TODO", which "npm run new" writes at the places to adapt, outside the generator', () => {
  const comment = /(?:\/\/|\*).*\bTODO\b/
  const found = sources.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (comment.test(line) ? [`adapt ${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  const isOutput = (task: string) => task.startsWith('adapt tools/new/')
  expect(found.filter(isOutput).length).toBeGreaterThan(10)
  expect(found.filter((task) => !isOutput(task))).toEqual([])
})

it('lists exactly the exported resources and functions in docs/reference.md', () => {
  const difference = (existing: string[], table: 'resources' | 'functions') => {
    const covered = rowsOf(table)
    expect(new Set(covered).size).toBe(covered.length)
    return tasks({ existing, covered, where: `the table of ${table} in docs/reference.md` })
  }
  expect(difference(kinds.map(pascal), 'resources')).toEqual([])
  expect(
    difference(
      functions.map(({ name }) => name),
      'functions',
    ),
  ).toEqual([])
})
