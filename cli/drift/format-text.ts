import { styleText } from 'node:util'
import { linesOf, visible } from '../shared/characters'
import { counted, listed, nounOf } from '../shared/words'
import { type Difference, type DriftReport, type Finding, isDrift } from './finding'
import type { FormatOptions } from './format'
import { arrowOf, failedAt, type Place, placeOf, placesOf, scopeOf, verdict } from './wording'

type Color = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim'
type Paint = (color: Color, text: string) => string

const marks: Readonly<Record<Difference, readonly [sign: string, color: Color]>> = {
  changed: ['~', 'yellow'],
  deleted: ['-', 'red'],
  due: ['!', 'cyan'],
  unmanaged: ['+', 'green'],
}

/** The report for a terminal. The failures and the summary come last, because they matter most. */
export function text(report: DriftReport, { colors }: FormatOptions): string {
  // The caller has checked whether the stream supports colors.
  const paint: Paint = (color, plain) => (colors ? styleText(color, plain, { validateStream: false }) : plain)
  const places = placesOf(report.findings.filter(isDrift))
  const stacks = [...new Set(places.map(({ stack }) => stack))]
  const lines = [
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

const title = ({ difference, subject }: Finding, paint: Paint): string => {
  const [sign, color] = marks[difference]
  return `${paint(color, sign)} ${paint(color, visible(subject))}`
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
  const kinds = [...new Set(findings.map(({ kind }) => kind))]
  const sums = kinds.map((one) => counted(findings.filter(({ kind }) => kind === one).length, nounOf(one)))
  const where = parentKind === 'none' ? '' : ` in ${visible(parent)}`
  const remedies = [...new Set(findings.map(({ remedy }) => remedy))]
  return [
    `    ${listed(sums)}${where} not declared by any stack`,
    ...findings.flatMap((finding) => [
      `      ${title(finding, paint)}`,
      ...(remedies.length > 1 ? [paint('dim', `          ${visible(finding.remedy)}`)] : []),
    ]),
    ...(remedies.length === 1 ? remedies.map((remedy) => paint('dim', `        ${visible(remedy)}`)) : []),
  ]
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
