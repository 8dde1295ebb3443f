import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Front, frontOf } from './front'
import type { Tally } from './run'
import type { Runner } from './runner'
import { type Scenario, scenarios } from './scenario'

/** The result of a seed. */
export interface Outcome {
  seed: number
  tally: Tally
  /** The report of violated invariants. Undefined if there are none. */
  failure?: string
}

/** The time limit of shrinking a failure. */
const shrinkMs = 10 * 60_000

/** Runs the scenario of a seed, or the one at a path that shrinking has found. */
export async function attempt(
  runner: Runner,
  seed: number,
  options: { front?: Front; path?: string; shrink?: boolean } = {},
): Promise<Outcome> {
  const { front = frontOf(seed), path, shrink = false } = options
  let tally: Tally = {}
  let violations: string[] = []
  let transcript = ''
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    const result = await runner.run(scenario, front)
    tally = sum(tally, result.tally)
    if (result.violations.length > 0) ({ violations, transcript } = result)
    return result.violations.length === 0
  })
  const result = await fc.check(property, {
    seed,
    numRuns: 1,
    endOnFailure: !shrink,
    ...(path !== undefined && { path }),
    ...(shrink && { interruptAfterTimeLimit: shrinkMs, markInterruptAsFailure: true }),
  })
  if (!result.failed) return { seed, tally }
  if (result.errorInstance && violations.length === 0) violations = [textOf(result.errorInstance as Error)]
  const at = result.counterexamplePath === null ? '' : ` --path ${result.counterexamplePath}`
  const [scenario] = result.counterexample ?? []
  return { seed, tally, failure: report(seed, `--front ${front}${at}`, violations, scenario, transcript) }
}

/** Errors for users have no stack. */
const textOf = ({ stack, message }: Error): string => (stack === undefined || stack === '' ? message : stack)

/**
 * Reports the violations and how to reproduce them. The output of the CLI is too long for a terminal and goes into a
 * file.
 */
function report(
  seed: number,
  flags: string,
  violations: string[],
  scenario: Scenario | undefined,
  transcript: string,
): string {
  const file = join(tmpdir(), `trueup-chaos-${seed}.txt`)
  writeFileSync(file, `${JSON.stringify(scenario, null, 2)}\n\n${transcript}\n\n${violations.join('\n')}\n`)
  return [
    `Seed ${seed} violates:`,
    ...violations.map((violation) => `- ${violation}`),
    `Reproduce with: npm run test:chaos -- --seed ${seed} ${flags} --runs 1`,
    `The scenario and the output of the CLI: ${file}`,
  ].join('\n')
}

export function sum(one: Tally, other: Tally): Tally {
  const total = { ...one }
  for (const [what, times] of Object.entries(other)) total[what] = (total[what] ?? 0) + times
  return total
}
