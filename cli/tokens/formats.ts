import { styleText } from 'node:util'
import { jsonOf, visible } from '../shared/characters'
import { code } from '../shared/markdown-text'
import type { Terminal } from '../shared/report-options'
import { roleName } from '../shared/role-name'
import { table } from '../shared/table'
import type { FormatName } from './format-names'
import { placeOf, type TokenRow } from './survey'

/** The report of `trueup tokens`. */
export interface TokenReport {
  /** Base URL of the service. */
  service: string
  /** The time of the report. */
  at: Date
  /** The value of `--within`. */
  within: string
  tokens: TokenRow[]
}

type Format = (report: TokenReport, terminal: Terminal) => string

const head = ['Expires', 'Left', 'Project or group', 'Token', 'Id', 'Role', 'Scopes', 'Last used', 'State']

const cellsOf = (token: TokenRow): string[] => [
  token.expiresAt ?? 'never',
  leftOf(token),
  placeOf(token),
  token.name,
  String(token.id),
  roleName(token.accessLevel),
  token.scopes.join(' '),
  token.lastUsedAt?.slice(0, 10) ?? 'never',
  token.due ? 'due' : token.state,
]

function leftOf({ state, daysLeft }: TokenRow): string {
  if (state !== 'active' || daysLeft === null) return ''
  if (daysLeft < 1) return 'under 1 day'
  if (daysLeft > 3_650) return 'over 10 years'
  return daysLeft === 1 ? '1 day' : `${daysLeft} days`
}

/** `2 of 7 tokens expire within 30d.` */
function summaryOf({ tokens, within }: TokenReport): string {
  const due = tokens.filter((token) => token.due).length
  if (tokens.length === 0) return 'There are no access tokens of projects and groups.'
  const all = tokens.length === 1 ? '1 token' : `${tokens.length} tokens`
  return due === 0 ? `None of ${all} expires within ${within}.` : `${due} of ${all} will expire within ${within}.`
}

const text: Format = (report, { colors, columns }) => {
  const paint = (color: 'red' | 'dim', plain: string): string =>
    // The caller has checked whether the stream supports colors.
    colors ? styleText(color, plain, { validateStream: false }) : plain
  const rows = report.tokens.map((token) => {
    const cells = cellsOf(token).map(visible)
    if (token.due) return cells.map((cell) => paint('red', cell))
    return token.state === 'active' ? cells : cells.map((cell) => paint('dim', cell))
  })
  return `${rows.length > 0 ? `${table(head, rows, columns)}\n` : ''}${summaryOf(report)}\n`
}

const markdown: Format = (report) => {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |\n`
  const rows = report.tokens.map((token) => {
    const [expires = '', left = '', place = '', name = '', id = '', role = '', scopes = '', ...rest] = cellsOf(token)
    return line([expires, left, code(place), code(name), id, role, code(scopes), ...rest])
  })
  const drawn = rows.length > 0 ? `${line(head)}${line(head.map(() => '---'))}${rows.join('')}\n` : ''
  return `${drawn}${summaryOf(report)}\n`
}

const json: Format = (report) => jsonOf({ ...report, due: report.tokens.filter(({ due }) => due).length })

/** The formats of `trueup tokens`, by name. */
export const formats = { text, json, markdown } satisfies Record<FormatName, Format>
