import Table from 'cli-table3'

/** No lines: what is shown can be copied, searched and cut. */
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

/** A table for a terminal, one line for each row. */
export function table(head: string[], rows: string[][]): string {
  const drawn = new Table({
    head,
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  drawn.push(...rows)
  const lines = drawn.toString().split('\n')
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}
