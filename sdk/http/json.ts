/** No answer of the service is nested deeper; whoever walks through one that is would run out of stack. */
const deepest = 100
/** No answer of the service has more values; they take many times the memory of their text. */
const most = 5_000_000

/** Whether a JSON text is neither nested deeper nor of more values than any of the service. */
export function isModest(text: string): boolean {
  let [depth, values] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
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
    if (depth > deepest || values > most) return false
  }
  return true
}

/** Where the string ends that begins at a quote. Most of an answer is in strings: they are skipped, not read. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text[before] === '\\') before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is what the service makes its objects. */
export const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
