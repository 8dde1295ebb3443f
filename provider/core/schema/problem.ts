import { show } from './display'

/**
 * What is wrong with a value, as the end of a sentence that begins with the argument: `must be a CSS color`. A detail
 * follows the value.
 */
export type Problem = string | { readonly problem: string; readonly detail: string }

/** A problem as the end of a sentence, with the value, unless that may be secret. */
export function describeProblem(problem: Problem, value: unknown, isSecret = false): string {
  const got = isSecret ? '' : ` (got ${show(value)})`
  return typeof problem === 'string' ? problem + got : `${problem.problem}${got}: ${problem.detail}`
}
