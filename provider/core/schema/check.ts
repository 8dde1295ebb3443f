import { isDeepStrictEqual } from 'node:util'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import { didYouMean } from './did-you-mean'
import type { Field } from './field'
import { type Kind, adoptionArguments } from './kind'
import { clipped, MAX_DEPTH, hasUnknown, isTooDeep, isUnknown, type Json, own, show, UNKNOWN } from './plain'
import { describeProblem } from './problem'
import { nounOf } from './subject'

export interface Failure {
  readonly property: string
  readonly reason: string
}

/** What a create does if the object already exists. All kinds with a natural key have this argument. */
export const conflictChoices = ['fail', 'adopt', 'adopt-if-equal'] as const
export type OnConflict = (typeof conflictChoices)[number]

/** The choices of kinds for which the service accepts several objects with the same natural key. */
export const duplicateChoices = [...conflictChoices, 'create'] as const
export type OnDuplicate = (typeof duplicateChoices)[number]

/** What adoption does with a secret that the service does not return again. */
export const secretChoices = ['rotate', 'omit'] as const
export type SecretOnAdopt = (typeof secretChoices)[number]

/** Arguments that control how a resource is created, and that do not describe its object. */
export const adoptionFields = {
  onConflict: { enum: duplicateChoices },
  adoptId: { type: 'integer', minimum: 1 },
  secretOnAdopt: { enum: secretChoices },
}

/** The schema of such an argument, of a kind that has it. */
export const adoptionSchema = (kind: Kind, argument: keyof typeof adoptionFields) =>
  argument === 'onConflict' && !kind.identity.allowsDuplicates ? { enum: conflictChoices } : adoptionFields[argument]

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

/** Shared by all kinds, because each instance compiles the meta-schema, which takes longer than the schema of a kind. */
let compiler: Ajv | undefined

function compilerOfAll(): Ajv {
  if (!compiler) {
    // Loaded on demand: a refresh or a destroy does not validate arguments.
    const { Ajv } = require('ajv') as typeof import('ajv')
    compiler = new Ajv({
      allErrors: true,
      verbose: true,
      strict: true,
      strictRequired: false,
      allowUnionTypes: true,
    })
  }
  return compiler
}

const validators = new WeakMap<Kind, ValidateFunction>()

function validator(kind: Kind): ValidateFunction {
  let validate = validators.get(kind)
  if (!validate) {
    const fields = Object.entries(kind.input)
    validate = compilerOfAll().compile({
      type: 'object',
      properties: {
        ...Object.fromEntries(fields.filter(([, { derived }]) => !derived).map(([name, { schema }]) => [name, schema])),
        ...Object.fromEntries(adoptionArguments(kind).map((argument) => [argument, adoptionSchema(kind, argument)])),
      },
      required: fields.flatMap(([name, field]) => (field.optional ? [] : [name])),
      additionalProperties: false,
    })
    validators.set(kind, validate)
  }
  return validate
}

/**
 * Validates the arguments of a program before a request is sent, adds defaults, and writes each value in the form in
 * which the service will return it. Values that are unknown in a preview are valid.
 */
export function check(kind: Kind, olds: Json, news: Json, now: () => Date): { inputs: Json; failures: Failure[] } {
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
    if (problem) failures.push({ property: name, reason: `${name} ${describeProblem(problem, value, isQuiet(field))}` })
    else inputs[name] = field.canonical(value, olds[name])
  }
  for (const [name, field] of Object.entries(kind.input)) {
    if (field.optional && inputs[name] === undefined && field.default !== undefined) inputs[name] = field.default
  }
  if (failures.length === 0 && kind.rotation?.schedule)
    Object.assign(inputs, kind.rotation.schedule(inputs, olds, now()))
  const written = new Set(Object.keys(given).filter((name) => given[name] !== null))
  if (failures.length === 0) failures = laterFailures(kind, olds, inputs, written, now)
  // The choices of a set also apply to items that are added later.
  if (!kind.validate) for (const argument of Object.keys(adoptionFields)) pin(argument, olds, inputs)
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
    if (problem) failures.push({ property: name, reason: `${name} ${describeProblem(problem, value, field.secret)}` })
  }
  return [...failures, ...(kind.check?.(known, written) ?? [])]
}

/** Keeps the old value of a choice that only matters when the object is created, so that a change is not a difference. */
function pin(name: string, olds: Json, inputs: Json): void {
  if (Object.keys(olds).length === 0) return
  if (olds[name] === undefined) delete inputs[name]
  else inputs[name] = olds[name]
}

/** The maximum number of failures that are collected. */
export const MAX_FAILURES = 1_000

/** The first failure of each property. */
function shapeFailures(kind: Kind, given: Json): Failure[] {
  const validate = validator(kind)
  if (validate(given)) return []
  const failures = new Map<string, Failure>()
  for (const error of (validate.errors ?? []).slice(0, MAX_FAILURES)) {
    if (mayBeValid(error)) continue
    const failure = explain(kind, error)
    if (failure && !failures.has(failure.property)) failures.set(failure.property, failure)
  }
  return [...failures.values()]
}

/** Whether the value is unknown, or contains unknown values that may make it valid. */
function mayBeValid({ keyword, data, schema }: ErrorObject): boolean {
  if (isUnknown(data)) return true
  if (keyword === 'uniqueItems') return hasUnknown(data)
  const type = Array.isArray(data) ? 'array' : 'object'
  return keyword === 'anyOf' && (schema as Schema[]).some((branch) => branch.type === type) && hasUnknown(data)
}

function explain(kind: Kind, error: ErrorObject): Failure | undefined {
  const path = error.instancePath.split('/').slice(1).map(unescaped)
  const top = path[0]
  if (error.keyword === 'required') {
    const property = propertyPath([...path, String(error.params.missingProperty)])
    return { property, reason: `${property} is required` }
  }
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params.additionalProperty)
    const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {})
    const hint = didYouMean(name, known)
    const property = propertyPath([...path, name])
    return { property, reason: `${property} is not an argument of a ${nounOf(kind)}: ${hint}` }
  }
  // The failure of the union itself names all of its types.
  if (/\/anyOf\/\d+/.test(error.schemaPath)) return undefined
  const property = propertyPath(path)
  const secret = top !== undefined && isQuiet(kind.input[top])
  return {
    property,
    reason: `${property} ${describeProblem(expected(error.keyword, error.schema, error.parentSchema), error.data, secret)}`,
  }
}

type Schema = {
  type?: string
  nullable?: boolean
  minimum?: number
  maximum?: number
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
}

function expected(keyword: string, schema: unknown, parent: unknown): string {
  if (keyword === 'anyOf') return `must be ${(schema as Schema[]).map(describe).join(' or ')}`
  if (keyword === 'minItems') return `must have at least ${String(schema)} ${schema === 1 ? 'entry' : 'entries'}`
  if (keyword === 'uniqueItems') return 'must not contain duplicates'
  return `must be ${describe(parent as Schema)}`
}

/** A schema in words: `an integer of at least 0`. */
function describe(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.map(show).join(', ')}`
  if (schema.const !== undefined) return show(schema.const)
  if (schema.anyOf) return schema.anyOf.map(describe).join(' or ')
  const names: Record<string, string> = {
    string: 'a string',
    integer: 'an integer',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  }
  return (names[schema.type ?? ''] ?? 'of another type') + rangeOf(schema) + (schema.nullable ? ' or null' : '')
}

function rangeOf({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}

/** A part of a JSON pointer. */
const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

const isQuiet = (field: Field | undefined) => field?.secret === true || field?.mayHoldSecret === true

function propertyPath(parts: string[]): string {
  return parts
    .map((part, index) => (index === 0 ? clipped(part) : /^\d+$/.test(part) ? `[${part}]` : `.${clipped(part)}`))
    .join('')
}
