/** Text that only makes sense to people who know the code. */
const internals =
  /TypeError|RangeError|SyntaxError|URIError|undefined|\[object |Cannot (?:read|convert|mix)|is not (?:a function|iterable|defined)|Maximum call stack|Invalid (?:time value|string length)|Unexpected (?:token|end)|\bat \S+ \(/

/** Characters that a terminal interprets instead of showing them. */
const controlCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u

/** The maximum length of a message. */
const LONGEST = 2_000

/** The problem of a message. Undefined if it can be shown to a user. */
export function problemWith(message: string): string | undefined {
  if (message.trim() === '') return 'the message is empty'
  if (message.length > LONGEST) return `the message has ${message.length} characters: ${message.slice(0, 200)}…`
  const odd =
    internals.exec(message) ??
    message
      .split('\n')
      .map((line) => controlCharacters.exec(line))
      .find(Boolean)
  return odd ? `the message contains ${JSON.stringify(odd[0])}: ${JSON.stringify(message)}` : undefined
}
