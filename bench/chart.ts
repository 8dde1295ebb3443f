/** A group of bars to compare. */
export interface Group {
  title: string
  bars: { label: string; value: number; text: string }[]
}

const width = 860
const left = 190
const widest = 500
const barHeight = 18
const gap = 30
const colors = ['#8c959f', '#d1842f', '#2f81d1', '#2da44e']

/** Draws horizontal bars as SVG. The groups of a scale share it. `most` is the value of the longest possible bar. */
export function chart(title: string, scales: Group[][]): string {
  const parts: string[] = [text(0, 20, title, 'title')]
  let y = 34
  for (const groups of scales) {
    const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)))
    for (const group of groups) {
      parts.push(text(0, y + 14, group.title, 'group'))
      group.bars.forEach((bar, at) => {
        const length = Math.max(1, Math.round((bar.value / most) * widest))
        const color = colors[at % colors.length] ?? ''
        parts.push(
          text(left - 8, y + 14, bar.label, 'label'),
          `<rect x="${left}" y="${y + 1}" width="${length}" height="${barHeight - 3}" rx="2" fill="${color}"/>`,
          text(left + length + 6, y + 14, bar.text, 'value'),
        )
        y += barHeight
      })
      y += gap - barHeight
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<style>${style}</style>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

const style =
  'text{font:12px system-ui,sans-serif;fill:#24292f}.title{font-weight:600;font-size:14px}.group{font-weight:600}' +
  '.label{text-anchor:end}@media(prefers-color-scheme:dark){text{fill:#d0d7de}}'

const text = (x: number, y: number, content: string, kind: string): string =>
  `<text x="${x}" y="${y}" class="${kind}">${escape(content)}</text>`

const escape = (content: string): string => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
