/** The maximum depth. Files that users write are less deep. */
const MAX_DEPTH = 300

/**
 * The position at which YAML is nested too deeply, or undefined. The parser is recursive, and near the end of the stack
 * V8 can terminate the process instead of throwing an error.
 */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '[' || character === '{') depth++
    else if ((character === ']' || character === '}') && depth > 0) depth--
    if (depth > MAX_DEPTH) return at
  }
  // Lists and keys that start on one line, and blocks, which are indented by at least one space per level.
  const block = /(?:[-?:][ \t]{1,9}){100}|^ {400}/m.exec(text)
  return block?.index
}
