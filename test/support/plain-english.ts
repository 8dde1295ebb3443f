import ts from 'typescript'

/** A phrase that does not belong into docs, messages, titles of tests and comments. */
interface Phrase {
  pattern: RegExp
  /** What to write instead. */
  instead: string
}

/** The style sheet in CONTRIBUTING.md, as far as a pattern can check it. */
const phrases: readonly Phrase[] = [
  // "There is no label" and "is no longer" are plain English.
  { pattern: /(?<!\bthere )\b(is|are|was|were) no\b(?! (longer|more|less|later|earlier)\b)/i, instead: 'is not a' },
  { pattern: /(?<!\bthere )\b(is|are) none\b/i, instead: 'is not a, does not exist' },
  { pattern: /\banew\b/i, instead: 'again, or recreate' },
  { pattern: /\bbut for\b/i, instead: 'except' },
  { pattern: /\bfor ever\b/i, instead: 'permanently' },
  { pattern: /\b(a text|texts)\b(?! (editor|file))/i, instead: 'a string' },
  { pattern: /\b(some|no|any|every)body\b/i, instead: 'the actor: the user, another user, the program, the service' },
  { pattern: /\bwho(so)?ever\b/i, instead: 'the actor: each user who' },
  { pattern: /\bwhat(ever)? (is|are|was|were) (there|not there|in it|left out|wrong)\b/i, instead: 'a noun' },
  { pattern: /\bthose (of|in) which\b|\bthose of (a|the)\b/i, instead: 'the noun itself' },
  { pattern: /, too\b(?! (many|much|long|large|high|low|old))/i, instead: 'also' },
  {
    pattern: /\b(of (its|their) own accord|in vain|(?<!\bare )all the same|thereby|whence|lest|likewise)\b/i,
    instead: 'nothing',
  },
  { pattern: /\b(as|so) it says\b|\bsays? so\b/i, instead: 'report, or the remedy itself' },
  // An answer to a question is plain English.
  { pattern: /\banswer(s|ed|ing)?\b(?! (the same question|\*))/i, instead: 'response, result, or respond' },
  { pattern: /\b(speaks? of|teller)\b/i, instead: 'mention, log' },
  { pattern: /\bof the house\b/i, instead: 'of this repository' },
  { pattern: /\boutlives?\b/i, instead: 'last longer, remain after' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bheed(s|ed|ing)?\b/i, instead: 'respect' },
  { pattern: /\bmatters? of record\b/i, instead: 'action' },
  { pattern: /\bhalf(-| )way\b/i, instead: 'before it was complete' },
  { pattern: /\b(in|by) a circle\b/i, instead: 'loop' },
  { pattern: /\bcolour|\bbehaviour|\bneighbour|\bfavour|\bhonour|\blabour/i, instead: 'American spelling: -or' },
  { pattern: /\blicence|\bdefence\b|\boffence\b/i, instead: 'American spelling: license' },
  {
    pattern:
      /\b\w*(normal|serial|initial|recogn|prioriti|organ|author|custom|minim|maxim|optim|summar|synchron)is(e|ed|es|ing|ation)\b/i,
    instead: 'American spelling: -ize',
  },
  { pattern: /\bcancell(ed|ing)\b|\blabell(ed|ing)\b|\bmodell(ed|ing)\b/i, instead: 'American spelling: one l' },
  {
    pattern: /\bcent(re)s?\b|\bcatalogue\b|\bartefact|\bwhilst\b|\bamongst\b|\b(mis)?spelt\b/i,
    instead: 'American spelling',
  },
]

/** The phrases of a text with some words around each, such as `…the label is no color: … (write: is not a)`. */
export function phrasesIn(text: string): string[] {
  const line = text.replace(/\s+/g, ' ')
  return phrases.flatMap(({ pattern, instead }) =>
    [...line.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].map(
      ({ index, 0: found }) => `${line.slice(Math.max(0, index - 30), index + found.length + 30)} (write: ${instead})`,
    ),
  )
}

/** The words of a page: without code, the targets of links, and phrases that it quotes. */
export function prose(markdown: string): string {
  return markdown
    .replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '')
    .replace(/`[^`]*`/g, '…')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/"[^"\n]*"/g, '…')
}

/** The comments of a source file. Adjacent lines are one comment. */
export function comments(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(source, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.end) ?? []),
    ])
      found.set(range.pos, range)
    node.getChildren(file).forEach(visit)
  }
  visit(file)
  const ranges = [...found.values()].sort((one, other) => one.pos - other.pos)
  return ranges
    .reduce<{ text: string; end: number }[]>((all, { pos, end }) => {
      const text = source.slice(pos, end).replace(/^\s*(?:\/\/|\/\*\*?|\*(?!\/))|\*\/$/gm, '')
      const last = all.at(-1)
      if (last && source.slice(last.end, pos).trim() === '')
        return [...all.slice(0, -1), { text: `${last.text}\n${text}`, end }]
      return [...all, { text, end }]
    }, [])
    .map(({ text }) => prose(text))
}

/** The texts in quotes or backticks of a source file that consist of several words. */
export function messages(path: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    if (text === undefined) ts.forEachChild(node, visit)
    else {
      if (/\S\s+\S/.test(text)) found.push(text)
      parts(node).forEach(visit)
    }
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest))
  return found
}

/** What a literal says, with `…` for each value; `undefined` for anything else. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)]
    return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`
  }
  return undefined
}

/** The expressions within a literal, which can contain literals of their own. */
function parts(node: ts.Node): ts.Node[] {
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression)
  if (ts.isBinaryExpression(node))
    return [node.left, node.right].flatMap((side) => (textOf(side) === undefined ? [side] : parts(side)))
  return []
}
