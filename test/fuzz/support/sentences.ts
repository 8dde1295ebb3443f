/** What only people who know the code could make sense of. */
const internals =
  /TypeError|RangeError|SyntaxError|URIError|undefined|\[object |Cannot (?:read|convert|mix)|is not (?:a function|iterable|defined)|Maximum call stack|Invalid (?:time value|string length)|Unexpected (?:token|end)|\bat \S+ \(/

/** What a terminal obeys instead of showing it. */
const controlCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u

/** Longer than anybody reads. */
const LONGEST = 2_000

/** Whether a message can be shown to a person as it is; else what is wrong with it. */
export function problemWith(message: string): string | undefined {
  if (message.trim() === '') return 'the message is empty'
  if (message.length > LONGEST) return `the message has ${message.length} characters: ${message.slice(0, 200)}…`
  const odd =
    internals.exec(message) ??
    message
      .split('\n')
      .map((line) => controlCharacters.exec(line))
      .find(Boolean)
  return odd ? `the message holds ${JSON.stringify(odd[0])}: ${JSON.stringify(message)}` : undefined
}
