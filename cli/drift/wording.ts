import { argumentText } from '../../provider/command-line/objects'
import { isSecretChange, type Property, secretChange } from '../shared/property'
import { counted } from '../shared/words'
import { type Difference, type DriftReport, type Failure, type Finding, isDrift } from './finding'

/** The differences, in the order of reports. */
export const differences: readonly Difference[] = ['deleted', 'changed', 'refreshed', 'disabled', 'due', 'unmanaged']

/** What each difference means. */
export const meanings: Readonly<Record<Difference, string>> = {
  deleted: 'A stack declares it, but it no longer exists.',
  changed: 'It exists, but differs from its declaration.',
  refreshed: 'The state has the values of the service, because it was refreshed. The program declares others.',
  disabled: 'It exists, but the service has disabled it.',
  due: 'It has not changed, but its rotation or the end of an overlap is due.',
  unmanaged: 'It exists, but no stack declares it.',
}

/** The numbers of a report. */
export interface Counts extends Record<Difference, number> {
  stacks: number
  resources: number
  /** The number of findings that are drift. */
  drift: number
  ignored: number
  failures: number
}

/** Counts the findings of a report. */
export function countsOf({ stacks, findings, failures }: DriftReport): Counts {
  const drift = findings.filter(isDrift)
  const of = (difference: Difference): number => drift.filter((finding) => finding.difference === difference).length
  return {
    stacks: stacks.length,
    resources: stacks.reduce((sum, { resources }) => sum + resources, 0),
    drift: drift.length,
    deleted: of('deleted'),
    changed: of('changed'),
    refreshed: of('refreshed'),
    disabled: of('disabled'),
    due: of('due'),
    unmanaged: of('unmanaged'),
    ignored: findings.length - drift.length,
    failures: failures.length,
  }
}

/** The result of a report in a few words. Deleted objects are first. */
export function titleOf(report: DriftReport): string {
  const counts = countsOf(report)
  const failed = counts.failures > 0 ? 'not everything could be compared' : ''
  if (counts.drift === 0) return failed === '' ? 'No drift' : `Drift: ${failed}`
  return `Drift: ${partsOf(counts)}${failed === '' ? '' : `; ${failed}`}`
}

/** The result of a report in one or two sentences. */
export function verdict(report: DriftReport): string {
  const counts = countsOf(report)
  const none = counts.failures > 0 ? 'No difference was found.' : 'No drift.'
  const found = counts.drift > 0 ? `${counted(counts.drift, 'difference')}: ${partsOf(counts)}.` : none
  return counts.failures > 0
    ? `${found} Not everything could be compared: ${counted(counts.failures, 'failure')}.`
    : found
}

/** `15 deleted, 82 changed`. */
const partsOf = (counts: Counts): string =>
  differences
    .filter((one) => counts[one] > 0)
    .map((one) => `${counts[one]} ${one}`)
    .join(', ')

/** The scope of a report as a sentence. */
export function scopeOf(report: DriftReport): string {
  const { resources, stacks, ignored } = countsOf(report)
  const compared = `${counted(resources, 'resource')} of ${counted(stacks, 'stack')} compared`
  return `${compared}${ignored > 0 ? `, ${counted(ignored, 'difference')} ignored` : ''}.`
}

/** The remedies of differences that have only one. Reports show these once. */
export function commonRemedies(findings: readonly Finding[]): ReadonlyMap<Difference, string> {
  const common = new Map<Difference, string>()
  for (const difference of differences) {
    const remedies = new Set(findings.filter((one) => one.difference === difference).map(({ remedy }) => remedy))
    const [remedy] = remedies
    if (remedies.size === 1 && remedy !== undefined) common.set(difference, remedy)
  }
  return common
}

/** The project or group of a finding: `project acme/web`. */
export const placeOf = ({ parentKind, parent }: Pick<Finding, 'parentKind' | 'parent'>): string =>
  parentKind === 'none' ? 'no project or group' : `${parentKind} ${parent}`

/** A finding as a sentence with its subject. */
export function sentenceOf(finding: Finding): string {
  const { subject, parent, parentKind, difference, message } = finding
  const where = parentKind === 'none' ? '' : ` in ${parent}`
  return `${subject}${where}${inParentheses(factsText(finding))}${difference === 'changed' ? ':' : ''} ${message}`
}

/** The facts about an object: `accessLevel: Maintainer, expiresAt: null`. Empty if there are none. */
export const factsText = ({ facts = {} }: Pick<Finding, 'facts'>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${valueOf(value, name)}`)
    .join(', ')

export const inParentheses = (text: string): string => (text === '' ? '' : ` (${text})`)

/** The stack or resource that could not be compared. */
export const failedAt = ({ stack, urn }: Failure): string => (urn === undefined ? `stack ${stack}` : urn)

/** The value of a property in readable form. */
export const valueOf = (value: unknown, path: string): string =>
  value === undefined ? 'nothing' : (argumentText(value, path) ?? JSON.stringify(value))

/** Whether reports show the message of a finding, because the properties do not say the same. */
export const saysMore = (difference: Difference): boolean => difference === 'due' || difference === 'refreshed'

/** The two sides of an arrow: from declared to live. For `due`, from live to the value after an update. */
export const sidesOf = (difference: Difference): readonly [from: 'declared' | 'live', to: 'declared' | 'live'] =>
  difference === 'due' ? ['live', 'declared'] : ['declared', 'live']

/** A property that differs, as `path: from → to`. */
export function arrowOf(difference: Difference, property: Property): string {
  if (isSecretChange(property)) return `${property.path}: ${secretChange}`
  const [from, to] = sidesOf(difference)
  return `${property.path}: ${valueOf(property[from], property.path)} → ${valueOf(property[to], property.path)}`
}

/** The findings of one project or group in one stack. */
export interface Place extends Pick<Finding, 'stack' | 'parent' | 'parentKind'> {
  findings: Finding[]
}

/** Groups findings by stack and project or group. Keeps their order. */
export function placesOf(findings: readonly Finding[]): Place[] {
  const places = new Map<string, Place>()
  for (const finding of findings) {
    const { stack, parent, parentKind } = finding
    const key = JSON.stringify([stack, parentKind, parent])
    const place = places.get(key) ?? { stack, parent, parentKind, findings: [] }
    place.findings.push(finding)
    places.set(key, place)
  }
  return [...places.values()]
}

/** The names of all stacks, including those that could not be compared. */
export const stackNames = ({ stacks, findings, failures }: DriftReport): string[] => [
  ...new Set([...stacks.map(({ name }) => name), ...[...findings, ...failures].map(({ stack }) => stack)]),
]
