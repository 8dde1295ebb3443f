import { isDeepStrictEqual } from 'node:util'
import { adoptionFields } from './adoption-fields'
import type { Field } from './field'
import { isTooDeep, type Json, MAX_DEPTH, own } from './json'
import type { Kind } from './kind'
import { describeProblem, type Failure } from './problem'
import { mayBeSecret, shapeFailures } from './shape'
import { hasUnknown, UNKNOWN } from './unknown'

/** The part of a state that a program can have declared. */
export function declaredPart({ input }: Kind, values: Json): Json {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(input, name) || Object.hasOwn(adoptionFields, name)),
  )
}

/** Fills in the defaults of missing arguments. The state of an imported resource has no defaults. */
export const withDefaults = ({ input }: Kind, values: Json): Json => ({
  ...Object.fromEntries(
    Object.entries(input).flatMap(([name, { optional, default: value }]) =>
      optional && value !== undefined ? [[name, value]] : [],
    ),
  ),
  ...values,
})

/**
 * Validates the arguments of a program before a request is sent, adds defaults, and writes each value in the form in
 * which the service will return it. Values that are unknown in a preview are valid.
 *
 * @param isItem Whether these are the arguments of an item of a set, which can have no object yet.
 */
export function check(
  kind: Kind,
  olds: Json,
  news: Json,
  now: () => Date,
  isItem = false,
): { inputs: Json; failures: Failure[] } {
  const given: Json = {}
  const tooDeep: Failure[] = []
  for (const [name, value] of Object.entries(news)) {
    if (name.startsWith('__') || value === undefined) continue
    const isDeep = Object.hasOwn(kind.input, name) && isTooDeep(value)
    if (isDeep) tooDeep.push({ property: name, reason: `${name} must be nested at most ${MAX_DEPTH} levels deep` })
    // Programs that are generated from data write null for a missing argument.
    const field = own(kind.input, name)
    if (value === null && field?.optional && field.default === undefined) continue
    given[name] = isDeep ? UNKNOWN : value === null ? (field?.default ?? null) : value
  }
  // Not `push(...failures)`: a call has a limited number of arguments.
  let failures = [...tooDeep, ...shapeFailures(kind, given)]
  const misshapen = new Set(failures.map(({ property }) => property.split(/[.[]/)[0]))
  const inputs: Json = {}
  for (const [name, value] of Object.entries(given)) {
    const field = own(kind.input, name)
    inputs[name] = value
    if (!field || misshapen.has(name)) continue
    if (hasUnknown(value)) {
      if (Array.isArray(value)) inputs[name] = knownCanonical(field, value, olds[name])
      continue
    }
    const problem = field.problem?.(value)
    if (problem)
      failures.push({ property: name, reason: `${name} ${describeProblem(problem, value, mayBeSecret(field))}` })
    else inputs[name] = field.canonical(value, olds[name])
  }
  for (const [name, field] of Object.entries(kind.input)) {
    if (field.optional && inputs[name] === undefined && field.default !== undefined) inputs[name] = field.default
  }
  if (failures.length === 0 && kind.rotation?.schedule)
    Object.assign(inputs, kind.rotation.schedule(inputs, olds, now()))
  const written = new Set(Object.keys(given).filter((name) => given[name] !== null))
  if (failures.length === 0) failures = laterFailures(kind, olds, inputs, written, now)
  // The choices of a set also apply to items that are added later, and those of an item to an object that does not exist yet.
  if (!kind.validate && !isItem) for (const argument of Object.keys(adoptionFields)) pin(argument, olds, inputs)
  return { inputs, failures }
}

/** A list with unknown entries. Its known entries are in canonical form. */
function knownCanonical(field: Field, entries: unknown[], like: unknown): unknown[] {
  const known = entries.filter((entry) => !hasUnknown(entry))
  const rest = entries.filter((entry) => hasUnknown(entry))
  return field.problem?.(known) ? entries : [...(field.canonical(known, like) as unknown[]), ...rest]
}

/** The failures of new values, and of values that are each valid. */
function laterFailures(kind: Kind, olds: Json, inputs: Json, written: ReadonlySet<string>, now: () => Date): Failure[] {
  const known = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !hasUnknown(value)))
  const failures: Failure[] = []
  for (const [name, value] of Object.entries(known)) {
    const field = kind.input[name]
    if (!field?.problemWhenNew || isDeepStrictEqual(olds[name], value)) continue
    const problem = field.problemWhenNew(value, now())
    if (problem)
      failures.push({ property: name, reason: `${name} ${describeProblem(problem, value, mayBeSecret(field))}` })
  }
  return [...failures, ...(kind.check?.(known, written) ?? [])]
}

/**
 * Keeps the old value of a choice that only matters when the object is created, so that a change is not a difference.
 */
function pin(name: string, olds: Json, inputs: Json): void {
  if (Object.keys(olds).length === 0) return
  if (olds[name] === undefined) delete inputs[name]
  else inputs[name] = olds[name]
}
