import { styleText } from 'node:util'
import { linesOf, visible } from '../shared/characters'
import { grouped } from '../shared/grouped'
import { counted, listed, nounOf } from '../shared/words'
import { type Difference, type DriftReport, type Finding, isDrift } from './finding'
import { type Fold, folded, foldedArrowOf, isWide, placesCount, placesText } from './fold'
import type { FormatOptions } from './format'
import { statementOf } from './statements'
import { arrowOf, factsText, failedAt, inParentheses, type Place, placeOf, placesOf, scopeOf, verdict } from './wording'

type Color = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim'
type Paint = (color: Color, text: string) => string

const marks: Readonly<Record<Difference, readonly [sign: string, color: Color]>> = {
  deleted: ['-', 'red'],
  changed: ['~', 'yellow'],
  refreshed: ['~', 'red'],
  disabled: ['!', 'red'],
  due: ['!', 'cyan'],
  unmanaged: ['+', 'green'],
}

/** More projects are only counted. */
const mostPlaces = 8

/**
 * The report for a terminal. What several projects have in common is first, and only there. The failures and the summary
 * come last, because they matter most.
 */
export function text(report: DriftReport, { colors }: FormatOptions): string {
  // The caller has checked whether the stream supports colors.
  const paint: Paint = (color, plain) => (colors ? styleText(color, plain, { validateStream: false }) : plain)
  const drift = report.findings.filter(isDrift)
  const folds = folded(drift).filter(isWide)
  const told = new Set(folds.filter(({ isComplete }) => isComplete).flatMap(({ findings }) => findings))
  const places = placesOf(drift.filter((finding) => !told.has(finding)))
  const stacks = [...new Set(places.map(({ stack }) => stack))]
  const lines = [
    ...(folds.length > 0 ? [paint('bold', 'In several projects or groups'), ''] : []),
    ...folds.flatMap((fold) => foldLines(fold, paint)),
    ...(folds.length > 0 ? [''] : []),
    ...stacks.flatMap((stack) => [
      paint('bold', `Stack ${visible(stack)}`),
      '',
      ...places.filter((place) => place.stack === stack).flatMap((place) => [...placeLines(place, paint), '']),
    ]),
    ...ignoredLines(report, paint),
    ...failureLines(report, paint),
    paint('bold', verdict(report)),
    scopeOf(report),
  ]
  return `${lines.join('\n')}\n`
}

function foldLines(fold: Fold, paint: Paint): string[] {
  const [first] = fold.findings
  const said = first.difference === 'changed' && fold.properties.length > 0 ? 'changed' : visible(first.message)
  const where = visible(placesText(fold, mostPlaces, (name) => name))
  return [
    `  ${title(first, paint)} in ${placesCount(fold)} ${said}`,
    `      ${where}`,
    ...fold.properties.map((property) => visible(`      ${foldedArrowOf(first.difference, property)}`)),
    paint('dim', `      ${visible(first.remedy)}`),
  ]
}

function placeLines(place: Place, paint: Paint): string[] {
  const declared = place.findings.filter(({ difference }) => difference !== 'unmanaged')
  const unmanaged = place.findings.filter(({ difference }) => difference === 'unmanaged')
  return [
    paint('bold', `  ${visible(placeOf(place))}`),
    ...declared.flatMap((finding) => [
      `    ${sentence(finding, paint)}`,
      ...propertyLines(finding),
      paint('dim', `        ${visible(finding.remedy)}`),
    ]),
    ...(unmanaged.length > 0 ? unmanagedLines(place, unmanaged, paint) : []),
  ]
}

const title = (finding: Finding, paint: Paint): string => {
  const [sign, color] = marks[finding.difference]
  const facts = visible(inParentheses(factsText(finding)))
  return `${paint(color, sign)} ${paint(color, visible(finding.subject))}${facts}`
}

/** The properties of a changed object are on lines of their own. */
const sentence = (finding: Finding, paint: Paint): string =>
  finding.difference === 'changed' && finding.properties.length > 0
    ? `${title(finding, paint)} changed`
    : `${title(finding, paint)} ${visible(finding.message)}`

const propertyLines = ({ difference, properties }: Finding): string[] =>
  properties.map((property) => visible(`        ${arrowOf(difference, property)}`))

/** Unmanaged objects have a summary, because there can be many with the same remedy. */
function unmanagedLines({ parent, parentKind }: Place, findings: Finding[], paint: Paint): string[] {
  const where = parentKind === 'none' ? '' : ` in ${visible(parent)}`
  const groups = grouped(findings, ({ message, remedy }) => JSON.stringify([message, remedy]))
  return [...groups.values()].flatMap((group) => {
    const [{ message, remedy } = { message: '', remedy: '' }] = group
    const last = paint('dim', `        ${visible(remedy)}`)
    // An exclusive set will delete them.
    if (message !== statementOf('unmanaged', [])) return [...group.map((one) => `    ${sentence(one, paint)}`), last]
    const sums = [...grouped(group, ({ kind }) => kind)].map(([kind, all]) => counted(all.length, nounOf(kind)))
    return [
      `    ${listed(sums)}${where} not declared by any stack`,
      ...group.map((one) => `      ${title(one, paint)}`),
      last,
    ]
  })
}

function ignoredLines({ findings }: DriftReport, paint: Paint): string[] {
  const rules = findings.flatMap(({ ignored }) => (ignored ? [`until ${ignored.until}: ${ignored.reason}`] : []))
  if (rules.length === 0) return []
  const counts = [...new Set(rules)].map((rule) => [rules.filter((one) => one === rule).length, rule] as const)
  return [paint('bold', 'Ignored'), ...counts.map(([count, rule]) => paint('dim', `  ${count} ${visible(rule)}`)), '']
}

function failureLines({ failures }: DriftReport, paint: Paint): string[] {
  if (failures.length === 0) return []
  return [
    paint('red', 'Could not be compared'),
    ...failures.flatMap((failure) => [
      `  ${paint('red', '✗')} ${visible(failedAt(failure))}`,
      ...linesOf(failure.message).map((line) => `      ${line}`),
    ]),
    '',
  ]
}
