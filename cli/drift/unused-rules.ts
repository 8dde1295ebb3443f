import { didYouMean } from '../../provider/command-line/service'
import { resourceKinds } from '../../provider/kinds'
import type { DriftReport } from './finding'
import { type IgnoreRule, isMatch } from './ignore'
import { differences } from './wording'

/** One warning for each rule that matches no finding, or that names an unknown kind or difference. */
export function unusedRules(rules: readonly IgnoreRule[], report: DriftReport, unmanaged: boolean): string[] {
  return rules.flatMap((rule) => {
    const name = `rule ${rule.number} (${rule.reason})`
    const { kind, difference } = rule.written
    const wrong = problemOf('kind', kind, resourceKinds) ?? problemOf('difference', difference, differences)
    if (wrong !== undefined) return [`${name} ${wrong}`]
    if (!isAboutThis(rule, report, unmanaged) || report.findings.some((finding) => isMatch(rule, finding))) return []
    return [`${name} matches nothing. Remove it if you no longer need it.`]
  })
}

function problemOf(what: string, pattern: string | undefined, known: readonly string[]): string | undefined {
  if (pattern === undefined || pattern.includes('*') || known.includes(pattern)) return undefined
  return `has the unknown ${what} "${pattern}": ${didYouMean(pattern, known)}`
}

/** Whether this run checked everything that the rule is about: several runs may share a file. */
function isAboutThis({ matches }: IgnoreRule, { stacks, failures }: DriftReport, unmanaged: boolean): boolean {
  if (failures.length > 0) return false
  const looked = differences.filter((one) => unmanaged || one !== 'unmanaged')
  const isFor = (pattern: ((text: string) => boolean) | undefined, values: readonly string[]) =>
    pattern === undefined || values.some(pattern)
  return (
    isFor(
      matches.stack,
      stacks.map(({ name }) => name),
    ) && isFor(matches.difference, looked)
  )
}
