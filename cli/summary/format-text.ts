import { styleText } from 'node:util'
import { linesOf, visible } from '../shared/characters'
import type { Terminal } from '../shared/report-options'
import { table } from '../shared/table'
import { listed } from '../shared/words'
import { countsByPlace } from './counts-by-place'
import { type Fold, folded } from './fold'
import { partsOf } from './parts'
import { type Action, actions, type Plan } from './plan'
import {
  beforePlaces,
  containsOthers,
  headings,
  notChecked,
  otherLineOf,
  placeOf,
  placesCount,
  uncheckedText,
  verdictOf,
} from './wording'

const colors: Partial<Record<Action, 'red' | 'yellow' | 'green'>> = {
  delete: 'red',
  conflict: 'red',
  replace: 'red',
  create: 'green',
}

/** More projects are on a line of their own. */
const mostPlaces = 8

/** The summary for a terminal or the log of a job: what an update does, and each change once. */
export function text(plan: Plan, { colors: colored, columns }: Pick<Terminal, 'colors' | 'columns'>): string {
  const { stack, objects, others, unknown, unchecked, errors } = plan
  // The caller has checked whether the stream supports colors.
  const paint = (color: 'red' | 'yellow' | 'green' | 'bold', plain: string): string =>
    colored ? styleText(color, plain, { validateStream: false }) : plain
  const lists = actions.flatMap((action) => {
    const folds = folded(objects.filter((one) => one.action === action))
    if (folds.length === 0) return []
    return [paint(colors[action] ?? 'yellow', headings[action]), ...folds.flatMap(linesOfFold).map(visible), '']
  })
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
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

/** One line, and others for what only some of the objects have, or for many projects. */
function linesOfFold(fold: Fold): string[] {
  const { objects } = fold
  const { common, parts } = partsOf(fold)
  const end = common === '' ? '' : `: ${common}`
  const places = parts.flatMap((part) => part.places)
  const [{ own } = { own: '' }] = parts
  if (own === '' && parts.length === 1 && places.length <= mostPlaces) {
    return [`  ${objects[0].subject}${places.length > 0 ? beforePlaces(objects) + listed(places) : ''}${end}`]
  }
  const count = placesCount(objects, new Set(objects.map(placeOf)).size)
  return [
    `  ${objects.every(containsOthers) ? count : `${objects[0].subject} in ${count}`}${end}`,
    ...parts.map((part) => `      ${part.places.join(', ')}${part.own === '' ? '' : `: ${part.own}`}`),
  ]
}

function tableOf({ objects }: Plan, columns: number | undefined): string {
  const { head, rows } = countsByPlace(objects)
  return table(
    head,
    rows.map((row) => row.map(visible)),
    columns,
  )
}
