import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '..', '..')

/** The sources with error messages. Strings that are split in the source are joined. */
const sources = ['sdk', 'provider', 'cli', 'emulator'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('test/'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8').replace(/['"`]\s*\+\s*['"`]/g, '')),
)

/** The error messages in the first column of the tables. */
const rows = readFileSync(join(root, 'docs', 'troubleshooting.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))

/** The parts of a message between names and numbers. */
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
