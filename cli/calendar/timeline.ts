import { html as markup } from 'hono/html'
import { visible } from '../shared/characters'
import { Axis } from './axis'
import { type Bar, barsOf, lanesOf } from './lanes'
import { LocalTime } from './local-time'
import { projectsOf } from './shared-rows'
import {
  bar,
  barHeight,
  grid,
  laneHeight,
  legend,
  manyBars,
  type Markup,
  rowPadding,
  text,
  top,
  widthOf,
} from './timeline-parts'
import type { CalendarRow } from './windows'
import { labelsOf, membersOf, notesOf, shorten, wrap } from './words'

/** Pixels. */
const lineHeight = 17
/** Space for a mark between a name and the bars. */
const markWidth = 22

/** Maximum number of lines with notes below the picture. Titles contain all notes. */
const mostNotes = 24
/** With more bars than this, the bars of a line share one title. */
const mostTitles = 4_000
/** Bars beyond this number are not drawn: this number takes about 6 MB. */
const mostBars = 300_000

/** The days of a picture: `days` days, starting with the day of `from`. */
export interface Range {
  from: Date
  days: number
  /** Default: the machine's time zone. */
  timezone?: string
}

/**
 * A timeline as a single `<svg>` for any page, with a row for each project or for several projects with the same freezes.
 * It takes its text color from the page, and other colors from the custom properties `--trueup-freeze` and
 * `--trueup-overlap` if they are set.
 */
export function timelineSvg(rows: CalendarRow[], range: Range): string {
  const { bottom, title, names, days, ...drawn } = draw(rows, range)
  const legendAt = bottom + 24
  const key = legend(rows, drawn.time, legendAt)
  const width = Math.max(drawn.width, key.width)
  const noteWidth = Math.min(120, Math.floor((width - 16) / 6))
  const members = membersOf(rows).map(({ label, projects }) => `${label}: ${projects.join(', ')}`)
  const all = [...members, ...notesOf(rows)].flatMap((note) => wrap(note, noteWidth))
  const notes = all.length > mostNotes ? [...all.slice(0, mostNotes), '… See the titles of the names for more.'] : all
  const height = legendAt + 12 + (notes.length + drawn.remarks.length) * lineHeight
  return String(
    markup`<svg xmlns="http://www.w3.org/2000/svg" class="trueup-timeline" role="group" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${look}><title>${title}</title>${hatching}
${days}
${names}
${key.marks}
${[...drawn.remarks, ...notes].map((line, at) => text(8, legendAt + 22 + at * lineHeight, line))}</svg>
`,
  )
}

/**
 * The same for a page: the names stay visible when the days scroll sideways, and the notes below are text. Needs the CSS
 * rules of {@link timelineStyle}.
 */
export function timelineHtml(rows: CalendarRow[], range: Range): Markup {
  const { width, bottom, left, title, names, days, time, remarks } = draw(rows, range)
  const key = legend(rows, time, 16)
  const members = membersOf(rows).map(
    ({ label, projects }) =>
      markup`<details><summary>${visible(label)}</summary><p>${visible(projects.join(', '))}</p></details>
`,
  )
  const notes = [...remarks, ...notesOf(rows)].map((note) => markup`<li>${visible(note)}</li>`)
  // Names take the available width; names that are too long show their ends.
  return markup`<div class="trueup-timeline" tabindex="0" role="region" aria-label="Timeline">
<svg xmlns="http://www.w3.org/2000/svg" class="names" role="group" width="${left}" height="${bottom}" viewBox="0 0 ${left} ${bottom}" preserveAspectRatio="xMaxYMin slice" style="--width:${left}"${look}><title>Projects</title>
${names}</svg><svg xmlns="http://www.w3.org/2000/svg" class="days" role="group" width="${width - left}" height="${bottom}" viewBox="${left} 0 ${width - left} ${bottom}" style="--width:${width - left}"${look}><title>${title}</title>${hatching}
${days}</svg>
</div>
<svg xmlns="http://www.w3.org/2000/svg" class="trueup-legend" role="group" width="${key.width}" height="24" viewBox="0 0 ${key.width} 24"${look}><title>Legend</title>${key.marks}</svg>
${members.length > 0 && markup`<div class="trueup-members">${members}</div>`}
${notes.length > 0 && markup`<ul class="trueup-notes">${notes}</ul>`}`
}

/** The CSS rules for {@link timelineHtml}. */
export const timelineStyle = `
.trueup-timeline { display: flex; overflow-x: auto; margin: 1rem 0 .5rem; }
.trueup-timeline svg { flex: none; display: block; max-width: none; }
.trueup-timeline .names { position: sticky; left: 0; z-index: 1; background: var(--paper, Canvas); }
.trueup-legend { display: block; max-width: 100%; }
.trueup-members summary { margin: .25rem 0; font-weight: 400; cursor: pointer; }
.trueup-members p { margin: .25rem 0 .75rem; overflow-wrap: anywhere; }
.trueup-notes { margin: .75rem 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .trueup-timeline .names { width: 8.5rem; } }
@media print {
  .trueup-timeline { overflow: visible; }
  .trueup-timeline svg { flex: var(--width) 1 0; min-width: 0; max-width: calc(var(--width) * 1px); height: auto; }
}
`

const look = markup` font-family="system-ui, sans-serif" font-size="12" fill="currentColor"`
const hatching = markup`<defs><pattern id="trueup-overlap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" stroke="currentColor" stroke-width="3" stroke-opacity="0.55"/></pattern></defs>`

/** The parts of a picture in one coordinate system: names are left of `left`, days are right of it. */
interface Drawing {
  time: LocalTime
  title: string
  left: number
  width: number
  bottom: number
  names: Markup[]
  days: Markup[]
  /** Sentences about rows that are not drawn. */
  remarks: string[]
}

function draw(rows: CalendarRow[], range: Range): Drawing {
  const time = new LocalTime(range.timezone)
  const labels = labelsOf(rows).map((label) => shorten(label, 28))
  const left = Math.ceil(labels.reduce((widest, label) => Math.max(widest, widthOf(label)), 52)) + markWidth + 8
  const axis = new Axis(time.days(time.date(range.from), Math.max(1, Math.round(range.days))), left)
  const width = Math.max(axis.right, 480) + 24
  const lines = rows.map((row) => lanesOf(row.windows).map((lane) => barsOf(lane, axis)))
  const count = lines.flat(2).length
  const days: Markup[] = []
  const names: Markup[] = []
  let bottom = top
  let drawn = 0
  for (const [at, row] of rows.entries()) {
    const bars = lines[at]!
    drawn += bars.flat().length
    if (drawn > mostBars) break
    const height = Math.max(1, bars.length) * laneHeight + 2 * rowPadding
    days.push(track(row, bars, { y: bottom, left, width, isFull: count > mostTitles }, time))
    names.push(nameOf(row, labels[at]!, { y: bottom, height, left }))
    bottom += height
  }
  if (rows.length === 0) {
    days.push(text(axis.left + 8, top + 20, 'No freeze periods.'))
    bottom += 32
  }
  const others = rows.length - names.length
  const remarks = others > 0 ? [`${others} more rows are not drawn. Select fewer days or projects.`] : []
  const title = `Freeze periods, ${range.days === 1 ? '1 day' : `${axis.days.length} days`} from ${axis.days[0]!.date}, times in ${time.zone}`
  return { time, title, left, width, bottom, names, days: [...grid(axis, bottom), ...days], remarks }
}

/** The name is right-aligned, so that it does not overlap the bars in any font; the mark is between name and bars. */
function nameOf(row: CalendarRow, label: string, { y, height, left }: { y: number; height: number; left: number }) {
  const middle = y + height / 2 + 4
  const mark = row.notes.length > 0 && text(left - 10, middle, '!', markup` text-anchor="middle" font-weight="700"`)
  const title = markup`<title>${[...projectsOf(row), ...row.notes].map(visible).join('\n')}</title>`
  return markup`<g>${title}${line(y, 0, left)}${text(left - markWidth, middle, label, markup` text-anchor="end"`)}${mark}</g>
`
}

const line = (y: number, from: number, to: number): Markup =>
  markup`<path d="M${from} ${y}H${to}" stroke="currentColor" stroke-opacity="0.12"/>`

interface Track {
  y: number
  left: number
  width: number
  /** Whether the picture has too many bars for one title each. */
  isFull: boolean
}

function track(row: CalendarRow, lines: Bar[][], { y, left, width, isFull }: Track, time: LocalTime): Markup {
  const bars = lines.map((all, index) => {
    const at = y + rowPadding + index * laneHeight + (laneHeight - barHeight) / 2
    const isEndless = ({ windows }: Bar) => windows.at(-1)!.end === null
    const plain = isFull ? all.filter((one) => !isEndless(one)) : []
    const single = isFull ? all.filter(isEndless) : all
    return [plain.length > 0 && manyBars(row, plain, at, time), ...single.map((one) => bar(row, one, at, time))]
  })
  return markup`<g>${line(y, left, width)}${bars}</g>
`
}
