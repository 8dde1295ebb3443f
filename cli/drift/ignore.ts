import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import type { Finding } from './finding'

/** What of a finding a rule can name. */
const names = ['fingerprint', 'difference', 'stack', 'kind', 'parent', 'name', 'subject', 'property'] as const
const required = ['reason', 'until'] as const

type Name = (typeof names)[number]

/** Says which findings not to mind, why, and until when. */
export interface IgnoreRule {
  matches: Partial<Record<Name, RegExp>>
  reason: string
  /** The last day that it holds, `YYYY-MM-DD`. */
  until: string
}

/**
 * Reads a file of rules: a YAML list of maps, each with a reason, a day and at least one pattern, in which `*` stands for
 * anything.
 *
 * @throws Error that names the file and the rule, for one that makes no sense or has expired.
 */
export async function readIgnoreFile(file: string, today: string): Promise<IgnoreRule[]> {
  const fail = (why: string): never => {
    throw new Error(`${file}: ${why}`)
  }
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    fail(error.code === 'ENOENT' ? 'there is no such file' : error.message),
  )
  let rules: unknown
  try {
    rules = parse(text) ?? []
  } catch (error) {
    fail((error as Error).message.replace(/:?\n[\s\S]*$/, '.'))
  }
  if (!Array.isArray(rules)) return fail('it has to be a list of rules, each with a reason and a day "until"')
  return rules.map((rule: unknown, at) => ruleOf(rule, today, (why) => fail(`rule ${at + 1} ${why}`)))
}

function ruleOf(rule: unknown, today: string, fail: (why: string) => never): IgnoreRule {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return fail('is not a map')
  const given = Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, textOf(value)]))
  const allowed: readonly string[] = [...names, ...required]
  const unknown = Object.keys(given).find((key) => !allowed.includes(key))
  if (unknown !== undefined) fail(`has "${unknown}": known are ${allowed.join(', ')}`)
  const { reason = '', until = '' } = given
  if (reason.trim() === '') fail('has no reason: say why nobody needs to mind')
  if (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))) {
    fail('needs "until", the last day that it holds, like 2027-01-31')
  }
  const patterns = names.filter((name) => given[name] !== undefined)
  if (patterns.length === 0) fail(`would match everything: give it at least one of ${names.join(', ')}`)
  if (until < today) fail(`(${reason}) expired on ${until}: mend what it hides, or give it a later day`)
  return { matches: Object.fromEntries(patterns.map((name) => [name, patternOf(given[name]!)])), reason, until }
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value))

const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  )

/** The finding, with the first rule that says not to mind it. A rule for a property wants all that differ to match. */
export function ignoring(finding: Finding, rules: readonly IgnoreRule[]): Finding {
  const rule = rules.find(({ matches }) =>
    Object.entries(matches).every(([name, pattern]) =>
      name === 'property'
        ? finding.properties.length > 0 && finding.properties.every(({ path }) => pattern.test(path))
        : pattern.test(String(finding[name as Exclude<Name, 'property'>] ?? '')),
    ),
  )
  return rule ? { ...finding, ignored: { reason: rule.reason, until: rule.until } } : finding
}
