import { readFile } from 'node:fs/promises'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { tooDeepAt } from '../../provider/files'
import { shortened } from '../shared/characters'
import type { Finding } from './finding'

/** What of a finding a rule can name. */
const names = ['fingerprint', 'difference', 'stack', 'kind', 'parent', 'name', 'subject', 'property'] as const
const required = ['reason', 'until'] as const

type Name = (typeof names)[number]

/** Whether a text is meant. */
type Pattern = (text: string) => boolean

/** Says which findings not to mind, why, and until when. */
export interface IgnoreRule {
  /** Position in the file, from 1. */
  number: number
  /** The patterns as written. */
  written: Readonly<Partial<Record<Name, string>>>
  matches: Partial<Record<Name, Pattern>>
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
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) =>
    fail(troubles[error.code ?? ''] ?? `it cannot be read (${error.code})`),
  )
  let rules: unknown
  try {
    rules = read(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    fail(error instanceof TypeError ? 'it is not UTF-8: save it in that encoding' : (error as Error).message)
  }
  if (!Array.isArray(rules)) return fail('it has to be a list of rules, each with a reason and a day "until"')
  return rules.map((rule: unknown, at) => ruleOf(rule, at + 1, today, (why) => fail(`rule ${at + 1} ${why}`)))
}

const troubles: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder: name a file',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
}

/** What YAML says. @throws Error that names the line. */
function read(text: string): unknown {
  const deep = tooDeepAt(text)
  if (deep !== undefined) throw new Error(`it is nested too deeply in line ${text.slice(0, deep).split('\n').length}.`)
  const lineCounter = new LineCounter()
  // Pretty errors quote the file.
  const document = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    stringKeys: true,
    // Takes the square of a map's size.
    uniqueKeys: false,
    logLevel: 'silent',
  })
  const [wrong] = [...document.errors, ...document.warnings]
  const at = (offset: number) => `line ${lineCounter.linePos(offset).line}, column ${lineCounter.linePos(offset).col}`
  if (wrong?.code === 'RESOURCE_EXHAUSTION') throw new Error(`it is nested too deeply at ${at(wrong.pos[0])}.`)
  if (wrong) throw new Error(`it is not YAML: ${shortened(wrong.message, 200)} at ${at(wrong.pos[0])}.`)
  for (const rule of isSeq<Node>(document.contents) ? document.contents.items : []) {
    const twice = keyTwice(rule)
    if (twice) throw new Error(`a rule says something twice at ${at(twice.range?.[0] ?? 0)}.`)
  }
  return document.toJS() ?? []
}

/** The first key of a map that is there twice. */
function keyTwice(rule: Node): Node | undefined {
  const seen = new Set<unknown>()
  for (const { key } of isMap<Node>(rule) ? rule.items : []) {
    if (!isScalar(key)) continue
    if (seen.has(key.value)) return key
    seen.add(key.value)
  }
  return undefined
}

function ruleOf(rule: unknown, number: number, today: string, fail: (why: string) => never): IgnoreRule {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return fail('is not a map')
  const given = Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, textOf(value)]))
  const allowed: readonly string[] = [...names, ...required]
  const unknown = Object.keys(given).find((key) => !allowed.includes(key))
  if (unknown !== undefined) fail(`has "${shortened(unknown, 60)}": known are ${allowed.join(', ')}`)
  const { reason = '', until = '' } = given
  if (reason.trim() === '') fail('has no reason: say why nobody needs to mind')
  if (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))) {
    fail('needs "until", the last day that it holds, like 2027-01-31')
  }
  const patterns = names.filter((name) => given[name] !== undefined)
  if (patterns.length === 0) fail(`would match everything: give it at least one of ${names.join(', ')}`)
  if (until < today) fail(`(${reason}) expired on ${until}: mend what it hides, or give it a later day`)
  const written = Object.fromEntries(patterns.map((name) => [name, given[name]!]))
  const matches = Object.fromEntries(patterns.map((name) => [name, patternOf(given[name]!)]))
  return { number, written, matches, reason, until }
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A regular expression with a `.*` for each star would take for ever to find that many of them do not match. */
function patternOf(pattern: string): Pattern {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return (text) => text === pattern
  return (text) => {
    const end = text.length - last.length
    if (!text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    for (const part of rest) {
      const found = text.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= end
  }
}

/** Whether a rule ignores a finding. A rule for a property has to match all properties that differ. */
export const isMatch = ({ matches }: IgnoreRule, finding: Finding): boolean =>
  Object.entries(matches).every(([name, pattern]) =>
    name === 'property'
      ? finding.properties.length > 0 && finding.properties.every(({ path }) => pattern(path))
      : pattern(String(finding[name as Exclude<Name, 'property'>] ?? '')),
  )

/** The finding, marked with the first rule that ignores it. */
export function ignoring(finding: Finding, rules: readonly IgnoreRule[]): Finding {
  const rule = rules.find((one) => isMatch(one, finding))
  return rule ? { ...finding, ignored: { reason: rule.reason, until: rule.until } } : finding
}
