import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type ParsedNode,
  type Scalar,
} from 'yaml'
import type { Json } from '../core/schema/json'
import { reservedKeys } from '../core/schema/set'
import { below, lineOf, type Place, type Problems, type Source } from './problems'
import { tooDeepAt } from './yaml-depth'

/** The content of a file, with the position of each value. */
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
  /** What the file contains, if it is read as a number or a Boolean: `5319e7`. */
  readonly text?: string
  /** Whether the value is missing, which YAML reads as null. */
  readonly isEmpty: boolean
}

/** A reference to a secret. A map only becomes a reference in a field that accepts secrets. */
export interface Reference {
  readonly type: 'reference'
  readonly at: Place
  readonly from: 'secret' | 'env'
  readonly name: string
}

export interface Entry {
  /** Position of the key. */
  readonly key: Place
  readonly value: Tree
  /** Whether it overrides an entry that `<<` would merge. */
  readonly overrides?: boolean
}

/**
 * The maximum number of values that aliases can add to a file. A few lines could otherwise expand to more values than
 * fit into memory.
 */
const MAX_ALIASED_VALUES = 1_000_000
/** The maximum depth. Files of settings are less deep. */
const MAX_DEPTH = 50
/** A color that YAML reads as a comment. */
const commentedColor = /:[ \t]+#(?:[0-9a-f]{3}|[0-9a-f]{6})\b/i
const commentHint = 'a # after a space starts a comment in YAML: quote the color, such as "#D9534F"'

/** Parses the documents of a file. Reports invalid YAML and skips the document. */
export function treesOf(file: string, text: string, problems: Problems): Tree[] {
  const source: Source = { file, lines: new LineCounter() }
  const tooDeep = tooDeepAt(text)
  if (tooDeep !== undefined) {
    source.lines.addNewLine(0)
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) source.lines.addNewLine(at + 1)
    problems.add({ source, offset: tooDeep, path: '' }, 'the file is nested too deeply')
    return []
  }
  const documents = parseAllDocuments(text, {
    lineCounter: source.lines,
    // Would quote the line, which can contain a secret.
    prettyErrors: false,
    stringKeys: true,
    // The parser's check takes quadratic time, so the reader below checks for duplicates.
    uniqueKeys: false,
    schema: 'core',
    resolveKnownTags: false,
    merge: false,
    logLevel: 'silent',
  })
  const issues =
    'empty' in documents ? documents.errors : documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])
  for (const { pos, code, message } of issues.slice(0, 5)) {
    problems.add({ source, offset: pos[0], path: '' }, describeIssue(code, message))
  }
  const hidden = issues.length > 0 ? commentedColor.exec(text) : null
  if (hidden) problems.add({ source, offset: text.indexOf('#', hidden.index), path: '' }, commentHint)
  if (issues.length > 0) return []
  const before = problems.size
  const trees = documents.flatMap((document) => new Reader(source, text, problems).read(document) ?? [])
  if (trees.length === 0 && problems.size === before) {
    problems.add({ source, offset: 0, path: '' }, 'the file is empty: add settings, or delete it')
  }
  return trees
}

/** The start of a file that cannot be parsed. */
export const sourceOf = (file: string): Place => {
  const lines = new LineCounter()
  lines.addNewLine(0)
  return { source: { file, lines }, offset: 0, path: '' }
}

/** Describes an error of the parser without quoting the file. */
function describeIssue(code: string, message: string): string {
  if (code === 'NON_STRING_KEY') return 'a key must be a string'
  if (code === 'RESOURCE_EXHAUSTION') return 'the file is nested too deeply'
  if (code === 'TAG_RESOLVE_FAILED') return 'unknown tag: quote a value that starts with "!"'
  const plain = message.replace(/(: "|characters: |token: |sequence ).*$/s, '').trim()
  return `invalid YAML: ${plain}`
}

type Node = ParsedNode | null

/** Reads one document: resolves aliases, merges `<<`, and finds duplicate keys. */
class Reader {
  /** The values of anchors. Undefined while the value is being read. */
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

  /** Returns undefined and reports an error if the value is invalid. */
  private tree(node: Exclude<Node, null>, path: string, depth: number): Tree | undefined {
    const at = { source: this.source, offset: node.range[0], path }
    if (depth > MAX_DEPTH) return this.reject(at, 'this is nested too deeply')
    if (isAlias(node)) return this.alias(node.source, at)
    const before = this.size++
    const { anchor } = node
    if (anchor) this.anchors.set(anchor, undefined)
    const tree = isMap(node)
      ? this.map(node.items, at, depth)
      : isSeq(node)
        ? this.list(node.items, at, depth)
        : leafOf(node, at)
    if (anchor) this.anchors.set(anchor, { tree, size: this.size - before })
    return tree
  }

  private alias(name: string, at: Place): Tree | undefined {
    const found = this.anchors.get(name)
    if (!found) {
      return this.reject(
        at,
        this.anchors.has(name) ? `*${name} would contain itself` : `there is no anchor &${name} before *${name}`,
      )
    }
    this.size += found.size
    this.aliased += found.size
    if (this.aliased > MAX_ALIASED_VALUES) {
      return this.reject(at, `aliases such as *${name} expand the file to more than a million values`)
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
      // The parser ensures that all keys are strings.
      const name = isScalar(keyNode) ? String(keyNode.value) : ''
      const path = below(at.path, name)
      const key = { source: this.source, offset: keyNode.range[0], path }
      const isMerge = name === '<<' && isScalar(keyNode) && keyNode.type === 'PLAIN'
      const value = valueNode
        ? this.tree(valueNode, isMerge ? at.path : path, depth + 1)
        : ({ type: 'scalar', at: key, value: null, isEmpty: true } as const)
      if (value === undefined) continue
      const duplicate = entries.get(name)
      if (isMerge) merged.push(...(value.type === 'list' ? value.items : [value]))
      else if (duplicate) this.problems.add(key, `duplicate key, first at ${lineOf(duplicate.key)}: keep one of them`)
      else if (reservedKeys.has(name)) this.problems.add(key, `${name} cannot be a key: choose another one`)
      else entries.set(name, { key, value: this.atKeyIfEmpty(key, keyNode.range[1], value) })
    }
    for (const tree of merged) this.merge(tree, entries)
    return { type: 'map', at, entries }
  }

  /** Keys of the map override merged keys, and maps that are merged first override later ones. */
  private merge(tree: Tree, into: Map<string, Entry>): void {
    if (tree.type !== 'map') return void this.problems.add(tree.at, '<< must be a map or a list of maps')
    for (const [name, entry] of tree.entries) {
      const existing = into.get(name)
      const isNull = entry.value.type === 'scalar' && entry.value.value === null
      if (!existing) into.set(name, entry)
      else if (!isNull) into.set(name, { ...existing, overrides: true })
    }
  }

  /** Sets the position of an empty value to that of its key, and checks for a color that is read as a comment. */
  private atKeyIfEmpty(key: Place, keyEnd: number, value: Tree): Tree {
    if (value.type !== 'scalar' || !value.isEmpty) return value
    const rest = this.text.slice(keyEnd, keyEnd + 60).split('\n')[0] ?? ''
    if (commentedColor.test(rest)) this.problems.add(key, commentHint)
    return { ...value, at: key }
  }

  private reject(at: Place, reason: string): undefined {
    this.problems.add(at, reason)
    return undefined
  }
}

function leafOf({ value, source, type }: Scalar.Parsed, at: Place): Leaf {
  const isText = typeof value === 'string' || value === null
  return { type: 'scalar', at, value, ...(!isText && { text: source }), isEmpty: source === '' && type === 'PLAIN' }
}

/** The value without positions. `hole` replaces references to secrets. */
export function plain(tree: Tree, hole: (reference: Reference) => unknown): unknown {
  if (tree.type === 'reference') return hole(tree)
  if (tree.type === 'scalar') return tree.value
  if (tree.type === 'list') return tree.items.map((item) => plain(item, hole))
  return plainEntries(tree.entries, hole)
}

export function plainEntries(entries: ReadonlyMap<string, Entry>, hole: (reference: Reference) => unknown): Json {
  return Object.fromEntries([...entries].map(([name, { value }]) => [name, plain(value, hole)]))
}
