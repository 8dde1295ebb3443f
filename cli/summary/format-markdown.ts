import { visible } from '../shared/characters'
import { grouped } from '../shared/grouped'
import { code, fitted, prose, type Section } from '../shared/markdown-text'
import { counted, listed } from '../shared/words'
import { countsByPlace } from './counts-by-place'
import { type Fold, folded } from './fold'
import { partsOf } from './parts'
import { type Action, actions, hasValues, type Plan, type PlannedObject, type Unchecked } from './plan'
import {
  beforePlaces,
  changesOf,
  headings,
  lineOf,
  notChecked,
  otherLineOf,
  placeOf,
  placesCount,
  uncheckedText,
  verdictOf,
} from './wording'

const most = {
  rows: 30,
  lines: 30,
  places: 5,
  errors: 5,
  unchecked: 10,
  subjectCharacters: 120,
  placeCharacters: 100,
  changeCharacters: 300,
}

/** Reserved for the sentence about omitted projects. */
const closingCharacters = 200

/**
 * The summary for a comment on a merge request. If it does not fit into `maxCharacters`, the last projects are omitted.
 */
export function markdown(plan: Plan, maxCharacters: number): string {
  const { stack, objects, unchecked, errors } = plan
  const opening = [
    `### ${stack === '' ? 'The stack' : code(stack, 60)}: ${prose(verdictOf(plan))}\n`,
    ...errorLines(errors),
    ...uncheckedLines(unchecked),
    ...tableOf(objects),
    ...actions.flatMap((action) => listOf(action, objects)),
  ].join('\n')
  const head = shortenedTo(opening, maxCharacters - closingCharacters)
  const { text, left } = fitted(detailsOf(plan), maxCharacters - closingCharacters - head.length)
  const omitted = [...left].map(([noun, count]) => counted(count, noun))
  const closing =
    omitted.length > 0
      ? `\nNot listed here: the changes of ${listed(omitted)}. The log of the job lists all of them.\n`
      : ''
  return `${head}${text}${closing}`
}

function errorLines(errors: readonly string[]): string[] {
  const shown = errors.slice(0, most.errors).map((error) => fence(error))
  const rest = errors.length - shown.length
  return [...shown, ...(rest > 0 ? [`and ${counted(rest, 'error')} more\n`] : [])]
}

function uncheckedLines(unchecked: readonly Unchecked[]): string[] {
  if (unchecked.length === 0) return []
  const shown = unchecked.slice(0, most.unchecked).map((one) => `- ${code(uncheckedText(one), 500)}`)
  const rest = unchecked.length - shown.length
  return [`**${notChecked}**\n`, ...shown, ...(rest > 0 ? [`- and ${rest} more`] : []), '']
}

function tableOf(objects: readonly PlannedObject[]): string[] {
  if (objects.length === 0) return []
  const { head, rows } = countsByPlace(objects)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rest = rows.length - most.rows
  return [
    line(head),
    line(head.map((_, at) => (at === 0 ? '---' : '---:'))),
    ...rows.slice(0, most.rows).map(([place = '', ...counts]) => line([code(place, 100), ...counts])),
    ...(rest > 0 ? [line([`and ${rest} more`, ...head.slice(1).map(() => '')])] : []),
    '',
  ]
}

/** The objects of an action. Equal changes are one line. */
function listOf(action: Action, objects: readonly PlannedObject[]): string[] {
  const folds = folded(objects.filter((one) => one.action === action))
  if (folds.length === 0) return []
  const lines = folds.slice(0, most.lines).map((fold) => {
    const places = [...new Set(fold.objects.map(placeOf))].filter((place) => place !== '')
    const names =
      places.length <= most.places
        ? listed(places.map((place) => code(place, most.placeCharacters)))
        : placesCount(fold.objects, places.length)
    const changes = changesOf(fold)
    const where = places.length > 0 ? beforePlaces(fold.objects) + names : ''
    const end = changes === '' ? '' : `: ${code(changes, most.changeCharacters)}`
    return `- ${code(fold.objects[0].subject, most.subjectCharacters)}${where}${end}`
  })
  const rest = folds.length - lines.length
  return [`**${headings[action]}**\n`, ...lines, ...(rest > 0 ? [`- and ${rest} more`] : []), '']
}

/** Whether the line of a fold says everything about its objects. `at` is its place in the list. */
function isTold(fold: Fold, at: number): boolean {
  const { common, parts } = partsOf(fold)
  const places = parts.flatMap((part) => part.places)
  const [first] = fold.objects
  return (
    at < most.lines &&
    parts.every(({ own }) => own === '') &&
    (common === '' || !hasValues(first.action)) &&
    visible(common).length <= most.changeCharacters &&
    visible(first.subject).length <= most.subjectCharacters &&
    places.length <= most.places &&
    // With ids, several objects of a project have the same line.
    places.every(
      (place, index) => place === placeOf(fold.objects[index]!) && visible(place).length <= most.placeCharacters,
    )
  )
}

/** By project, the changes that the lists do not tell. */
function detailsOf({ objects, others, unknown }: Plan): Section[] {
  const told = new Set(
    actions
      .flatMap((action) => folded(objects.filter((one) => one.action === action)).filter(isTold))
      .flatMap((fold) => fold.objects),
  )
  const rest = objects.filter((one) => !told.has(one))
  const rows = [...grouped(rest, placeOf)].map(([place, found]) => {
    const name = place === '' ? 'No project or group' : code(place, 100)
    return `\n${name}\n\n${fence(found.map((one) => `${signOf(one)} ${lineOf(one)}`).join('\n'), 'diff')}\n`
  })
  const lines = [...others.map(otherLineOf), ...unknown.map((urn) => `not known before the update: ${urn}`)]
  const resources = lines.map((line) => `\n${fence(line)}\n`)
  const before = '\n<details><summary>Details</summary>\n'
  return [
    ...(rows.length > 0 ? [{ noun: 'project', before, rows, after: '\n</details>\n' }] : []),
    ...(resources.length > 0
      ? [
          {
            noun: 'other resource',
            before: '\n<details><summary>Other resources</summary>\n',
            rows: resources,
            after: '\n</details>\n',
          },
        ]
      : []),
  ]
}

const signOf = ({ action }: PlannedObject): string =>
  action === 'delete' || action === 'conflict' ? '-' : action === 'create' ? '+' : '!'

/** A block of code. The fence is longer than any in the text. */
function fence(text: string, language = 'text'): string {
  const shown = text.split('\n').map(visible).join('\n')
  const ticks = '`'.repeat(Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length)) + 1)
  return `${ticks}${language}\n${shown}\n${ticks}\n`
}

/** Cuts whole lines from the end. */
function shortenedTo(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, Math.max(0, length - 2))
  return `${cut.slice(0, cut.lastIndexOf('\n'))}\n…\n`
}
