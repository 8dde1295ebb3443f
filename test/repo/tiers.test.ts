import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { files, processes, projects } from '../tiers.cjs'
import { modules } from './support/modules'
import { root } from './support/public-surface'

jest.setTimeout(60_000)

const isSuite = (file: string) => file.endsWith('/suite.test.ts')

/** The files that a suite loads. */
const filesIn = (suite: string) => files.filter((file) => dirname(file) === dirname(suite))

/** The files of a project. A suite stands for those that it loads. */
const filesOf = (project: keyof typeof projects) =>
  projects[project].files.flatMap((file) => (isSuite(file) ? filesIn(file) : [file]))

/** The files that a file imports, also through others. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  for (const imported of modules.get(file)?.imports.keys() ?? []) {
    if (found.has(imported)) continue
    found.add(imported)
    importsOf(imported, found)
  }
  return found
}

/** Their tests use no front or always the same one, but modules that can use each. */
const withoutFront = ['test/cli/export.test.ts', 'test/properties/cases.test.ts', 'test/properties/exports.test.ts']

/** Whether the tests of a file use the front of the run. */
const followsFront = (file: string) =>
  !withoutFront.includes(file) &&
  [file, ...importsOf(file)].some((one) => modules.get(one)?.imports.get('test/support/front.ts')?.has('defaultFront'))

it('runs each file in exactly one tier', () => {
  const inTiers = [...filesOf('test'), ...filesOf('full')].sort()
  expect(inTiers).toEqual(files.filter((file) => !file.startsWith('test/nightly/')))
  expect(filesOf('nightly')).toEqual(files)
})

it('runs the files whose tests follow the front once more, with the plugin', () => {
  const repeated = filesOf('nightly-native')
  expect(repeated).toEqual([...new Set(repeated)])
  expect(repeated.sort()).toEqual(files.filter(followsFront).sort())
  for (const file of filesOf('native')) expect(repeated).toContain(file)
})

/** Whether a file, or a module of tests that it imports, has tests for each flavor. Costly ones have both only nightly. */
const hasFlavors = (file: string) =>
  [file, ...importsOf(file)].some(
    (one) =>
      one.startsWith('test/') && /each(?!\(costlyFlavors).*flavor %s/s.test(readFileSync(join(root, one), 'utf8')),
  )

it('runs the tests of flavor spec that npm test leaves out, and no others', () => {
  const { test, spec } = projects
  expect(test.except).toContain(spec.only)
  // A suite has tests for each flavor if one of its files has.
  const withFlavors = test.files.filter((file) => (isSuite(file) ? filesIn(file) : [file]).some(hasFlavors))
  expect(spec.files).toEqual(withFlavors)
})

/** `describe.each` with both flavors, and its title. */
const eachFlavor = /\.each(?:<Flavor>)?\((?:flavors|\['spec', 'gitlab'\](?: as const)?)\)\(\s*(['"`].*['"`]),/g

it('names the flavor in the titles of tests that run on each', () => {
  const unnamed = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(eachFlavor)]
      .filter(([, title = '']) => !/\bflavor %s/.test(title))
      .map(([, title]) => `${file}: ${title}`),
  )
  expect(unnamed).toEqual([])
})

it('lists only existing files that start processes in npm test', () => {
  expect(processes.files.filter((file) => !filesOf('test').includes(file))).toEqual([])
})
