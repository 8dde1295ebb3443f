import { entriesOf, type Entry, type Field, parseEntry } from './entry'
import { clip, Failure, Refusal, refuseEntry } from './refusal'

/** The weeks in which a weekday counts. */
export type WeekdayRule =
  /** Every week. */
  | { kind: 'every' }
  /** The nth in the month; negative from the end. */
  | { kind: 'nth'; nth: number }
  /**
   * If the number of the week and `offset` have the same remainder modulo `weeks`. Week 1 starts on Tuesday,
   * January 1, 2019. Never for 0 weeks.
   */
  | { kind: 'weeks'; weeks: number; offset: number }

const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const weekday: Field = {
  name: 'weekday',
  expected: '0 to 7 or sun to sat, as in mon-fri, mon#2, mon#L (the last) or mon%2 (every second week)',
  valueOf(text) {
    if (/^[0-7]$/.test(text)) return Number(text)
    const index = names.indexOf(text.toLowerCase())
    return index < 0 ? undefined : index
  },
}

/** An entry of the weekday field. */
export type WeekdayEntry = Entry | SingleWeekday

/** A weekday with `#` or `%`. */
interface SingleWeekday {
  number: number
  rule: WeekdayRule
}

/** Parses the list of the weekday field. */
export const parseWeekdays = (list: string): WeekdayEntry[] =>
  entriesOf(weekday, list).map((entry) => parseSingle(entry, list) ?? parseEntry(weekday, entry, list))

/** The conditions of the entries by weekday (0 is Sunday); undefined if the entries do not restrict the weekday. */
export function weekdaysOf(entries: readonly WeekdayEntry[]): ReadonlyMap<number, WeekdayRule> | undefined {
  const rules = new Map<number, WeekdayRule>()
  for (const entry of entries) {
    const isSingle = 'rule' in entry
    const rule: WeekdayRule = isSingle ? entry.rule : { kind: 'every' }
    for (const number of isSingle ? [entry.number] : numbersIn(entry)) {
      const other = rules.get(number % 7)
      if (!other || precedes(rule, other)) rules.set(number % 7, rule)
    }
  }
  return rules.size ? rules : undefined
}

function parseSingle(entry: string, list: string): SingleWeekday | undefined {
  const [, name, mark, text = ''] = /^(\w+)([#%])(.*)$/.exec(entry) ?? []
  if (name === undefined) return undefined
  const number = weekday.valueOf(name)
  if (number === undefined) throw refuseEntry(weekday, entry, list)
  if (mark === '#') {
    if (/^(l|last)$/i.test(text)) return { number, rule: { kind: 'nth', nth: -1 } }
    if (/^-?[1-5]$/.test(text)) return { number, rule: { kind: 'nth', nth: Number(text) } }
    throw new Refusal(
      `# in the weekday field must be followed by 1 to 5, -1 to -5 or L, not ${clip(text) || 'nothing'}`,
    )
  }
  const [, weeks, offset = '0'] = /^(\d+)(?:\+(\d+))?$/.exec(text) ?? []
  if (weeks === undefined) {
    throw new Refusal(
      `% in the weekday field must be followed by a number of weeks, as in mon%2 or mon%2+1, not ${clip(text) || 'nothing'}`,
    )
  }
  return { number, rule: { kind: 'weeks', weeks: Number(weeks), offset: Number(offset) } }
}

/** The weekdays of a range, 7 for a Sunday at its end. Follows the service's unusual rules for steps. */
function numbersIn({ start, end, step }: Entry): number[] {
  if (start === undefined && step === undefined) return []
  const from = start ?? 0
  if (step === undefined) return numbers(from, end === undefined ? from : end < from ? end + 7 : end, 1)
  // With a step, 5-1 has no days, 5/2 only Friday, and a step of 0 means 1.
  return numbers(from, end ?? (start === undefined ? 6 : from), step || 1)
}

function numbers(from: number, to: number, step: number): number[] {
  const all: number[] = []
  for (let number = from; number <= to; number += step) all.push(number)
  return all
}

/** Of several rules for a weekday, the service only follows the lowest: `mon#1,mon#3` means the first Monday. */
function precedes(a: WeekdayRule, b: WeekdayRule): boolean {
  if (a.kind === 'nth' && b.kind === 'nth') return a.nth < b.nth
  if (a.kind === 'weeks' && b.kind === 'weeks') return (a.weeks - b.weeks || a.offset - b.offset) < 0
  if (a.kind === 'every' || b.kind === 'every') return a.kind === 'every'
  throw new Failure('the weekday field has both # and % for one weekday: keep one of them')
}
