import ts from 'typescript'

/** The title of a test or of a group of tests. */
export interface Title {
  kind: 'test' | 'group'
  text: string
  line: number
}

/** The titles in a test file, with `…` for each value of a template. */
export function titlesOf(path: string, source: string): Title[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found: Title[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [, name] = /^(it|test|describe)\b/.exec(node.expression.getText(file)) ?? []
      const [title] = node.arguments
      const text = title && textOf(title)
      if (name !== undefined && text !== undefined && node.arguments.length > 1) {
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
        found.push({ kind: name === 'describe' ? 'group' : 'test', text, line })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}
