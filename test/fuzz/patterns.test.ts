import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { times } from '../support/long'

const root = join(__dirname, '..', '..')
const folders = ['sdk', 'provider', 'emulator', 'cli', 'cron']

/** A regular expression as the sources have it. */
interface Literal {
  at: string
  source: string
  flags: string
}

const literals = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => literalsOf(join(root, folder, file))),
)

function literalsOf(path: string): Literal[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Literal[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({
        at: `${relative(root, path)}:${line}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Texts that a pattern may begin to match at each of many places, made of its own characters. */
function pumps(source: string): string[] {
  const plain = source.replace(/\\[dDwWsSbBpPnrtvf0](?:\{\w+\})?/g, ' ').replace(/\\(.)/g, '$1')
  const words = plain.match(/[\w/:@.%<>#"'-]{2,}/g) ?? []
  const characters = [...new Set([...plain.replace(/[()[\]{}|^$?*+]/g, ''), ...'a0 -./:@"\\\n#T*<'])]
  const units = [
    ...new Set([...characters, ...words, ...characters.slice(0, 6).map((one) => `${one}a`), 'a0', '0.', '//', '\\a']),
  ]
  const heads = ['', ...words.slice(0, 1), 'https://']
  return units
    .flatMap((unit) => (unit === '' ? [] : heads.map((head) => [head, unit] as const)))
    .map(([head, unit]) => JSON.stringify([head, unit]))
}

const text = (pump: string, length: number): string => {
  const [head, unit] = JSON.parse(pump) as [string, string]
  // What ends so is matched by hardly anything.
  return `${head}${unit.repeat(Math.ceil(length / unit.length))}\u{10FFFF}!\n\0`
}

function timeOf({ source, flags }: Literal, subject: string): number {
  // As `split` and `replaceAll` do, which find all there is.
  const pattern = new RegExp(source, [...new Set([...flags, 'g'])].join(''))
  const began = performance.now()
  subject.replace(pattern, '')
  return performance.now() - began
}

/** The least of some tries: what the work takes when nothing else is in its way. */
const leastOf = (one: Literal, subject: string): number => Math.min(...[0, 1, 2].map(() => timeOf(one, subject)))

/** With four times the text, work that is linear takes four times as long, and what takes its square sixteen. */
const SHORT = times(5_000, 20_000)
const QUICK_MS = times(2, 10)
const GROWTH = 8

/** A text on which a pattern takes more than linear time. */
function slowOn(one: Literal): string[] {
  for (const pump of pumps(one.source)) {
    if (timeOf(one, text(pump, SHORT)) < QUICK_MS) continue
    const growth = leastOf(one, text(pump, SHORT * 4)) / Math.max(leastOf(one, text(pump, SHORT)), 0.05)
    if (growth > GROWTH) return [`${one.at} /${one.source}/${one.flags} on ${pump}: ${growth.toFixed(1)} times as long`]
  }
  return []
}

/** Patterns that only meet texts in which each place leads to an end, or short ones. */
const prepared: readonly string[] = [
  // They are given texts that end with the @ they look for.
  'emulator/http/redact.ts',
  // Expressions for branches have at most 255 characters.
  'emulator/http/re2.ts',
]

it(`no pattern of ${folders.join(', ')} takes more than linear time: ${literals.length} patterns, ${SHORT * 4} characters`, () => {
  expect(literals.length).toBeGreaterThan(150)
  expect(literals.filter(({ at }) => !prepared.some((file) => at.startsWith(file))).flatMap(slowOn)).toEqual([])
}, 120_000)

// What stood in the sources before.
it.each([
  [String.raw`^\/+|\/+$`, 'g'],
  [String.raw`T.*(Z|[+-]\d\d:?\d\d)$`, 'i'],
  [String.raw`\/\/(?:[^"\\]|\\.)*@`, 'g'],
  [String.raw` (?=(?:[^"]*"[^"]*")*[^"]*$)`, ''],
])(
  'finds patterns that do: %s',
  (source, flags) => {
    expect(slowOn({ at: 'here', source, flags })).not.toEqual([])
  },
  60_000,
)
