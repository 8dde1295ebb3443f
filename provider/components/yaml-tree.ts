import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type ParsedNode } from 'yaml'
import type { Json } from '../core/schema/plain'
import { reservedKeys } from '../core/schema/set'
import { below, lineOf, type Place, type Problems, type Source } from './problems'
import { tooDeepAt } from './yaml-depth'

/** What a file says, each part with its place. */
export type Tree = Branch | List | Leaf | Reference

export interface Branch {
  readonly type: 'map'
  readonly at: Place
  readonly entries: ReadonlyMap<string, Entry>
}

export interface List {
  readonly type: 'list'
  readonly at: Place
  readonly items: readonly Tree[]
}

export interface Leaf {
  readonly type: 'scalar'
  readonly at: Place
  readonly value: unknown
  /** Whether nothing is written at all, which YAML takes for null. */
  readonly isEmpty: boolean
}

/** A secret that stands elsewhere. No file says so by itself: the place of a value has to ask for it. */
export interface Reference {
  readonly type: 'reference'
  readonly at: Place
  readonly from: 'secret' | 'env'
  readonly name: string
}

export interface Entry {
  /** Where the key stands. */
  readonly key: Place
  readonly value: Tree
  /** Whether it overrides an entry that `<<` would merge. */
  readonly overrides?: boolean
}

/** The most values that aliases may add to a file; a few lines can stand for more than fit into memory. */
const MOST_ALIASED = 1_000_000
/** Deeper than any file of settings goes. */
const DEEPEST = 50
/** A colour that YAML takes for a comment. */
const commentedColor = /:[ \t]+#(?:[0-9a-f]{3}|[0-9a-f]{6})\b/i
const commentHint = 'a # after a blank begins a comment in YAML: put the colour into quotes, like "#D9534F"'

/** The documents of a file. What is no good YAML is a problem, and its document is left out. */
export function treesOf(file: string, text: string, problems: Problems): Tree[] {
  const source: Source = { file, lines: new LineCounter() }
  const deep = tooDeepAt(text)
  if (deep !== undefined) {
    source.lines.addNewLine(0)
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) source.lines.addNewLine(at + 1)
    problems.add({ source, offset: deep, path: '' }, 'the file is nested too deeply')
    return []
  }
  const documents = parseAllDocuments(text, {
    lineCounter: source.lines,
    // Would quote the line, and whatever secret stands in there.
    prettyErrors: false,
    stringKeys: true,
    // Takes the square of a map's size; the reader below looks for itself.
    uniqueKeys: false,
    schema: 'core',
    resolveKnownTags: false,
    merge: false,
    logLevel: 'silent',
  })
  const wrong =
    'empty' in documents ? documents.errors : documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])
  for (const { pos, code, message } of wrong.slice(0, 5)) {
    problems.add({ source, offset: pos[0], path: '' }, inWords(code, message))
  }
  const hidden = wrong.length > 0 ? commentedColor.exec(text) : null
  if (hidden) problems.add({ source, offset: text.indexOf('#', hidden.index), path: '' }, commentHint)
  if (wrong.length > 0) return []
  const before = problems.size
  const trees = documents.flatMap((document) => new Reader(source, text, problems).read(document) ?? [])
  if (trees.length === 0 && problems.size === before) {
    problems.add({ source, offset: 0, path: '' }, 'the file says nothing: fill it, or delete it')
  }
  return trees
}

/** A file that cannot be read as YAML at all. */
export const sourceOf = (file: string): Place => {
  const lines = new LineCounter()
  lines.addNewLine(0)
  return { source: { file, lines }, offset: 0, path: '' }
}

/** What the parser complains of, without the text it complains about. */
function inWords(code: string, message: string): string {
  if (code === 'NON_STRING_KEY') return 'a key has to be a text'
  if (code === 'RESOURCE_EXHAUSTION') return 'the file is nested too deeply'
  if (code === 'TAG_RESOLVE_FAILED')
    return 'there is a tag, begun by "!", that means nothing here: put the value into quotes'
  const plain = message.replace(/(: "|characters: |token: |sequence ).*$/s, '').trim()
  return `this is not YAML: ${plain}`
}

type Node = ParsedNode | null

/** Reads one document: follows aliases, merges what `<<` names, and finds keys that are there twice. */
class Reader {
  /** What anchors stand for; undefined while it is being read. */
  private readonly anchors = new Map<string, { tree: Tree; size: number } | undefined>()
  private size = 0
  private aliased = 0

  constructor(
    private readonly source: Source,
    private readonly text: string,
    private readonly problems: Problems,
  ) {}

  read({ contents }: Document.Parsed): Tree | undefined {
    if (contents === null || (isScalar(contents) && contents.source === '')) return undefined
    return this.tree(contents, '', 0)
  }

  /** Undefined for what is left out, after a problem. */
  private tree(node: Exclude<Node, null>, path: string, depth: number): Tree | undefined {
    const at = { source: this.source, offset: node.range[0], path }
    if (depth > DEEPEST) return this.refuse(at, 'this is nested too deeply')
    if (isAlias(node)) return this.alias(node.source, at)
    const before = this.size++
    const { anchor } = node
    if (anchor) this.anchors.set(anchor, undefined)
    const tree = isMap(node)
      ? this.map(node.items as { key: ParsedNode; value: Node }[], at, depth)
      : isSeq(node)
        ? this.list(node.items as ParsedNode[], at, depth)
        : ({ type: 'scalar', at, value: node.value, isEmpty: node.source === '' && node.type === 'PLAIN' } as const)
    if (anchor) this.anchors.set(anchor, { tree, size: this.size - before })
    return tree
  }

  private alias(name: string, at: Place): Tree | undefined {
    const found = this.anchors.get(name)
    if (!found) {
      return this.refuse(
        at,
        this.anchors.has(name) ? `*${name} would hold itself` : `there is no &${name} before this *${name}`,
      )
    }
    this.size += found.size
    this.aliased += found.size
    if (this.aliased > MOST_ALIASED) {
      return this.refuse(at, `aliases like this *${name} make more than a million values of the file`)
    }
    return found.tree
  }

  private list(nodes: ParsedNode[], at: Place, depth: number): List {
    const items = nodes.flatMap((item, index) => this.tree(item, `${at.path}[${index}]`, depth + 1) ?? [])
    return { type: 'list', at, items }
  }

  private map(pairs: { key: ParsedNode; value: Node }[], at: Place, depth: number): Branch {
    const entries = new Map<string, Entry>()
    const merged: Tree[] = []
    for (const { key: keyNode, value: valueNode } of pairs) {
      // The parser has seen to it that all keys are texts.
      const name = isScalar(keyNode) ? String(keyNode.value) : ''
      const path = below(at.path, name)
      const key = { source: this.source, offset: keyNode.range[0], path }
      const isMerge = name === '<<' && isScalar(keyNode) && keyNode.type === 'PLAIN'
      const value = valueNode
        ? this.tree(valueNode, isMerge ? at.path : path, depth + 1)
        : ({ type: 'scalar', at: key, value: null, isEmpty: true } as const)
      if (value === undefined) continue
      const twin = entries.get(name)
      if (isMerge) merged.push(...(value.type === 'list' ? value.items : [value]))
      else if (twin) this.problems.add(key, `this key is there twice, first at ${lineOf(twin.key)}: keep one of them`)
      else if (reservedKeys.has(name)) this.problems.add(key, `${name} cannot be a key: choose another one`)
      else entries.set(name, { key, value: this.withoutTrap(key, keyNode.range[1], value) })
    }
    for (const tree of merged) this.merge(tree, entries)
    return { type: 'map', at, entries }
  }

  /** What the map says itself wins, then what is merged first. */
  private merge(tree: Tree, into: Map<string, Entry>): void {
    if (tree.type !== 'map') return void this.problems.add(tree.at, '<< merges maps alone, or a list of maps')
    for (const [name, entry] of tree.entries) {
      const own = into.get(name)
      const isNull = entry.value.type === 'scalar' && entry.value.value === null
      if (!own) into.set(name, entry)
      else if (!isNull) into.set(name, { ...own, overrides: true })
    }
  }

  /** An empty value stands at its key: where it would be, there may be anything. */
  private withoutTrap(key: Place, keyEnd: number, value: Tree): Tree {
    if (value.type !== 'scalar' || !value.isEmpty) return value
    const rest = this.text.slice(keyEnd, keyEnd + 60).split('\n')[0] ?? ''
    if (commentedColor.test(rest)) this.problems.add(key, commentHint)
    return { ...value, at: key }
  }

  private refuse(at: Place, reason: string): undefined {
    this.problems.add(at, reason)
    return undefined
  }
}

/** The value without its places; `hole` stands for each reference to a secret. */
export function plain(tree: Tree, hole: (reference: Reference) => unknown): unknown {
  if (tree.type === 'reference') return hole(tree)
  if (tree.type === 'scalar') return tree.value
  if (tree.type === 'list') return tree.items.map((item) => plain(item, hole))
  return plainEntries(tree.entries, hole)
}

export function plainEntries(entries: ReadonlyMap<string, Entry>, hole: (reference: Reference) => unknown): Json {
  return Object.fromEntries([...entries].map(([name, { value }]) => [name, plain(value, hole)]))
}
