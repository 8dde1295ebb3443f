import { readFile } from 'node:fs/promises'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { tooDeepAt } from '../../provider/command-line/project-files'
import { shortened } from '../shared/characters'
import { pathOf } from '../shared/property'
import { nounOf } from '../shared/words'
import type { Finding } from './finding'

/** The properties of a finding that a rule can match. */
const names = ['fingerprint', 'difference', 'stack', 'kind', 'parent', 'name', 'subject', 'property'] as const
const required = ['reason', 'until'] as const

type Name = (typeof names)[number]

/** Whether a text matches. */
type Pattern = (text: string) => boolean

/** A rule that ignores findings until a date. */
export interface IgnoreRule {
  /** Position in the file, from 1. */
  number: number
  /** The patterns as written. */
  written: Readonly<Partial<Record<Name, string>>>
  matches: Partial<Record<Name, Pattern>>
  reason: string
  /** The last day on which the rule applies, `YYYY-MM-DD`. */
  until: string
}

/**
 * Reads a file of rules: a YAML list of maps, each with a reason, a date and at least one pattern. In a pattern, `*` matches
 * any text.
 *
 * @throws Error that names the file and the rule, if a rule is invalid or has expired.
 */
export async function readIgnoreFile(file: string, today: string): Promise<IgnoreRule[]> {
  const fail = (why: string): never => {
    throw new Error(`${file}: ${why}`)
  }
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) =>
    fail(troubles[error.code ?? ''] ?? `the file cannot be read (${error.code})`),
  )
  let rules: unknown
  try {
    rules = read(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    fail(error instanceof TypeError ? 'the file is not UTF-8. Save it in this encoding' : (error as Error).message)
  }
  if (!Array.isArray(rules)) return fail('the file must be a list of rules, each with "reason" and "until"')
  return rules.map((rule: unknown, at) => ruleOf(rule, at + 1, today, (why) => fail(`rule ${at + 1} ${why}`)))
}

const troubles: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a folder, not a file',
  ERR_FS_FILE_TOO_LARGE: 'the file is too large',
}

/** Parses YAML. @throws Error that names the line. */
function read(text: string): unknown {
  const deep = tooDeepAt(text)
  if (deep !== undefined)
    throw new Error(`the file is nested too deeply in line ${text.slice(0, deep).split('\n').length}.`)
  const lineCounter = new LineCounter()
  // Pretty errors would quote the file.
  const document = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    stringKeys: true,
    // The check takes quadratic time.
    uniqueKeys: false,
    logLevel: 'silent',
  })
  const [wrong] = [...document.errors, ...document.warnings]
  const at = (offset: number) => `line ${lineCounter.linePos(offset).line}, column ${lineCounter.linePos(offset).col}`
  if (wrong?.code === 'RESOURCE_EXHAUSTION') throw new Error(`the file is nested too deeply at ${at(wrong.pos[0])}.`)
  if (wrong) throw new Error(`the file is not valid YAML: ${shortened(wrong.message, 200)} at ${at(wrong.pos[0])}.`)
  for (const rule of isSeq<Node>(document.contents) ? document.contents.items : []) {
    const duplicate = duplicateKey(rule)
    if (duplicate) throw new Error(`a rule has a duplicate key at ${at(duplicate.range?.[0] ?? 0)}.`)
  }
  return document.toJS() ?? []
}

/** The first duplicate key of a map. */
function duplicateKey(rule: Node): Node | undefined {
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
  if (unknown !== undefined)
    fail(`has the unknown key "${shortened(unknown, 60)}". Known keys are ${allowed.join(', ')}`)
  const { reason = '', until = '' } = given
  if (reason.trim() === '') fail('is missing "reason"')
  if (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))) {
    fail('must have "until", its last day, such as 2027-01-31')
  }
  const patterns = names.filter((name) => given[name] !== undefined)
  if (patterns.length === 0) fail(`would match everything. Add at least one of ${names.join(', ')}`)
  if (until < today) fail(`(${reason}) expired on ${until}. Fix the drift that it hides, or extend "until"`)
  const written = Object.fromEntries(patterns.map((name) => [name, given[name]!]))
  const matches = Object.fromEntries(patterns.map((name) => [name, patternOf(given[name]!)]))
  return { number, written, matches, reason, until }
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Without regular expressions: one with many `.*` can take exponential time. */
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

/**
 * Whether a rule ignores a finding. A rule for a property has to match all properties that differ. Rules for an item can
 * also be written for its set, with the kind and the name of the set, and with paths such as `items.bug.color`.
 */
export function isMatch({ matches }: IgnoreRule, finding: Finding): boolean {
  const [own, former] = [textsOf(finding), formerTextsOf(finding)]
  const isIn = (name: Name, texts: Texts): boolean => {
    const lists = texts[name] ?? []
    return matches[name] === undefined || lists.some((list) => list.length > 0 && list.every(matches[name]!))
  }
  const fits = (name: Name): boolean => isIn(name, own) || isIn(name, former)
  if (!names.every((name) => name === 'difference' || fits(name))) return false
  // A rule that is only about changes must not hide that an object is gone.
  const isForSets = !aboutObject.every((name) => isIn(name, own))
  return isIn('difference', own) || (isForSets && isIn('difference', former))
}

const aboutObject = ['fingerprint', 'kind', 'subject', 'property'] as const

/** For each key of a rule, the texts that it can match: all texts of one of the lists. */
type Texts = Partial<Record<Name, string[][]>>

const textsOf = (finding: Finding): Texts => ({
  fingerprint: [[finding.fingerprint]],
  difference: [[finding.difference]],
  stack: [[finding.stack]],
  kind: [[finding.kind]],
  parent: [[finding.parent]],
  name: [[finding.name ?? ''], ...(finding.item === undefined ? [] : [[finding.item]])],
  subject: [[finding.subject]],
  property: [finding.properties.map(({ path }) => path)],
})

/** The texts by which a finding of an item was known when all differences of a set were one finding. */
function formerTextsOf({ formerFingerprints = [], item, kind, name, properties }: Finding): Texts {
  const fingerprint = formerFingerprints.map((one) => [one])
  if (item === undefined) return { fingerprint }
  const at = pathOf(['items', item])
  const paths = properties.map(({ path }) => `${at}${path.startsWith('[') ? '' : '.'}${path}`)
  return {
    fingerprint,
    difference: [['changed']],
    kind: [[`${kind}-set`]],
    subject: [[`${nounOf(kind)} set ${JSON.stringify(name)}`]],
    property: [paths.length > 0 ? paths : [at]],
  }
}

/** The finding, marked with the first rule that ignores it. */
export function ignoring(finding: Finding, rules: readonly IgnoreRule[]): Finding {
  const rule = rules.find((one) => isMatch(one, finding))
  return rule ? { ...finding, ignored: { reason: rule.reason, until: rule.until } } : finding
}
