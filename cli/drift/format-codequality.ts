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
  changed: 'major',
  deleted: 'critical',
  due: 'minor',
  unmanaged: 'minor',
}

/** One entry is one line of a list. */
const mostCharacters = 1000

/**
 * The report as GitLab's code quality: what is in it is listed in the merge request that brings or mends it. A failure is
 * in it, too: without it, all that could not be looked at would seem mended.
 */
export function codequality({ findings, failures, projectFile }: DriftReport): string {
  // There are no lines of a program to name.
  const location = { path: projectFile, lines: { begin: 1 } }
  const entries: Degradation[] = [
    ...findings.filter(isDrift).map((finding) => ({
      description: descriptionOf(`${sentenceOf(finding)} ${finding.remedy}`),
      check_name: `trueup/${finding.difference}`,
      fingerprint: finding.fingerprint,
      severity: severities[finding.difference],
      location,
    })),
    ...failures.map((failure, at) => ({
      description: descriptionOf(`${failedAt(failure)} could not be looked at: ${failure.message}`),
      check_name: 'trueup/failure',
      fingerprint: fingerprintOf(failure, failures.slice(0, at).filter(isLike(failure)).length),
      severity: 'blocker' as const,
      location,
    })),
  ]
  return jsonOf(entries)
}

const descriptionOf = (text: string): string => shortened(visible(text), mostCharacters)

const isLike =
  ({ stack, urn }: Failure) =>
  (other: Failure): boolean =>
    other.stack === stack && other.urn === urn

/** The same for each failure at the same thing, whatever is said about it. */
const fingerprintOf = ({ stack, urn }: Failure, before: number): string =>
  createHash('sha256')
    .update(JSON.stringify(['failure', stack, urn, before]))
    .digest('hex')
