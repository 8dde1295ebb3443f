/** Deeper than any file goes that people write. */
const DEEPEST = 300

/**
 * Where a text of YAML is nested more deeply than any that is meant; undefined where it is not. A parser recurses into
 * what it reads, and on the last bit of its stack V8 does not throw, but ends the process.
 */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '[' || character === '{') depth++
    else if ((character === ']' || character === '}') && depth > 0) depth--
    if (depth > DEEPEST) return at
  }
  // Lists and keys that begin on one line, and blocks, each of which is indented by a blank at least.
  const block = /(?:[-?:][ \t]{1,9}){100}|^ {400}/m.exec(text)
  return block?.index
}
