import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { phrasesIn } from '../support/plain-english'
import { titlesOf } from '../support/titles'

const root = resolve(__dirname, '..', '..')

const files = ['test', 'emulator/test']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.test.ts'))
  .sort()

/** The first word of a title that needs the title of its group as a subject. */
const tail = /^(is|are|was|were|have|had|may|must|will|would|of|that|which|to|by|as|and|nor|but|so|with|without|from)\b/

it.each([
  ['is kept when its group has it', true],
  ['of another user is kept', true],
  ['keeps a label that was promoted to its group', false],
  ['an archived project is read', false],
])('recognizes a title that is only the end of a sentence: %s', (text, expected) => {
  expect(tail.test(text)).toBe(expected)
})

it.each(files)('uses sentences in plain English as titles in %s', (path) => {
  const titles = titlesOf(path, readFileSync(join(root, path), 'utf8'))
  expect(titles.flatMap(({ text, line }) => phrasesIn(text).map((phrase) => `line ${line}: ${phrase}`))).toEqual([])
  const tails = titles.filter(({ kind, text }) => kind === 'test' && tail.test(text))
  expect(tails.map(({ text, line }) => `line ${line}: start "${text}" with its subject or a verb`)).toEqual([])
})
