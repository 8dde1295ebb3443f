import type { LiveFreeze } from '../calendar/live-freeze'
import { jsonOf } from '../shared/characters'
import type { Property } from '../shared/property'
import type { Json } from '../stacks/stack'
import type { DriftReport, Failure, Finding } from './finding'
import { countsOf } from './wording'

/** Version of this format. Incompatible changes increase it. docs/drift.md describes them. */
const version = 2

/** The report for programs. Keys are always in the same order. */
export function json(report: DriftReport): string {
  const { at, projectFile, services, stacks, places, findings, failures, warnings, freezes } = report
  const whole = {
    version,
    at,
    projectFile,
    summary: countsOf(report),
    services,
    stacks: stacks.map(({ name, resources }) => ({ name, resources })),
    places: places.map(({ stack, parent, parentKind }) => ({ stack, parent, parentKind })),
    findings: findings.map(findingOf),
    failures: failures.map(({ stack, urn, message }: Failure) => ({ stack, urn, message })),
    ...(warnings && { warnings }),
    freezes: freezes.map(freezeOf),
  }
  return jsonOf(whole)
}

const findingOf = ({ ignored, properties, formerFingerprints, ...finding }: Finding): Finding => ({
  fingerprint: finding.fingerprint,
  ...(formerFingerprints && { formerFingerprints }),
  difference: finding.difference,
  stack: finding.stack,
  ...(finding.urn !== undefined && { urn: finding.urn }),
  ...(finding.name !== undefined && { name: finding.name }),
  ...(finding.item !== undefined && { item: finding.item }),
  kind: finding.kind,
  subject: finding.subject,
  parent: finding.parent,
  parentKind: finding.parentKind,
  id: finding.id,
  ...(finding.webUrl !== undefined && { webUrl: finding.webUrl }),
  ...(finding.location && { location: { file: finding.location.file, line: finding.location.line } }),
  ...(finding.facts && { facts: sorted(finding.facts) as Json }),
  properties: properties.map(propertyOf),
  message: finding.message,
  remedy: finding.remedy,
  ...(ignored && { ignored: { reason: ignored.reason, until: ignored.until } }),
})

const propertyOf = ({ path, declared, live }: Property): Property => ({
  path,
  declared: sorted(declared),
  live: sorted(live),
})

const freezeOf = ({ project, freezeStart, freezeEnd, cronTimezone }: LiveFreeze): LiveFreeze => ({
  project,
  freezeStart,
  freezeEnd,
  cronTimezone,
})

/** The same value with sorted keys, because a service can return them in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]))
}
