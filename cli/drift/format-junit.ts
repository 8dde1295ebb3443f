import { linesOf, visible } from '../shared/characters'
import { type ComparedPlace, type DriftReport, type Failure, type Finding, isDrift } from './finding'
import { arrowOf, failedAt, placeOf, sentenceOf, stackNames } from './wording'

type Attributes = Readonly<Record<string, string | number>>

interface Case {
  kind: 'failure' | 'error' | 'skipped' | 'passed'
  xml: string
}

/**
 * The report as test results: a suite for each stack, and a failed test for each difference, and one that passes for each project
 * or group without drift.
 */
export function junit(report: DriftReport): string {
  // JUnit has no place for warnings of the whole report: the first suite contains them.
  const suites = stackNames(report).map((stack, at) => suiteOf(stack, report, at === 0 ? report.warnings : []))
  const all = suites.flatMap(({ cases }) => cases)
  const { skipped: _, ...counts } = countsOf(all)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element(
      'testsuites',
      { name: 'trueup drift', ...counts },
      suites.map(({ xml }) => xml),
    ),
    '',
  ].join('\n')
}

function suiteOf(
  stack: string,
  { at, places, findings, failures }: DriftReport,
  warnings: readonly string[] = [],
): { xml: string; cases: Case[] } {
  const cases = [
    ...findings.filter((finding) => finding.stack === stack).map(findingCase),
    ...failures.filter((failure) => failure.stack === stack).map(failureCase),
    ...withoutDrift(places, findings)
      .filter((place) => place.stack === stack)
      .map((place) => passedCase(stack, `no drift in ${placeOf(place)}`)),
  ]
  if (cases.every(({ kind }) => kind === 'skipped')) cases.push(passedCase(stack, 'no drift'))
  // In UTC, without a time zone, as tools expect it.
  const attributes = { name: stack, ...countsOf(cases), timestamp: at.slice(0, 19) }
  return {
    xml: element('testsuite', attributes, [
      ...cases.map(({ xml }) => xml),
      ...(warnings.length > 0
        ? [
            element(
              'system-err',
              {},
              warnings.map((text) => escaped(`warning: ${text}`)),
            ),
          ]
        : []),
    ]),
    cases,
  }
}

function withoutDrift(places: readonly ComparedPlace[], findings: readonly Finding[]): ComparedPlace[] {
  const key = ({ stack, parent, parentKind }: ComparedPlace): string => JSON.stringify([stack, parent, parentKind])
  const drifted = new Set(findings.filter(isDrift).map(key))
  return places.filter((place) => !drifted.has(key(place)))
}

const passedCase = (stack: string, name: string): Case => ({
  kind: 'passed',
  xml: element('testcase', { classname: stack, name }),
})

function countsOf(cases: readonly Case[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const of = (kind: Case['kind']): number => cases.filter((one) => one.kind === kind).length
  return { tests: cases.length, failures: of('failure'), errors: of('error'), skipped: of('skipped') }
}

function findingCase(finding: Finding): Case {
  const { stack, kind, subject, difference, ignored, id } = finding
  const place = placeOf(finding)
  // Some tools identify a test only by these two. A project can have two mirrors of one URL.
  const attributes = {
    classname: `${stack}.${kind}`,
    name: `${subject}${id === '' ? '' : ` (${id})`} of ${place} ${difference}`,
  }
  if (ignored) {
    const message = `until ${ignored.until}: ${ignored.reason}`
    return { kind: 'skipped', xml: element('testcase', attributes, [element('skipped', { message })]) }
  }
  const body = [
    ...(finding.properties.length === 0 ? [sentenceOf(finding)] : []),
    ...finding.properties.map((property) => arrowOf(difference, property)),
    finding.remedy,
    ...(finding.webUrl === undefined ? [] : [finding.webUrl]),
    ...(finding.urn === undefined ? [] : [finding.urn]),
  ]
  const failure = element('failure', { type: difference, message: sentenceOf(finding) }, body.map(escaped))
  return { kind: 'failure', xml: element('testcase', attributes, [failure]) }
}

function failureCase(failure: Failure): Case {
  const error = element('error', { type: 'failure', message: failure.message }, linesOf(failure.message).map(escaped))
  return { kind: 'error', xml: element('testcase', { classname: failure.stack, name: failedAt(failure) }, [error]) }
}

function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  const tag = `<${name}${start.join('')}`
  return children.length > 0 ? `${tag}>\n${children.join('\n')}\n</${name}>` : `${tag}/>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML cannot contain are written as JSON escapes. */
const escaped = (text: string): string => visible(text).replace(/[&<>"]/g, (mark) => entities[mark]!)
