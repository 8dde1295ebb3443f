import type { Definition } from '../core/schema/define'
import { exampleOf } from '../core/schema/set'
import { oneOf } from '../core/schema/subject'
import type { Place, Problems } from './problems'
import { definitionOf, type ParentKind, problemOfArgument, type SetName, type SingleName } from './settings'
import type { Branch, Entry, Tree } from './yaml-tree'

/** One object as declared in one section: an item of a set, or an object that each project or group has once. */
export interface Item {
  readonly at: Place
  readonly fields: ReadonlyMap<string, Entry>
}

/** A null, which removes an inherited value. */
export interface Removal {
  readonly at: Place
  readonly removes: true
  /**
   * Whether it removes a value that `<<` merges into the same map. It then has an effect even if nothing is inherited.
   */
  readonly ofMerge: boolean
}

export const isRemoval = (value: object): value is Removal => 'removes' in value

/**
 * Reads a null, which removes an inherited value. Rejects an empty value, because its lines may have been commented
 * out.
 */
export function removalOf(
  { key, value, overrides = false }: Entry,
  problems: Problems,
  alternatives = '',
): Removal | undefined {
  if (value.type !== 'scalar' || value.value !== null) return undefined
  if (!value.isEmpty) return { at: key, removes: true, ofMerge: overrides }
  const alternative = alternatives === '' ? '' : `, ${alternatives}`
  problems.add(key, `the value is missing: set null to remove the inherited value${alternative}, or delete the line`)
  return undefined
}

/** The problem of an argument `project` or `group`. */
export const notHere = (parentKind: string): string =>
  `${parentKind} is not allowed here, because the key of the settings is the path of the ${parentKind}`

/** Fields whose value must not be stored in a file. */
export const secretOnlyFields = new Set(['password'])

/** Reads an object of a section. Undefined if it is invalid. */
export function readItem(
  parentKind: ParentKind,
  kind: SetName,
  entry: Entry,
  problems: Problems,
): Item | Removal | undefined {
  const definition = definitionOf(parentKind, kind)
  return readObject(definition, oneOf(definition), entry, problems)
}

/** Reads the arguments of an object that each project or group has once. Undefined if they are invalid. */
export function readSingle(
  parentKind: ParentKind,
  name: SingleName,
  entry: Entry,
  problems: Problems,
): Item | Removal | undefined {
  const read = readObject(definitionOf(parentKind, name), name, entry, problems)
  if (!read || isRemoval(read)) return read
  const fields = [...read.fields].filter(([argument, { key }]) => {
    const problem = argument === parentKind ? notHere(argument) : problemOfArgument(parentKind, name, argument)
    if (problem !== undefined) problems.add(key, problem)
    return problem === undefined
  })
  return { at: read.at, fields: new Map(fields) }
}

function readObject(
  definition: Definition,
  noun: string,
  entry: Entry,
  problems: Problems,
): Item | Removal | undefined {
  const { key, value } = entry
  const removal = removalOf(entry, problems)
  if (removal) return removal
  if (value.type !== 'map') {
    const isNull = value.type === 'scalar' && value.value === null
    if (!isNull) problems.add(value.at, `must be a map of the arguments of ${noun}: write ${exampleOf(definition)}`)
    return undefined
  }
  const fields = new Map<string, Entry>()
  for (const [name, field] of value.entries) {
    const isSecret = definition.input[name]?.secret === true
    const read = isSecret ? secretOf(name, field, problems) : rejectReference(field, problems)
    if (read) fields.set(name, { key: field.key, value: read })
  }
  return { at: key, fields }
}

const sources = ['secret', 'env'] as const
const remedy =
  "use { secret: NAME } for a secret of the stack's configuration, or { env: NAME } for an environment variable"

function secretOf(name: string, { key, value }: Entry, problems: Problems): Tree | undefined {
  if (value.type === 'map') {
    const [from] = sources.filter((source) => value.entries.has(source))
    const reference = from && value.entries.get(from)?.value
    if (from && value.entries.size === 1 && reference?.type === 'scalar' && isName(reference.value)) {
      return { type: 'reference', at: value.at, from, name: reference.value }
    }
  } else if (value.type === 'scalar') {
    const isLiteral = value.value !== null && secretOnlyFields.has(name)
    if (!isLiteral) return value
    problems.add(
      key,
      `a ${name} must not be stored in a file: ${remedy}. If the file was committed, change the ${name}`,
    )
    return undefined
  }
  problems.add(value.at, `must be a reference to a secret: ${remedy}`)
  return undefined
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Rejects a map that looks like a reference to a secret. Other maps and lists can be valid values. */
function rejectReference({ value }: Entry, problems: Problems): Tree | undefined {
  if (value.type !== 'map' || !isReferenceLike(value)) return value
  problems.add(value.at, 'must not be a reference to a secret: write the value itself')
  return undefined
}

const isReferenceLike = ({ entries }: Branch): boolean =>
  entries.size === 1 && sources.some((source) => entries.has(source))
