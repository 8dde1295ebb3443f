import { show } from './display'

/**
 * The problem of a value, as the end of a sentence that starts with the name of the argument: `must be a CSS color`. A
 * detail follows the value.
 */
export type Problem = string | { readonly problem: string; readonly detail: string }

/** The end of a sentence about a problem, with the value unless it can be secret. */
export function describeProblem(problem: Problem, value: unknown, isSecret = false): string {
  const got = isSecret ? '' : ` (got ${show(value)})`
  return typeof problem === 'string' ? problem + got : `${problem.problem}${got}: ${problem.detail}`
}

/** An invalid argument. */
export interface Failure {
  readonly property: string
  readonly reason: string
  /**
   * The reason with the text of a file in place of the value, if YAML reads the text as another type: `5319e7` is a
   * number. Undefined if the value can be secret.
   */
  readonly reasonFor?: (text: string) => string
}
