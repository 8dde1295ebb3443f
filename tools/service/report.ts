import type { Tier } from '../../emulator'
import type { Redaction } from '../compare/redact'
import type { Server } from '../compare/server'
import type { TestResult } from './suites'

export interface About {
  server: Server
  tier: Tier
}

const count = (results: readonly TestResult[], wanted: TestResult['result']) =>
  results.filter(({ result }) => result === wanted).length

/** The report as lines to read: what was skipped, what failed, and the numbers. */
export function summary({ server, tier }: About, results: readonly TestResult[], redaction: Redaction): string {
  const kinds = [...new Set(results.map(({ kind }) => kind))].sort()
  const widest = Math.max(...kinds.map(({ length }) => length))
  const row = (name: string, some: readonly (string | number)[]) =>
    `${name.padEnd(widest)}${some.map((one) => String(one).padStart(9)).join('')}`
  const numbers = (some: readonly TestResult[]) => [
    count(some, 'passed'),
    count(some, 'failed'),
    count(some, 'skipped'),
  ]
  return [
    ...skippedLines(results),
    ...results.filter(({ result }) => result === 'failed').flatMap((one) => failedLines(one, redaction)),
    `GitLab ${redaction.text(server.version)}, tier ${tier}`,
    row('', ['passed', 'failed', 'skipped']),
    ...kinds.map((kind) => row(kind, numbers(results.filter((one) => one.kind === kind)))),
    row('total', numbers(results)),
  ].join('\n')
}

/** The skipped tests by reason. A test with several reasons is listed once for each. */
function skippedLines(results: readonly TestResult[]): string[] {
  const skipped = results.filter(({ result }) => result === 'skipped')
  const reasons = [...new Set(skipped.flatMap((one) => one.reasons))].sort()
  return reasons.flatMap((reason) => {
    const some = skipped.filter((one) => one.reasons.includes(reason))
    return [`skipped, because the test ${reason}: ${some.length}`, ...some.map(({ title }) => `  ${title}`), '']
  })
}

function failedLines({ title, failure, errors }: TestResult, redaction: Redaction): string[] {
  return [
    `failed: ${title}`,
    ...redaction
      .text(failure)
      .split('\n')
      .slice(0, 30)
      .map((line) => `  ${line}`),
    ...errors.map((error) => `  the service responded: ${redaction.text(error)}`),
    '',
  ]
}

/** The report as data. */
export function data({ server, tier }: About, results: readonly TestResult[], redaction: Redaction): object {
  return {
    server: { ...server, version: redaction.text(server.version) },
    tier,
    passed: count(results, 'passed'),
    failed: count(results, 'failed'),
    skipped: count(results, 'skipped'),
    tests: results.map((one) => ({
      ...one,
      failure: redaction.text(one.failure),
      errors: one.errors.map((error) => redaction.text(error)),
    })),
  }
}
