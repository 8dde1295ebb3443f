import { styleText } from 'node:util'
import { linesOf, visible } from '../shared/characters'
import { grouped } from '../shared/grouped'
import type { Terminal } from '../shared/report-options'
import { table } from '../shared/table'
import { listedUpTo } from '../shared/words'
import { countsByPlace } from './counts-by-place'
import { folded } from './fold'
import { type Action, actions, type Plan } from './plan'
import {
  beforePlaces,
  changesOf,
  headings,
  lineOf,
  notChecked,
  otherLineOf,
  placeOf,
  uncheckedText,
  verdictOf,
} from './wording'

const colors: Partial<Record<Action, 'red' | 'yellow' | 'green'>> = {
  delete: 'red',
  conflict: 'red',
  replace: 'red',
  create: 'green',
}

/** More projects are only counted. */
const mostPlaces = 8

/** The summary for a terminal or the log of a job: what an update does, then each change. */
export function text(plan: Plan, { colors: colored, columns }: Pick<Terminal, 'colors' | 'columns'>): string {
  const { stack, objects, others, unknown, unchecked, errors } = plan
  // The caller has checked whether the stream supports colors.
  const paint = (color: 'red' | 'yellow' | 'green' | 'bold', plain: string): string =>
    colored ? styleText(color, plain, { validateStream: false }) : plain
  const lists = actions.flatMap((action) => {
    const folds = folded(objects.filter((one) => one.action === action))
    if (folds.length === 0) return []
    const lines = folds.map((fold) => {
      const places = [...new Set(fold.objects.map(placeOf))]
      const changes = changesOf(fold)
      const where = places.join('') === '' ? '' : beforePlaces(fold.objects) + listedUpTo(mostPlaces, places)
      return visible(`  ${fold.objects[0].subject}${where}${changes === '' ? '' : `: ${changes}`}`)
    })
    return [paint(colors[action] ?? 'yellow', headings[action]), ...lines, '']
  })
  const details = [...grouped(objects, placeOf)].flatMap(([place, found]) => [
    paint('bold', visible(place === '' ? 'No project or group' : place)),
    ...found.map((one) => visible(`  ${lineOf(one)}`)),
    '',
  ])
  const rest = others.map((one) => visible(`  ${otherLineOf(one)}`))
  const lines = [
    paint('bold', visible(`${stack === '' ? 'The stack' : `Stack ${stack}`}: ${verdictOf(plan)}`)),
    '',
    ...errors.flatMap((error) => [paint('red', 'Error'), ...linesOf(error).map((line) => `  ${line}`), '']),
    ...(unchecked.length > 0
      ? [paint('yellow', notChecked), ...unchecked.map((one) => visible(`  ${uncheckedText(one)}`)), '']
      : []),
    ...(objects.length > 0 ? [tableOf(plan, columns)] : []),
    ...lists,
    ...(rest.length > 0 ? [paint('bold', 'Other resources'), ...rest, ''] : []),
    ...(unknown.length > 0
      ? [paint('bold', 'Not known before the update'), ...unknown.map((urn) => visible(`  ${urn}`)), '']
      : []),
    ...(details.length > 0 ? [paint('bold', 'All changes'), '', ...details] : []),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

function tableOf({ objects }: Plan, columns: number | undefined): string {
  const { head, rows } = countsByPlace(objects)
  return table(
    head,
    rows.map((row) => row.map(visible)),
    columns,
  )
}
