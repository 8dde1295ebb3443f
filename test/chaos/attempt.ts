import fc from 'fast-check'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tally } from './run'
import type { Runner } from './runner'
import { type Scenario, scenarios } from './scenario'

/** What came of a seed. */
export interface Outcome {
  seed: number
  tally: Tally
  /** What to print of a violated invariant; undefined where none was. */
  failure?: string
}

/** How long a smaller case that fails, too, is looked for. */
const shrinkMs = 10 * 60_000

/** Runs what a seed draws, or the case at a path that shrinking it has led to. */
export async function attempt(
  runner: Runner,
  seed: number,
  options: { path?: string; shrink?: boolean } = {},
): Promise<Outcome> {
  const { path, shrink = false } = options
  let tally: Tally = {}
  let violations: string[] = []
  let transcript = ''
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    const verdict = await runner.run(scenario)
    tally = sum(tally, verdict.tally)
    if (verdict.violations.length > 0) ({ violations, transcript } = verdict)
    return verdict.violations.length === 0
  })
  const result = await fc.check(property, {
    seed,
    numRuns: 1,
    endOnFailure: !shrink,
    ...(path !== undefined && { path }),
    ...(shrink && { interruptAfterTimeLimit: shrinkMs, markInterruptAsFailure: true }),
  })
  if (!result.failed) return { seed, tally }
  if (result.errorInstance && violations.length === 0) violations = [String((result.errorInstance as Error).stack)]
  const at = result.counterexamplePath === null ? '' : ` --path ${result.counterexamplePath}`
  const [scenario] = result.counterexample ?? []
  return { seed, tally, failure: report(seed, at, violations, scenario, transcript) }
}

/** Says what went wrong and how to see it again; what the CLI printed is too long for a terminal and goes into a file. */
function report(
  seed: number,
  at: string,
  violations: string[],
  scenario: Scenario | undefined,
  transcript: string,
): string {
  const file = join(tmpdir(), `trueup-chaos-${seed}.txt`)
  writeFileSync(file, `${JSON.stringify(scenario, null, 2)}\n\n${transcript}\n\n${violations.join('\n')}\n`)
  return [
    `Seed ${seed} violates:`,
    ...violations.map((violation) => `- ${violation}`),
    `Again: npm run test:chaos -- --seed ${seed}${at} --runs 1`,
    `The case and all that the CLI printed: ${file}`,
  ].join('\n')
}

export function sum(one: Tally, other: Tally): Tally {
  const total = { ...one }
  for (const [what, times] of Object.entries(other)) total[what] = (total[what] ?? 0) + times
  return total
}
