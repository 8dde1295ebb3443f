import { linesOf } from '../shared/characters'
import { code, fitted, link, prose, type Section } from '../shared/markdown-text'
import { isSecretChange, type Property, secretChange } from '../shared/property'
import { capital, counted, listed, listedUpTo } from '../shared/words'
import { type Difference, type DriftReport, type Finding, isDrift } from './finding'
import { type Fold, folded, foldedArrowOf, isWide, placesCount, placesText } from './fold'
import {
  commonRemedies,
  countsOf,
  differences,
  factsText,
  failedAt,
  type Place,
  placesOf,
  saysMore,
  scopeOf,
  sidesOf,
  stackNames,
  titleOf,
  valueOf,
} from './wording'

type Remedies = ReturnType<typeof commonRemedies>

/** A pipeline finds and updates its own comment by this marker. */
const marker = '<!-- trueup drift -->'

/** GitHub's limit is 65,536, and it counts some characters twice. */
const mostCharacters = 60_000
/** Reserved for the sentence about omitted rows. */
const closingCharacters = 300
/** More findings are collapsed. */
const mostUnfolded = 20
/** If there are more stacks, the summary only has their total. */
const mostStacks = 30
const mostServices = 5
const mostFailures = 20
/** A warning can name several projects. */
const mostWarningCharacters = 1000
const mostProperties = 20
/** Limits of the list by object. The tables contain what it leaves out. */
const mostFolds = 30
const mostFoldCharacters = 20_000
/** More projects are only counted. */
const mostPlaces = 5

/** The report as a comment on a merge request. */
export function markdown(report: DriftReport): string {
  const drift = report.findings.filter(isDrift)
  const common = commonRemedies(drift)
  const collapsed = drift.length > mostUnfolded
  const opening = [
    marker,
    `## ${titleOf(report)}`,
    '',
    ...summary(report),
    `${scopeOf(report)} Compared on ${report.at.slice(0, 16).replace('T', ' ')} UTC with ${servicesOf(report)}.`,
    '',
    ...differences.flatMap((one) => (common.has(one) ? [`- ${one}: ${prose(common.get(one)!)}`] : [])),
    '',
  ].join('\n')
  const places = placesOf(drift)
  const sections = [
    ...failures(report),
    ...(places.length > 1 ? [byObject(folded(drift))] : []),
    ...places.map((place) => table(place, collapsed, common)),
    ...ignored(report),
    ...warned(report),
  ]
  const { text, left } = fitted(sections, mostCharacters - closingCharacters - opening.length)
  const rest = [...left].map(([noun, count]) => counted(count, noun))
  const closing = rest.length > 0 ? `\nNot listed here: ${listed(rest)}. The other formats list all of them.\n` : ''
  return opening + text + closing
}

function summary(report: DriftReport): string[] {
  const names = stackNames(report)
  const rows = names.map((name) => {
    const of = <T extends { stack: string }>(all: readonly T[]): T[] => all.filter(({ stack }) => stack === name)
    const stacks = report.stacks.filter((stack) => stack.name === name)
    return countRow(code(name, 60), { ...report, stacks, findings: of(report.findings), failures: of(report.failures) })
  })
  const shown = rows.length > mostStacks ? [] : rows
  return [
    `| ${['Stack', 'Resources', ...differences.map(capital), 'Ignored', 'Failures'].join(' | ')} |`,
    `| --- |${' ---: |'.repeat(differences.length + 3)}`,
    ...shown,
    ...(shown.length === 1 ? [] : [countRow(`all ${names.length}`, report)]),
    '',
  ]
}

const servicesOf = ({ services }: DriftReport): string =>
  listedUpTo(
    mostServices,
    services.map((service) => code(service)),
  ) || 'no service'

function countRow(name: string, report: DriftReport): string {
  const counts = countsOf(report)
  const cells = [counts.resources, ...differences.map((one) => counts[one]), counts.ignored, counts.failures]
  return `| ${[name, ...cells].join(' | ')} |`
}

function failures({ failures: all }: DriftReport): Section[] {
  const rows = all.slice(0, mostFailures).map((failure) => {
    const lines = linesOf(failure.message).map(prose)
    return `- ${code(failedAt(failure))}<br>${firstLines(lines).join('<br>')}\n`
  })
  const more = all.length > mostFailures ? `- ${all.length - mostFailures} more\n` : ''
  return all.length > 0 ? [{ noun: 'failure', before: '\n### Could not be compared\n\n', rows, after: more }] : []
}

function warned({ warnings = [] }: DriftReport): Section[] {
  const rows = warnings.map((text) => `- ${prose(text, mostWarningCharacters)}\n`)
  return rows.length > 0 ? [{ noun: 'warning', before: '\n### Warnings\n\n', rows, after: '' }] : []
}

const firstLines = (lines: string[]): string[] => (lines.length > 5 ? [...lines.slice(0, 5), '…'] : lines)

/** The list by object. Equal differences of several projects are one line. */
function byObject(folds: readonly Fold[]): Section {
  const lines: string[] = []
  let length = 0
  for (const fold of folds.slice(0, mostFolds)) {
    const { difference } = fold.findings[0]
    const line = `- ${difference}: ${foldLine(fold)}\n`
    length += line.length
    if (length > mostFoldCharacters) break
    lines.push(line)
  }
  const rest = folds.length - lines.length
  const rows = [[...lines, ...(rest > 0 ? [`- and ${rest} more\n`] : [])].join('')]
  return { noun: 'list', before: '\n### By object\n\n', rows, after: '' }
}

function foldLine(fold: Fold): string {
  const [first] = fold.findings
  const { subject, difference, message } = first
  const arrows = fold.properties.slice(0, mostProperties).map((property) => code(foldedArrowOf(difference, property)))
  const rest = fold.properties.length - arrows.length
  const said =
    [...arrows, ...(rest > 0 ? [`and ${counted(rest, 'property')} more`] : [])].join(', ') ||
    [prose(message), ...factsCode(first)].join(' ')
  const where = isWide(fold)
    ? `${placesCount(fold)} (${placesText(fold, mostPlaces, (name) => code(name, 100))})`
    : placesText(fold, 1, (name) => code(name, 100))
  return `${code(subject, 120)} in ${where}: ${said}`
}

function table(place: Place, collapsed: boolean, common: Remedies): Section {
  const { parent, parentKind, stack, findings } = place
  const where =
    parentKind === 'none' ? 'No project or group' : `${parentKind === 'group' ? 'Group' : 'Project'} ${code(parent)}`
  const title = `${where}, stack ${code(stack)}`
  const head = '| Object | Difference | Declared → live |\n| --- | --- | --- |\n'
  return {
    noun: 'finding',
    before: collapsed
      ? `\n<details>\n<summary>${title}: ${counted(findings.length, 'difference')}</summary>\n\n${head}`
      : `\n### ${title}\n\n${head}`,
    rows: findings.map((finding) => row(finding, common)),
    after: collapsed ? '\n</details>\n' : '',
  }
}

function row(finding: Finding, common: Remedies): string {
  const { subject, difference, remedy, webUrl } = finding
  const own = common.has(difference) ? '' : `<br>${prose(remedy)}`
  return `| ${link(code(subject), webUrl)} | ${difference} | ${details(finding)}${own} |\n`
}

function details(finding: Finding): string {
  const { difference, properties, message } = finding
  if (properties.length === 0) return [prose(message), ...factsCode(finding)].join('<br>')
  const rest = properties.length - mostProperties
  const text = saysMore(difference) ? [prose(message)] : []
  const lines = properties.slice(0, mostProperties).map((property) => propertyOf(difference, property))
  return [...text, ...lines, ...(rest > 0 ? [`and ${counted(rest, 'property')} more`] : [])].join('<br>')
}

/** The facts about an unmanaged object, if any. */
function factsCode(finding: Finding): string[] {
  const facts = factsText(finding)
  return facts === '' ? [] : [code(facts)]
}

function propertyOf(difference: Difference, property: Property): string {
  if (isSecretChange(property)) return `${code(property.path, 80)}: ${secretChange}`
  const [from, to] = sidesOf(difference)
  return `${code(property.path, 80)}: ${valueCode(property, from)} → ${valueCode(property, to)}`
}

const valueCode = ({ path, ...values }: Property, side: 'declared' | 'live'): string =>
  values[side] === undefined ? 'nothing' : code(valueOf(values[side], path), 120)

function ignored({ findings }: DriftReport): Section[] {
  const rows = findings.flatMap(({ subject, parent, difference, ignored: rule }) =>
    rule
      ? [`| ${code(subject)} | ${code(parent)} | ${difference} | ${prose(rule.reason)} | ${prose(rule.until)} |\n`]
      : [],
  )
  const head = '| Object | Project or group | Difference | Reason | Until |\n| --- | --- | --- | --- | --- |\n'
  const before = `\n<details>\n<summary>Ignored: ${rows.length}</summary>\n\n${head}`
  return rows.length > 0 ? [{ noun: 'ignored finding', before, rows, after: '\n</details>\n' }] : []
}
