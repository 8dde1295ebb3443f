import { styleText } from 'node:util'
import { visible } from '../characters'
import { table } from '../table'
import { type Calendar, type Format, freeOf, rangeOf } from './calendar'
import { dayMarks, type DayState, headOf, statesOf } from './day-strip'
import { spell } from './local-time'
import { type CalendarRow } from './windows'
import { notesOf, shorten } from './words'

type Colour = 'yellow' | 'red' | 'dim' | 'bold'
type Paint = (colour: Colour, text: string) => string

const colourOf: Readonly<Record<DayState, Colour>> = { open: 'dim', part: 'yellow', all: 'yellow', overlap: 'red' }

/** For a terminal: a strip of days for each project, and a line for each window. */
export const text: Format = (calendar, { colours, columns }) => {
  // Whether the stream is a terminal has been seen to.
  const paint: Paint = (colour, plain) => (colours ? styleText(colour, plain, { validateStream: false }) : plain)
  const { rows } = calendar
  const notes = notesOf(rows).map((note) => `${visible(note)}\n`)
  const free = freeOf(calendar)
  return [
    `${paint('bold', `Freeze periods, ${rangeOf(calendar)}`)}\n`,
    ...(rows.length > 0 ? [strips(calendar, columns, paint), windowTable(calendar, paint)] : []),
    ...(notes.length > 0 ? [notes.join('')] : []),
    ...(free ? [`${visible(free)}\n`] : []),
  ].join('\n')
}

function strips({ rows, days }: Calendar, columns: number, paint: Paint): string {
  const labels = rows.map(({ project }) => shorten(visible(project), 34))
  const margin = Math.max(...labels.map((label) => label.length)) + 2
  const perLine = Math.max(7, columns - margin)
  const states = rows.map((row) => statesOf(row, days))
  const lines: string[] = []
  for (let first = 0; first < days.length; first += perLine) {
    lines.push(`${' '.repeat(margin)}${paint('dim', headOf(days.slice(first, first + perLine)))}`)
    states.forEach((all, index) => {
      const marks = all.slice(first, first + perLine).map((state) => paint(colourOf[state], dayMarks[state][0]))
      lines.push(`${labels[index]!.padEnd(margin)}${marks.join('')}`)
    })
    lines.push('')
  }
  const used = (Object.keys(dayMarks) as DayState[]).filter((state) => states.flat().includes(state))
  lines.push(used.map((state) => `${paint(colourOf[state], dayMarks[state][0])} ${dayMarks[state][1]}`).join('   '))
  return `${lines.join('\n')}\n`
}

function windowTable({ rows, time }: Calendar, paint: Paint): string {
  const lines = byTime(rows).map(({ start, end, freeze, overlaps }) => [
    visible(freeze.project),
    time.minute(start),
    end ? time.minute(end) : 'never',
    end ? spell(end.getTime() - start.getTime()) : '',
    visible(`${freeze.freezeStart} → ${freeze.freezeEnd} ${freeze.cronTimezone}`),
    overlaps ? paint('red', 'overlaps') : '',
  ])
  if (lines.length === 0) return 'No project is frozen in these days.\n'
  return table(['Project', 'Frozen from', 'Until', 'For', 'Freeze', ''], lines)
}

const byTime = (rows: CalendarRow[]) =>
  rows.flatMap(({ windows }) => windows).sort((a, b) => a.start.getTime() - b.start.getTime())
