import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { times } from '../shared/test-run'

const root = join(__dirname, '..', '..')
const folders = ['sdk', 'provider', 'emulator', 'cli', 'cron']

/** A regular expression of the sources. */
interface Literal {
  at: string
  source: string
  flags: string
}

const literals = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    // Patterns of tests match what we write ourselves.
    .filter((file) => file.endsWith('.ts') && !file.startsWith(join('emulator', 'test')))
    .flatMap((file) => literalsOf(join(root, file))),
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

/** Strings of the characters of a pattern, which it can start to match at many places. */
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
  // Hardly any pattern matches a string with this end.
  return `${head}${unit.repeat(Math.ceil(length / unit.length))}\u{10FFFF}!\n\0`
}

function timeOf({ source, flags }: Literal, subject: string): number {
  // Like `split` and `replaceAll`, find all matches.
  const pattern = new RegExp(source, [...new Set([...flags, 'g'])].join(''))
  // The time of the processor, because other tests run at the same time.
  const began = process.cpuUsage()
  subject.replace(pattern, '')
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

/** The shortest of some times, without the effects of other work on the machine. */
const leastOf = (one: Literal, subject: string): number => Math.min(...[0, 1, 2].map(() => timeOf(one, subject)))

/** With four times the length, linear work takes four times as long, and quadratic work sixteen times. */
const SHORT = times(2_500, 10_000)
const QUICK_MS = times(1, 5)
const GROWTH = 8

/** A string on which a pattern takes more than linear time. */
function slowOn(one: Literal): string[] {
  for (const pump of pumps(one.source)) {
    if (timeOf(one, text(pump, SHORT)) < QUICK_MS) continue
    const growthOf = () => leastOf(one, text(pump, SHORT * 4)) / Math.max(leastOf(one, text(pump, SHORT)), 0.05)
    let growth = growthOf()
    // Other work on the machine can delay all three runs of a measurement, but hardly those of three measurements.
    for (let again = 0; again < 2 && growth > GROWTH; again++) growth = Math.min(growth, growthOf())
    if (growth > GROWTH) return [`${one.at} /${one.source}/${one.flags} on ${pump}: ${growth.toFixed(1)} times as long`]
  }
  return []
}

/** Patterns that are only used with short strings, or with strings in which a match ends early. */
const prepared: readonly string[] = [
  // Their strings end with the @ that they search for.
  'emulator/http/redact.ts',
  // Branch expressions have at most 255 characters.
  'emulator/http/re2.ts',
]

it(`has only regular expressions with linear time in ${folders.join(', ')}: ${literals.length} patterns, ${SHORT * 4} characters`, () => {
  expect(literals.length).toBeGreaterThan(150)
  expect(literals.filter(({ at }) => !prepared.some((file) => at.startsWith(file))).flatMap(slowOn)).toEqual([])
}, 120_000)

// Patterns of earlier versions of the sources.
it.each([
  [String.raw`^\/+|\/+$`, 'g'],
  [String.raw`T.*(Z|[+-]\d\d:?\d\d)$`, 'i'],
  [String.raw`\/\/(?:[^"\\]|\\.)*@`, 'g'],
  [String.raw` (?=(?:[^"]*"[^"]*")*[^"]*$)`, ''],
])(
  'detects a regular expression with more than linear time: %s',
  (source, flags) => {
    expect(slowOn({ at: 'here', source, flags })).not.toEqual([])
  },
  60_000,
)
