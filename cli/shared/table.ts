import { stripVTControlCharacters } from 'node:util'
import Table from 'cli-table3'
import stringWidth from 'string-width'

/** No border characters, so that users can copy and search the output. */
const noLines = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

/** The minimum width of a column. */
const least = 8
const between = noLines.middle.length

/** A table with one line for each row. If `columns` is given, the widest cells are truncated until the lines fit. */
export function table(head: string[], rows: string[][], columns?: number): string {
  const drawn = new Table({
    head,
    chars: noLines,
    ...(columns !== undefined && { colWidths: widthsOf([head, ...rows], columns) }),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  drawn.push(...rows)
  const lines = drawn.toString().split('\n')
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

/** The width of each column. The widest columns shrink first. */
function widthsOf(rows: readonly string[][], columns: number): number[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))))
  const room = columns - between * (widths.length - 1)
  const total = () => widths.reduce((sum, width) => sum + width, 0)
  while (total() > room) {
    const widest = Math.max(...widths)
    if (widest <= least) break
    widths[widths.indexOf(widest)] = widest - 1
  }
  return widths
}

const widthOf = (text: string): number => stringWidth(stripVTControlCharacters(text))
