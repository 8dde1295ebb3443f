import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { page, pages } from '../support/markdown'
import { messages, phrasesIn, prose } from '../support/plain-english'

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

const folders = ['sdk', 'provider', 'cli', 'emulator'].flatMap((folder) => [
  folder,
  ...readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1)),
])

describe.each(folders)('messages in %s', (folder) => {
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
