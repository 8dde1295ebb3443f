import { html as markup } from 'hono/html'
import { visible } from '../shared/characters'
import type { Axis } from './axis'
import type { Bar } from './lanes'
import type { LocalTime } from './local-time'
import type { CalendarRow } from './windows'
import { describeAll, describeBar } from './words'

export type Markup = ReturnType<typeof markup>

/** Pixels. */
export const top = 42
export const laneHeight = 16
export const barHeight = 12
export const rowPadding = 5

/** Attributes for viewers without support for custom properties, and styles for those with it. */
const colors = {
  freeze: { attribute: '#3b82f6', style: 'fill:var(--trueup-freeze,#3b82f6)' },
  overlap: { attribute: '#d97706', style: 'fill:var(--trueup-overlap,#d97706)' },
}

export const text = (x: number, y: number, words: string, more: Markup | string = ''): Markup =>
  markup`<text x="${x}" y="${y}"${more}>${visible(words)}</text>`

/** Approximate width of a text in the widest of the common fonts. */
export const widthOf = (words: string): number =>
  [...words].reduce((width, character) => width + (widths.find(([of]) => of.test(character))?.[1] ?? 7.4), 0)

const widths: [RegExp, number][] = [
  [/[ijl.,;:'|/()! -]/, 5],
  [/[MWmw@%]|[^ -~]/, 12],
  [/[A-Z]/, 9],
]

const round = (value: number): number => Math.round(value * 10) / 10

/** The grid of days: shaded weekends, day numbers, and month names above them. */
export function grid(axis: Axis, bottom: number): Markup[] {
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
  const centered = dayWidth >= 18
  const numbers = numbered.map((index) => {
    const number = String(Number(days[index]!.date.slice(8)))
    const x = axis.day(index) + (centered ? dayWidth / 2 : 2)
    const anchor = centered ? markup` text-anchor="middle"` : ''
    const label = dayWidth >= 48 ? `${days[index]!.weekday} ${number}` : number
    return text(x, top - 5, label, markup`${anchor} font-size="11" fill-opacity="0.75"`)
  })
  // Created on demand, because the first format of a process takes 10 ms.
  const months = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const names = axis
    .months()
    .map((index) =>
      text(axis.day(index) + 2, 15, months.format(new Date(days[index]!.date)), markup` font-weight="600"`),
    )
  return [...weekends, ...lines, ...numbers, ...names]
}

/** The bar of an endless window ends in an arrow. */
export function bar(row: CalendarRow, { x, right, windows }: Bar, y: number, time: LocalTime): Markup {
  const tip = windows.at(-1)!.end ? `v${barHeight}` : `l10 ${barHeight / 2}l-10 ${barHeight / 2}`
  const shape = `M${round(x)} ${y}H${round(right)}${tip}H${round(x)}z`
  const title = markup`<title>${visible(describeBar(row, windows, time))}</title>`
  return markup`<g>${title}${filled(shape, windows[0]!.overlaps)}</g>`
}

/** All bars of a line under one title, for pictures with too many bars for one title each: one shape for each color. */
export function manyBars(row: CalendarRow, bars: Bar[], y: number, time: LocalTime): Markup {
  const shapes = [false, true].map((overlaps) => {
    let at = 0
    const path = bars
      .filter(({ windows }) => windows[0]!.overlaps === overlaps)
      .map(({ x, right }, index) => {
        const [from, width] = [round(x), round(right - x)]
        const move = index === 0 ? `M${from} ${y}` : `m${round(from - at)} 0`
        at = from
        return `${move}h${width}v${barHeight}h-${width}z`
      })
    return path.length > 0 && filled(path.join(''), overlaps)
  })
  const windows = bars.flatMap((one) => one.windows)
  return markup`<g><title>${visible(describeAll(row, windows, time))}</title>${shapes}</g>`
}

function filled(shape: string, overlaps: boolean): Markup {
  const { attribute, style } = overlaps ? colors.overlap : colors.freeze
  const hatch = overlaps && markup`<path d="${shape}" fill="url(#trueup-overlap)"/>`
  return markup`<path d="${shape}" fill="${attribute}" style="${style}"/>${hatch}`
}

/** The legend of the marks in use, and its width. */
export function legend(rows: CalendarRow[], time: LocalTime, y: number): { marks: Markup[]; width: number } {
  const windows = rows.flatMap((row) => row.windows)
  const box = `v${barHeight}h-24v-${barHeight}z`
  const arrow = `l10 ${barHeight / 2}l-10 ${barHeight / 2}h-24v-${barHeight}z`
  const entries = [
    { shown: true, shape: box, words: 'frozen', color: colors.freeze },
    {
      shown: windows.some(({ overlaps }) => overlaps),
      shape: box,
      words: 'two freezes at once',
      color: colors.overlap,
      hatch: true,
    },
    { shown: windows.some(({ end }) => end === null), shape: arrow, words: 'never ends', color: colors.freeze },
  ].filter(({ shown }) => shown)
  let x = 8
  const drawn = entries.map(({ shape, words, color, hatch = false }) => {
    const path = `M${x} ${y - 10}h24${shape}`
    const key = markup`<path d="${path}" fill="${color.attribute}" style="${color.style}"/>${hatch && markup`<path d="${path}" fill="url(#trueup-overlap)"/>`}${text(x + 38, y, words)}`
    x += 52 + widthOf(words)
    return key
  })
  const times = `times in ${time.zone}`
  return {
    marks: [...drawn, text(x, y, times, markup` fill-opacity="0.75"`)],
    width: Math.ceil(x + widthOf(times)) + 8,
  }
}
