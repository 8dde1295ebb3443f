/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escape).join(' | ')} |`).join('\n')

const escape = (cell: string): string => cell.replaceAll('|', '\\|')

export const count = (value: number): string => Math.round(value).toLocaleString('en')
export const several = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`
export const seconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} s`
export const milliseconds = (value: number): string => `${Math.round(value * 1000)} ms`
export const times = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ×`
export const megabytes = (value: number): string => `${Math.round(value / 1e6)} MB`
