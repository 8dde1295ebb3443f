import { visible } from './characters'

/** The maximum number of reported failures. */
const MAX_FAILURES = 100

/** Formats and limits the reasons why arguments are invalid. */
export const reasonsForUser = (reasons: readonly string[]): string[] => [
  ...reasons.slice(0, MAX_FAILURES).map(visible),
  ...(reasons.length > MAX_FAILURES ? ['… and more'] : []),
]
