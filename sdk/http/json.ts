/** The maximum depth. Responses of the service are less deep, and deeper values can exceed the stack. */
const maxDepth = 100
/**
 * The maximum number of values. Responses of the service have fewer, and values need many times the memory of their
 * JSON.
 */
const maxValues = 5_000_000

/** Whether a JSON string is within the limits on depth and number of values. */
export function isWithinLimits(text: string): boolean {
  let [depth, values] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    switch (text.charAt(at)) {
      case '"':
        at = endOfString(text, at)
        break
      case ',':
        values++
        break
      case '[':
      case '{':
        values++
        depth++
        break
      case ']':
      case '}':
        depth--
    }
    if (depth > maxDepth || values > maxValues) return false
  }
  return true
}

/** The end of a string that starts at a quote. Most of a response consists of strings, so they are skipped quickly. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text[before] === '\\') before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

/** Parses JSON. Returns undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is a JSON object. */
export const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether an object has an id that is not an integer, or too large: `JSON.parse` rounds it to the id of another object. */
export const hasInvalidId = (value: object): boolean => {
  const { id } = value as { id?: unknown }
  return id !== undefined && id !== null && !Number.isSafeInteger(id)
}

export const invalidId = 'the response contains an id that is not an integer below 2^53'
