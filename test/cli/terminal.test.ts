import type { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { colorsWanted, columnsOf } from '../../cli/shared/output'
import { table } from '../../cli/shared/table'
import { formats, type TokenReport } from '../../cli/tokens/formats'
import { useWarmCli } from '../support/warm-cli'

const cli = useWarmCli()

const stream = (isTTY: boolean, colors: boolean, columns = 80) =>
  ({ isTTY, columns, hasColors: () => colors }) as unknown as WriteStream
const terminal = stream(true, true)
const pipe = { columns: undefined } as unknown as WriteStream

describe('colors in the output', () => {
  it.each([
    ['a terminal with colors', terminal, {}, true],
    ['a terminal without colors', stream(true, false), {}, false],
    ['a pipe', pipe, {}, false],
    ['a terminal with NO_COLOR', terminal, { NO_COLOR: '1' }, false],
    ['a terminal with an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
    ['a pipe with FORCE_COLOR', pipe, { FORCE_COLOR: '1' }, true],
    ['a terminal with FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false],
    ['a pipe with CLICOLOR_FORCE', pipe, { CLICOLOR_FORCE: '1' }, true],
    ['a pipe with CLICOLOR_FORCE=0', pipe, { CLICOLOR_FORCE: '0' }, false],
    ['a terminal with both NO_COLOR and FORCE_COLOR', pipe, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ])('decides whether to write colors to %s', (_, to, env, expected) => {
    expect(colorsWanted(to, env as NodeJS.ProcessEnv)).toBe(expected)
  })

  it('writes colors in the reports of commands', async () => {
    const env = { PATH: '/nowhere', FORCE_COLOR: '1' }
    const run = cli.in({ env })('doctor')
    await run.ended
    expect(run.output.stdout).toContain('\u001b[31m')
    const plain = cli.in({ env: { ...env, NO_COLOR: '1' } })('doctor')
    await plain.ended
    expect(plain.output.stdout).toBe(stripVTControlCharacters(run.output.stdout))
  })
})

it('returns the width of a terminal, and undefined for a pipe', () => {
  expect([columnsOf(terminal), columnsOf(pipe), columnsOf(stream(true, true, 0))]).toEqual([80, undefined, undefined])
})

describe('a table in the terminal', () => {
  const head = ['Name', 'Scopes', 'Id']
  const rows = [
    ['a name of some length that goes on', 'read_api read_registry self_rotate', '1'],
    ['日本語の名前はとても長いです', 'api', '123456'],
  ]
  const widths = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => stringWidth(line))

  it('makes a table as wide as its content if there is no limit', () => {
    expect(table(head, rows)).toBe(`Name                                Scopes                              Id
a name of some length that goes on  read_api read_registry self_rotate  1
日本語の名前はとても長いです        api                                 123456
`)
    expect(table(head, rows, 200)).toBe(table(head, rows))
  })

  it.each([79, 60, 45, 30])(
    'fits a table into %d columns with one line for each row, and truncates the longest cells',
    (columns) => {
      const drawn = table(head, rows, columns)
      expect(Math.max(...widths(drawn))).toBeLessThanOrEqual(columns)
      expect(widths(drawn)).toHaveLength(3)
      expect(drawn.includes('…')).toBe(columns < 78)
      expect(drawn).toContain('123456')
    },
  )

  it('truncates colored cells like plain ones', () => {
    const red = rows.map((row) => row.map((cell) => `\u001b[31m${cell}\u001b[39m`))
    expect(stripVTControlCharacters(table(head, red, 40))).toBe(table(head, rows, 40))
  })

  it('truncates the table of tokens only for a terminal', () => {
    const token = { group: 'acme/platform/infrastructure', name: 'a token of some length', id: 7, scopes: ['read_api'] }
    const rest = { accessLevel: 40, expiresAt: '2027-01-31', lastUsedAt: null, state: 'active', daysLeft: 9, due: true }
    const report = {
      service: '',
      at: new Date(0),
      within: '30d',
      tokens: [{ ...token, ...rest }],
    } as unknown as TokenReport
    const text = (columns: number | undefined) => formats.text(report, { colors: false, columns })
    expect(text(undefined)).toContain('acme/platform/infrastructure  a token of some length')
    expect(Math.max(...widths(text(90)))).toBeLessThanOrEqual(90)
    expect(text(90)).toContain('2027-01-31')
  })
})
