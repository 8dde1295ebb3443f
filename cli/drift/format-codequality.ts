import { createHash } from 'node:crypto'
import { jsonOf, shortened, visible } from '../shared/characters'
import { type Difference, type DriftReport, type Failure, isDrift } from './finding'
import { failedAt, sentenceOf } from './wording'

/** One entry of GitLab's code quality report. */
interface Degradation {
  description: string
  check_name: string
  fingerprint: string
  severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker'
  location: { path: string; lines: { begin: number } }
}

const severities: Readonly<Record<Difference, Degradation['severity']>> = {
  deleted: 'critical',
  changed: 'major',
  refreshed: 'major',
  disabled: 'major',
  due: 'minor',
  unmanaged: 'minor',
}

/** Each entry is one line in GitLab's list. */
const mostCharacters = 1000

/**
 * The report in GitLab's code quality format. GitLab lists the entries that a merge request adds or removes. Failures are
 * also entries: without them, objects that could not be compared would appear as fixed.
 */
export function codequality({ findings, failures, projectFile }: DriftReport): string {
  const locationOf = ({ file, line } = { file: projectFile, line: 1 }): Degradation['location'] => ({
    path: file,
    lines: { begin: line },
  })
  const entries: Degradation[] = [
    ...findings.filter(isDrift).map((finding) => ({
      description: descriptionOf(`${sentenceOf(finding)} ${finding.remedy}`),
      check_name: `trueup/${finding.difference}`,
      fingerprint: finding.fingerprint,
      severity: severities[finding.difference],
      location: locationOf(finding.location),
    })),
    ...failures.map((failure, at) => ({
      description: descriptionOf(`${failedAt(failure)} could not be compared: ${failure.message}`),
      check_name: 'trueup/failure',
      fingerprint: fingerprintOf(failure, failures.slice(0, at).filter(isLike(failure)).length),
      severity: 'blocker' as const,
      location: locationOf(),
    })),
  ]
  return jsonOf(entries)
}

const descriptionOf = (text: string): string => shortened(visible(text), mostCharacters)

const isLike =
  ({ stack, urn }: Failure) =>
  (other: Failure): boolean =>
    other.stack === stack && other.urn === urn

/** The fingerprint of a failure does not depend on its message. */
const fingerprintOf = ({ stack, urn }: Failure, before: number): string =>
  createHash('sha256')
    .update(JSON.stringify(['failure', stack, urn, before]))
    .digest('hex')
