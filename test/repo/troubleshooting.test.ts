import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '..', '..')

/** The sources whose errors people see, each with the texts in one piece that are written in several. */
const sources = ['sdk', 'provider', 'cli', 'emulator'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8').replace(/['"`]\s*\+\s*['"`]/g, '')),
)

/** What stands in code in the first column of the tables: what errors say. */
const rows = readFileSync(join(root, 'docs', 'troubleshooting.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))

/** The texts around names and numbers. */
const piecesOf = (quoted: string): string[] =>
  quoted
    .split('…')
    .map((piece) => piece.trim())
    .filter((piece) => /\p{L}{3}/u.test(piece))

it('has a table of errors with causes and remedies', () => {
  expect(rows.length).toBeGreaterThan(50)
  for (const row of rows) expect(row).toMatch(/^\| `[^`]+` \| [^|]+\. \| [^|]+\. \|$/)
})

it.each(rows.map((row) => /^\| `([^`]+)` \|/.exec(row)?.[1] ?? row))(
  'quotes an error message of the sources: %s',
  (quoted) => {
    const pieces = piecesOf(quoted)
    expect(pieces.length).toBeGreaterThan(0)
    expect(sources.some((source) => pieces.every((piece) => source.includes(piece)))).toBe(true)
  },
)
