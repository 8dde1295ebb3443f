import { styleText } from 'node:util'
import { visible } from '../shared/characters'
import { table } from '../shared/table'
import { type Calendar, type Format, freeOf, leftOf, listOf, rangeOf, timeZoneNote } from './calendar'
import { dayMarks, type DayState, headOf, statesOf } from './day-strip'
import { spell } from './local-time'
import { labelsOf, membersOf, notesOf, shorten, wrap } from './words'

type Color = 'yellow' | 'red' | 'dim' | 'bold'
type Paint = (color: Color, text: string) => string

/** Longer lists are truncated. JSON contains more. */
const most = 2_000

/** The width of the day strips if the output is not a terminal. */
const without = 120

const colorOf: Readonly<Record<DayState, Color>> = { open: 'dim', part: 'yellow', all: 'yellow', overlap: 'red' }

/** Text for a terminal: a strip of days for each row, and a line for each window. */
export const text: Format = (calendar, { colors, columns: terminal }) => {
  const columns = terminal ?? without
  // The caller has checked whether the stream supports colors.
  const paint: Paint = (color, plain) => (colors ? styleText(color, plain, { validateStream: false }) : plain)
  const { rows } = calendar
  const members = membersOf(rows).flatMap(({ label, projects }) => wrap(`${label}: ${projects.join(', ')}`, columns))
  const notes = notesOf(rows).map((note) => `${visible(note)}\n`)
  const free = freeOf(calendar)
  return [
    `${paint('bold', `Freeze periods, ${rangeOf(calendar)}`)}\n`,
    ...(rows.length > 0 ? [strips(calendar, columns, paint), windowTable(calendar, paint, terminal)] : []),
    ...(members.length > 0 ? [members.map((line) => `${visible(line)}\n`).join('')] : []),
    ...(notes.length > 0 ? [notes.join('')] : []),
    ...(free ? [`${visible(free)}\n`] : []),
    `${paint('dim', timeZoneNote)}\n`,
  ].join('\n')
}

function strips({ rows, days }: Calendar, columns: number, paint: Paint): string {
  const labels = labelsOf(rows).map((label) => shorten(visible(label), 34))
  const margin = Math.max(...labels.map((label) => label.length)) + 2
  const perLine = Math.max(7, columns - margin)
  const states = rows.map((row) => statesOf(row, days))
  const lines: string[] = []
  for (let first = 0; first < days.length; first += perLine) {
    lines.push(`${' '.repeat(margin)}${paint('dim', headOf(days.slice(first, first + perLine)))}`)
    states.forEach((all, index) => {
      const marks = all.slice(first, first + perLine).map((state) => paint(colorOf[state], dayMarks[state][0]))
      lines.push(`${labels[index]!.padEnd(margin)}${marks.join('')}`)
    })
    lines.push('')
  }
  const used = (Object.keys(dayMarks) as DayState[]).filter((state) => states.flat().includes(state))
  lines.push(used.map((state) => `${paint(colorOf[state], dayMarks[state][0])} ${dayMarks[state][1]}`).join('   '))
  return `${lines.join('\n')}\n`
}

function windowTable({ rows, time }: Calendar, paint: Paint, columns: number | undefined): string {
  const labels = new Map(labelsOf(rows).map((label, at) => [rows[at], label]))
  const list = listOf(rows, most)
  const lines = list.windows.map(({ row, window: { start, end, freeze, overlaps } }) => [
    visible(labels.get(row) ?? row.project),
    time.minute(start),
    end ? time.minute(end) : 'never',
    end ? spell(end.getTime() - start.getTime()) : '',
    visible(`${freeze.freezeStart} → ${freeze.freezeEnd} ${freeze.cronTimezone}`),
    overlaps ? paint('red', 'overlaps') : '',
  ])
  if (lines.length === 0) return 'No project is frozen in these days.\n'
  const left = leftOf(list, time)
  return table(['Project', 'Frozen from', 'Until', 'For', 'Freeze', ''], lines, columns) + (left ? `${left}\n` : '')
}
