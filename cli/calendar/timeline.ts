import { html as markup } from 'hono/html'
import { visible } from '../characters'
import { Axis } from './axis'
import { type Bar, barsOf, lanesOf } from './lanes'
import { LocalTime } from './local-time'
import { type CalendarRow, type CalendarWindow } from './windows'
import { describeBar, notesOf, shorten, wrap } from './words'

type Markup = ReturnType<typeof markup>

const months = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Pixels. */
const top = 42
const laneHeight = 16
const barHeight = 12
const rowPadding = 5
const lineHeight = 17
const characterWidth = 6.5

/** Lines of notes below the picture; the rest is in titles. */
const mostNotes = 24

/** As attributes for viewers that know no custom properties, and as style for those that do. */
const colours = {
  freeze: { attribute: '#3b82f6', style: 'fill:var(--trueup-freeze,#3b82f6)' },
  overlap: { attribute: '#d97706', style: 'fill:var(--trueup-overlap,#d97706)' },
}

/**
 * A time line with a row for each project: one `<svg>` for any page. It takes its text colour from there, and other
 * colours from the custom properties `--trueup-freeze` and `--trueup-overlap`, if they are set.
 *
 * It begins with the day in which `from` is and has `days` days, in this machine's time zone unless another is given.
 */
export function timelineSvg(rows: CalendarRow[], range: { from: Date; days: number; timezone?: string }): string {
  const time = new LocalTime(range.timezone)
  const labels = rows.map(({ project }) => shorten(project, 28))
  const left = Math.ceil(Math.max(8, ...labels.map((label) => label.length)) * characterWidth) + 28
  const axis = new Axis(time.days(time.date(range.from), Math.max(1, Math.round(range.days))), left)
  const width = Math.max(axis.right, 480) + 24

  const tracks: Markup[] = []
  let bottom = top
  for (const [index, row] of rows.entries()) {
    const lanes = lanesOf(row.windows)
    const height = Math.max(1, lanes.length) * laneHeight + 2 * rowPadding
    tracks.push(track({ row, label: labels[index]!, lanes, y: bottom, height, width }, axis, time))
    bottom += height
  }
  if (rows.length === 0) {
    tracks.push(text(axis.left + 8, top + 20, 'No freeze periods.'))
    bottom += 32
  }
  const notes = noteLines(rows, Math.min(120, Math.floor((width - 16) / 6)))
  const legendAt = bottom + 24
  const height = legendAt + 12 + notes.length * lineHeight
  const title = `Freeze periods, ${range.days === 1 ? 'one day' : `${axis.days.length} days`} from ${axis.days[0]!.date}, times in ${time.zone}`

  return String(
    markup`<svg xmlns="http://www.w3.org/2000/svg" class="trueup-timeline" role="group" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="currentColor"><title>${title}</title><defs><pattern id="trueup-overlap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" stroke="currentColor" stroke-width="3" stroke-opacity="0.55"/></pattern></defs>
${grid(axis, bottom)}
${tracks}
${legend(rows, time, legendAt)}
${notes.map((line, index) => text(8, legendAt + 22 + index * lineHeight, line))}</svg>
`,
  )
}

const text = (x: number, y: number, words: string, more: Markup | string = ''): Markup =>
  markup`<text x="${x}" y="${y}"${more}>${visible(words)}</text>`

const round = (value: number): number => Math.round(value * 10) / 10

/** The days: weekends shaded, numbered, and the months above. */
function grid(axis: Axis, bottom: number): Markup[] {
  const { days, dayWidth } = axis
  const height = bottom - top + 18
  const weekends = days.flatMap(({ weekday }, index) =>
    weekday.startsWith('S')
      ? [
          markup`<rect x="${axis.day(index)}" y="${top - 18}" width="${dayWidth}" height="${height}" fill-opacity="0.07"/>`,
        ]
      : [],
  )
  const numbered = axis.numbered()
  const lines = [...numbered, days.length].map(
    (index) =>
      markup`<path d="M${axis.day(index)} ${top - 18}v${height}" stroke="currentColor" stroke-opacity="0.12"/>`,
  )
  const centred = dayWidth >= 18
  const numbers = numbered.map((index) => {
    const number = String(Number(days[index]!.date.slice(8)))
    const x = axis.day(index) + (centred ? dayWidth / 2 : 2)
    const anchor = centred ? markup` text-anchor="middle"` : ''
    const label = dayWidth >= 48 ? `${days[index]!.weekday} ${number}` : number
    return text(x, top - 5, label, markup`${anchor} font-size="11" fill-opacity="0.75"`)
  })
  const names = axis
    .months()
    .map((index) =>
      text(axis.day(index) + 2, 15, months.format(new Date(days[index]!.date)), markup` font-weight="600"`),
    )
  return [...weekends, ...lines, ...numbers, ...names]
}

interface Track {
  row: CalendarRow
  label: string
  lanes: CalendarWindow[][]
  y: number
  height: number
  width: number
}

function track({ row, label, lanes, y, height, width }: Track, axis: Axis, time: LocalTime): Markup {
  const middle = y + height / 2 + 4
  const title = markup`<title>${[row.project, ...row.notes].join('\n')}</title>`
  const mark = row.notes.length > 0 && text(axis.left - 18, middle, '!', markup` font-weight="700"`)
  const bars = lanes.flatMap((lane, index) => {
    const at = y + rowPadding + index * laneHeight + (laneHeight - barHeight) / 2
    return barsOf(lane, axis).map((one) => bar(one, at, time))
  })
  return markup`<g><path d="M0 ${y}H${width}" stroke="currentColor" stroke-opacity="0.12"/><g>${title}${text(8, middle, label)}${mark}</g>${bars}</g>
`
}

/** One without end points out of the picture. */
function bar({ x, right, windows }: Bar, y: number, time: LocalTime): Markup {
  const tip = windows.at(-1)!.end ? `v${barHeight}` : `l10 ${barHeight / 2}l-10 ${barHeight / 2}`
  const shape = `M${round(x)} ${y}H${round(right)}${tip}H${round(x)}z`
  const { overlaps } = windows[0]!
  const { attribute, style } = overlaps ? colours.overlap : colours.freeze
  const hatch = overlaps && markup`<path d="${shape}" fill="url(#trueup-overlap)"/>`
  return markup`<g><title>${visible(describeBar(windows, time))}</title><path d="${shape}" fill="${attribute}" style="${style}"/>${hatch}</g>`
}

/** What the marks mean that are there. */
function legend(rows: CalendarRow[], time: LocalTime, y: number): Markup[] {
  const windows = rows.flatMap((row) => row.windows)
  const box = `v${barHeight}h-24v-${barHeight}z`
  const arrow = `l10 ${barHeight / 2}l-10 ${barHeight / 2}h-24v-${barHeight}z`
  const entries = [
    { shown: true, shape: box, words: 'frozen', colour: colours.freeze },
    {
      shown: windows.some(({ overlaps }) => overlaps),
      shape: box,
      words: 'two freezes at once',
      colour: colours.overlap,
      hatch: true,
    },
    { shown: windows.some(({ end }) => end === null), shape: arrow, words: 'never ends', colour: colours.freeze },
  ].filter(({ shown }) => shown)
  let x = 8
  const drawn = entries.map(({ shape, words, colour, hatch = false }) => {
    const path = `M${x} ${y - 10}h24${shape}`
    const key = markup`<path d="${path}" fill="${colour.attribute}" style="${colour.style}"/>${hatch && markup`<path d="${path}" fill="url(#trueup-overlap)"/>`}${text(x + 38, y, words)}`
    x += 62 + words.length * characterWidth
    return key
  })
  return [...drawn, text(x, y, `times in ${time.zone}`, markup` fill-opacity="0.75"`)]
}

function noteLines(rows: CalendarRow[], width: number): string[] {
  const lines = notesOf(rows).flatMap((note) => wrap(note, width))
  return lines.length > mostNotes
    ? [...lines.slice(0, mostNotes), '… and more: see the titles of the projects.']
    : lines
}
