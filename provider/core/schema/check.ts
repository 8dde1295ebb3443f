import { isDeepStrictEqual } from 'node:util'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import { didYouMean } from './did-you-mean'
import type { Field } from './field'
import { type Kind, adoptionArguments } from './kind'
import { clipped, MAX_DEPTH, hasUnknown, isTooDeep, isUnknown, type Json, own, show, UNKNOWN } from './plain'
import { nounOf } from './subject'

export interface Failure {
  readonly property: string
  readonly reason: string
}

/** How a create meets an object that exists already. An argument of every kind whose objects have a natural key. */
export const conflictChoices = ['fail', 'adopt', 'adopt-if-equal'] as const
export type OnConflict = (typeof conflictChoices)[number]

/** The same, where the service lets several objects have one natural key. */
export const duplicateChoices = [...conflictChoices, 'create'] as const
export type OnDuplicate = (typeof duplicateChoices)[number]

/** What becomes of a secret that the service does not show again, when its object is adopted. */
export const secretChoices = ['rotate', 'omit'] as const
export type SecretOnAdopt = (typeof secretChoices)[number]

/** Arguments about how a resource comes to be, not about what it is. */
export const adoptionFields = {
  onConflict: { enum: duplicateChoices },
  adoptId: { type: 'integer', minimum: 1 },
  secretOnAdopt: { enum: secretChoices },
}

/** The schema of such an argument, of a kind that has it. */
export const adoptionSchema = (kind: Kind, knob: keyof typeof adoptionFields) =>
  knob === 'onConflict' && !kind.identity.allowsDuplicates ? { enum: conflictChoices } : adoptionFields[knob]

/** The part of a state that a program may have written. */
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

/** Shared by all kinds: each instance compiles the meta-schema again, which takes longer than a kind's own schema. */
let compiler: Ajv | undefined

function compilerOfAll(): Ajv {
  if (!compiler) {
    // Loaded when there is something to check: a refresh or a destroy checks nothing.
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
        ...Object.fromEntries(adoptionArguments(kind).map((knob) => [knob, adoptionSchema(kind, knob)])),
      },
      required: fields.flatMap(([name, field]) => (field.optional ? [] : [name])),
      additionalProperties: false,
    })
    validators.set(kind, validate)
  }
  return validate
}

/**
 * Judges the arguments of a program before anything is sent, fills in defaults and writes each value the one way the
 * service will answer it. Values that a preview cannot know yet pass.
 */
export function check(kind: Kind, olds: Json, news: Json, now: () => Date): { inputs: Json; failures: Failure[] } {
  const given: Json = {}
  const tooDeep: Failure[] = []
  for (const [name, value] of Object.entries(news)) {
    if (name.startsWith('__') || value === undefined) continue
    const isDeep = Object.hasOwn(kind.input, name) && isTooDeep(value)
    if (isDeep) tooDeep.push({ property: name, reason: `${name} must be nested at most ${MAX_DEPTH} levels deep` })
    // Null, as programs made of data write it, is as good as leaving the line out.
    const field = own(kind.input, name)
    if (value === null && field?.optional && field.default === undefined) continue
    given[name] = isDeep ? UNKNOWN : value === null ? (field?.default ?? null) : value
  }
  // Never as arguments of `push`: there may be more than a call can have.
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
    if (problem) failures.push({ property: name, reason: `${name} ${problem}${but(value, isQuiet(field))}` })
    else inputs[name] = field.canonical(value, olds[name])
  }
  for (const [name, field] of Object.entries(kind.input)) {
    if (field.optional && inputs[name] === undefined && field.default !== undefined) inputs[name] = field.default
  }
  if (failures.length === 0 && kind.rotation?.schedule)
    Object.assign(inputs, kind.rotation.schedule(inputs, olds, now()))
  const written = new Set(Object.keys(given).filter((name) => given[name] !== null))
  if (failures.length === 0) failures = laterFailures(kind, olds, inputs, written, now)
  // What a set says of new objects counts all its life.
  if (!kind.validate) for (const knob of Object.keys(adoptionFields)) pin(knob, olds, inputs)
  return { inputs, failures }
}

/** A list of which some entries are not known yet: those that are, are written as they will be. */
function knownCanonical(field: Field, entries: unknown[], like: unknown): unknown[] {
  const known = entries.filter((entry) => !hasUnknown(entry))
  const rest = entries.filter((entry) => hasUnknown(entry))
  return field.problem?.(known) ? entries : [...(field.canonical(known, like) as unknown[]), ...rest]
}

/** What is wrong with values that are new, and with values that are right one by one. */
function laterFailures(kind: Kind, olds: Json, inputs: Json, written: ReadonlySet<string>, now: () => Date): Failure[] {
  const known = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !hasUnknown(value)))
  const failures: Failure[] = []
  for (const [name, value] of Object.entries(known)) {
    const field = kind.input[name]
    if (!field?.problemWhenNew || isDeepStrictEqual(olds[name], value)) continue
    const problem = field.problemWhenNew(value, now())
    if (problem) failures.push({ property: name, reason: `${name} ${problem}${but(value, field.secret)}` })
  }
  return [...failures, ...(kind.check?.(known, written) ?? [])]
}

/** A choice that only counts when the object is made keeps its old value, so that changing it makes no difference. */
function pin(name: string, olds: Json, inputs: Json): void {
  if (Object.keys(olds).length === 0) return
  if (olds[name] === undefined) delete inputs[name]
  else inputs[name] = olds[name]
}

/** More complaints than anybody is told of, or could make sense of. */
export const MAX_FAILURES = 1_000

/** The first complaint about each property, in words. */
function shapeFailures(kind: Kind, given: Json): Failure[] {
  const validate = validator(kind)
  if (validate(given)) return []
  const failures = new Map<string, Failure>()
  for (const error of (validate.errors ?? []).slice(0, MAX_FAILURES)) {
    if (mayTurnOutRight(error)) continue
    const failure = explain(kind, error)
    if (failure && !failures.has(failure.property)) failures.set(failure.property, failure)
  }
  return [...failures.values()]
}

/** What is not known yet, and what is said of a whole that has some of it. */
function mayTurnOutRight({ keyword, data, schema }: ErrorObject): boolean {
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
  // A branch of a union says what that branch wants; the union itself says what all of them do.
  if (/\/anyOf\/\d+/.test(error.schemaPath)) return undefined
  const property = propertyPath(path)
  const secret = top !== undefined && isQuiet(kind.input[top])
  return {
    property,
    reason: `${property} ${wanted(error.keyword, error.schema, error.parentSchema)}${but(error.data, secret)}`,
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

function wanted(keyword: string, schema: unknown, parent: unknown): string {
  if (keyword === 'anyOf') return `must be ${(schema as Schema[]).map(describe).join(' or ')}`
  if (keyword === 'minItems') return `must have at least ${String(schema)} entries`
  if (keyword === 'uniqueItems') return 'must not name anything twice'
  return `must be ${describe(parent as Schema)}`
}

/** A schema in words: "a whole number from 0". */
function describe(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.map(show).join(', ')}`
  if (schema.const !== undefined) return show(schema.const)
  if (schema.anyOf) return schema.anyOf.map(describe).join(' or ')
  const names: Record<string, string> = {
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  }
  const range = [
    schema.minimum !== undefined ? ` from ${schema.minimum}` : '',
    schema.maximum !== undefined ? ` to ${schema.maximum}` : '',
  ].join('')
  return (names[schema.type ?? ''] ?? 'of another shape') + range + (schema.nullable ? ' or null' : '')
}

/** A part of a JSON pointer. */
const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

const isQuiet = (field: Field | undefined) => field?.secret === true || field?.mayHoldSecret === true

const but = (value: unknown, secret = false) => (secret ? '' : `, but is ${show(value)}`)

function propertyPath(parts: string[]): string {
  return parts
    .map((part, index) => (index === 0 ? clipped(part) : /^\d+$/.test(part) ? `[${part}]` : `.${clipped(part)}`))
    .join('')
}
