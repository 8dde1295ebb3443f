import { nounOf } from '../core/schema/subject'
import type { Place, Problems } from './problems'
import { definitionOf, type SetName } from './settings'
import type { Branch, Entry, Tree } from './yaml-tree'

/** One object, as far as one section says what it is like. */
export interface Item {
  readonly at: Place
  readonly fields: ReadonlyMap<string, Entry>
}

/** What is inherited, but not wanted here. */
export interface TakenOut {
  readonly at: Place
  readonly takenOut: true
  /** Whether it removes a value that `<<` merges into the same map. It is then useful even if nothing is inherited. */
  readonly ofMerge: boolean
}

export const isTakenOut = (value: object): value is TakenOut => 'takenOut' in value

/**
 * A written null takes out what is inherited. An empty value does not: it may be all that is left of lines that were
 * commented out.
 */
export function takenOut(
  { key, value, overrides = false }: Entry,
  problems: Problems,
  more = '',
): TakenOut | undefined {
  if (value.type !== 'scalar' || value.value !== null) return undefined
  if (!value.isEmpty) return { at: key, takenOut: true, ofMerge: overrides }
  const otherwise = more === '' ? '' : `, ${more}`
  problems.add(key, `nothing is written here: write null to take out what is inherited${otherwise}, or delete the line`)
  return undefined
}

/** Fields whose value no file may hold. */
export const neverLiteral = new Set(['password'])

/** Reads what a section says of an object; undefined where it is left out, after a problem. */
export function readItem(kind: SetName, entry: Entry, problems: Problems): Item | TakenOut | undefined {
  const { key, value } = entry
  const taken = takenOut(entry, problems)
  if (taken) return taken
  const definition = definitionOf(kind)
  if (value.type !== 'map') {
    const isNull = value.type === 'scalar' && value.value === null
    if (!isNull) problems.add(value.at, `this has to be a map of the arguments of a ${nounOf(definition)}`)
    return undefined
  }
  const fields = new Map<string, Entry>()
  for (const [name, field] of value.entries) {
    const isSecret = definition.input[name]?.secret === true
    const read = isSecret ? secretOf(name, field, problems) : notSecret(field, problems)
    if (read) fields.set(name, { key: field.key, value: read })
  }
  return { at: key, fields }
}

const sources = ['secret', 'env'] as const
const remedy = "write { secret: NAME } for a secret of the stack's configuration, or { env: NAME } for a variable"

function secretOf(name: string, { key, value }: Entry, problems: Problems): Tree | undefined {
  if (value.type === 'map') {
    const [from] = sources.filter((source) => value.entries.has(source))
    const named = from && value.entries.get(from)?.value
    if (from && value.entries.size === 1 && named?.type === 'scalar' && isName(named.value)) {
      return { type: 'reference', at: value.at, from, name: named.value }
    }
  } else if (value.type === 'scalar') {
    const isLiteral = value.value !== null && neverLiteral.has(name)
    if (!isLiteral) return value
    problems.add(key, `a ${name} does not belong into a file: ${remedy}. If this one was committed, change it`)
    return undefined
  }
  problems.add(value.at, `this is no secret's name: ${remedy}`)
  return undefined
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** A list or a map in there may well be right, but none that looks like the name of a secret. */
function notSecret({ value }: Entry, problems: Problems): Tree | undefined {
  if (value.type !== 'map' || !isReferenceLike(value)) return value
  problems.add(value.at, 'this is no secret: write the value itself')
  return undefined
}

const isReferenceLike = ({ entries }: Branch): boolean =>
  entries.size === 1 && sources.some((source) => entries.has(source))
