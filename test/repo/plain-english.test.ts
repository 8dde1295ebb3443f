import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { page, pages } from '../shared/markdown'
import { comments, messages, phrasesIn, prose } from '../support/plain-english'

const root = resolve(__dirname, '..', '..')

/** Pages that tools write, with the names of packages and endpoints. */
const generated = ['docs/coverage.md', 'docs/licenses.md']

it.each([
  ['colour is no argument of a label', 2],
  ['There is no label, and the token is no longer valid.', 0],
  ['it is made anew, but for its id, too.', 3],
  ['Nobody normalises the\nbehaviour of a text.', 4],
  ['The license is canceled.', 0],
])('finds the phrases in: %s', (text, count) => {
  expect(phrasesIn(text)).toHaveLength(count)
})

it('reads the words of a page, without code, targets of links and quotations', () => {
  const text = 'A [colour](licence.md) of `a text`, "anew".\n\n```ts\nbehaviour\n```\n\nfor ever\n'
  expect(phrasesIn(prose(text))).toEqual([expect.stringContaining('colour'), expect.stringContaining('for ever')])
})

it('reads the comments of a source file, joined, and no code', () => {
  const source = [
    '/** It is made',
    ' * anew. */',
    "const anew = '// `x`' // but",
    '// for `anew`',
    'run(/* ever */ anew)',
  ].join('\n')
  expect(comments('run.ts', source).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
    'It is made anew.',
    'but for …',
    'ever',
  ])
})

it('reads the messages of a source file, joined and without values, and no names or comments', () => {
  const source = [
    '// anew',
    'const name = "anew"',
    'fail("it is made " + `anew by ${user === undefined ? "no body at all" : user}`)',
  ].join('\n')
  expect(messages('fail.ts', source)).toEqual(['it is made anew by …', 'no body at all'])
})

describe.each([...pages(), page('bench/README.md')].filter(({ path }) => !generated.includes(path)))(
  '$path',
  ({ text }) => {
    it('uses plain English', () => {
      expect(phrasesIn(prose(text))).toEqual([])
    })
  },
)

const productFolders = ['sdk', 'provider', 'cli', 'emulator'].flatMap((folder) => [
  folder,
  ...readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    // Messages of tests can be data.
    .filter((folder) => !folder.startsWith('emulator/test')),
])

describe.each(productFolders)('messages in %s', (folder) => {
  it('use plain English', () => {
    const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.ts'))
    const found = files.flatMap((file) =>
      messages(file, readFileSync(join(root, folder, file), 'utf8')).flatMap((text) =>
        phrasesIn(text).map((phrase) => `${file}: ${phrase}`),
      ),
    )
    expect(found).toEqual([])
  })
})

/** Files that are not part of the package. This file and the list of phrases quote phrases. */
const workshop = ['tools', 'bench', 'test', 'emulator/test', ''].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder !== '', encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.(ts|js|mjs|cjs)$/.test(file) && !/node_modules|fixtures|plain-english/.test(file)),
)

it('uses plain English in comments of tools, benchmarks, tests and configuration, and in messages of tools', () => {
  expect(workshop).toEqual(
    expect.arrayContaining(['eslint.config.mjs', 'test/support/front.ts', 'tools/docs/index.ts']),
  )
  const found = workshop.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    // Messages of tests can be data, and templates are code.
    const isTool = /^(tools|bench)\//.test(file) && !file.startsWith('tools/new/templates/')
    const texts = [...comments(file, source), ...(isTool ? messages(file, source) : [])]
    return texts.flatMap((text) => phrasesIn(text).map((phrase) => `${file}: ${phrase}`))
  })
  expect(found).toEqual([])
})
