import type { RecordedResponse } from '../../emulator/test/truth/recordings'

/** The most characters of a wording that are shown. */
const most = 160
/** How much of what two wordings have in common at their start is shown. */
const shownBefore = 20

/** What an error says. Empty for other responses. */
export const wordingOf = (response: RecordedResponse): string => textOf(saidBy(response))

/** What two errors say, without what both say about the same field. */
export function wordingsOf(one: RecordedResponse, other: RecordedResponse): [string, string] {
  const [a, b] = [saidBy(one), saidBy(other)]
  if (!isObject(a) || !isObject(b)) return [textOf(a), textOf(b)]
  const isCommon = (field: string): boolean => field in a && field in b && textOf(a[field]) === textOf(b[field])
  const rest = (all: object) => Object.fromEntries(Object.entries(all).filter(([field]) => !isCommon(field)))
  return [textOf(rest(a)), textOf(rest(b))]
}

/** Text, or an object with a list of complaints for each field. */
function saidBy({ status, body }: RecordedResponse): unknown {
  if (status < 400) return ''
  if (!isObject(body)) return body ?? ''
  const { message, error, $text, $body } = body
  return $body === undefined ? (message ?? error ?? $text ?? body) : saidBy({ status, headers: {}, body: $body })
}

function textOf(said: unknown): string {
  const text = typeof said === 'string' ? said : JSON.stringify(said)
  // A terminal could follow the instructions in control characters.
  return /^\s*<(?:!doctype|html)/i.test(text) ? 'a page of HTML' : text.replaceAll(/[\p{Cc}\s]+/gu, ' ')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A wording without what depends on the request: numbers, and what is in quotes. */
export const shapeOf = (wording: string): string =>
  wording.replaceAll(/'[^']*'|(?<=[\s(])"[^"]*"/g, '…').replaceAll(/\d+/g, '#')

export const shorten = (wording: string): string => (wording.length > most ? `${wording.slice(0, most)}…` : wording)

/** Two wordings from shortly before the place where they differ. */
export function fromDifference(one: string, other: string): [string, string] {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const start = same > 2 * shownBefore ? same - shownBefore : 0
  const from = (text: string) => shorten(start ? `…${text.slice(start)}` : text)
  return [from(one), from(other)]
}
