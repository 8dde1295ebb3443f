import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** The tests of a file: the title of each, after the titles of its groups. Skipped tests are omitted. */
export function titlesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const titles: string[] = []
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const declared = ts.isCallExpression(node) ? declaration(node, source) : undefined
    if (!declared) return ts.forEachChild(node, (child) => visit(child, groups))
    const { words, title } = declared
    if (words.some((word) => ['skip', 'todo'].includes(word))) return
    if (words[0] !== 'describe') titles.push([...groups, title].join(' › '))
    else ts.forEachChild(node, (child) => visit(child, [...groups, title]))
  }
  visit(source, [])
  return titles
}

/** What `it('…', …)`, `describe.each(…)('…', …)` and their like declare. */
function declaration({ expression, arguments: [title] }: ts.CallExpression, source: ts.SourceFile) {
  const words = wordsOf(expression)
  if (!title || !['it', 'test', 'describe'].includes(words[0] ?? '')) return undefined
  if (ts.isStringLiteralLike(title)) return { words, title: title.text }
  return ts.isTemplateExpression(title) ? { words, title: title.getText(source).slice(1, -1) } : undefined
}

/** `describe`, `each` of `describe.each(…)`. */
function wordsOf(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...wordsOf(callee.expression), callee.name.text]
  if (ts.isCallExpression(callee)) return wordsOf(callee.expression)
  return ts.isTaggedTemplateExpression(callee) ? wordsOf(callee.tag) : []
}
