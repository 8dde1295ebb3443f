import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import { adoptionArguments, adoptionSchema } from './adoption-fields'
import { didYouMean, nearest } from './did-you-mean'
import { clipped, show } from './display'
import type { Field } from './field'
import type { Json } from './json'
import type { Kind } from './kind'
import { describeProblem, type Failure } from './problem'
import { oneOf } from './subject'
import { hasUnknown, isUnknown } from './unknown'

/** Shared by all kinds. */
let compiler: Ajv | undefined

function sharedCompiler(): Ajv {
  if (!compiler) {
    // Loaded on demand: a refresh or a destroy does not validate arguments.
    const { Ajv } = require('ajv') as typeof import('ajv')
    compiler = new Ajv({
      allErrors: true,
      verbose: true,
      // Compiling the meta-schema takes longer than the schema of a kind.
      validateSchema: false,
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
    validate = sharedCompiler().compile({
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

/** The maximum number of failures that are collected. */
export const MAX_FAILURES = 1_000

/** The first failure of each property. */
export function shapeFailures(kind: Kind, given: Json): Failure[] {
  const validate = validator(kind)
  if (validate(given)) return []
  const failures = new Map<string, Failure>()
  const errors = validate.errors ?? []
  // That of an argument with alternatives follows those of each alternative, which can be very many.
  const last = errors
    .slice(MAX_FAILURES)
    .filter(({ keyword, instancePath }) => keyword === 'anyOf' && /^\/[^/]*$/.test(instancePath))
  for (const error of [...errors.slice(0, MAX_FAILURES), ...last]) {
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
    const find = howToFind(nearest(name, known))
    const hint = didYouMean(name, known) + (find && ` ${find.slice(0, 1).toUpperCase()}${find.slice(1)}`)
    const property = propertyPath([...path, name])
    return { property, reason: `${property} is not an argument of ${oneOf(kind)}: ${hint}` }
  }
  // The failure of the union itself names all of its types.
  if (/\/anyOf\/\d+/.test(error.schemaPath)) return undefined
  const property = propertyPath(path)
  const secret = top !== undefined && mayBeSecret(kind.input[top])
  const must = expected(error.keyword, error.schema, error.parentSchema)
  const isType = error.keyword === 'type' || error.keyword === 'anyOf'
  const hint = error.keyword === 'type' ? hintFor(error.data, path, kind) : ''
  const reason = `${property} ${describeProblem(must, error.data, secret)}${hint && `: ${hint}`}`
  if (secret || !isType || typeof error.data === 'string') return { property, reason }
  const quoted = (text: string) => unquotedIn(kind, path)?.(text) ?? `write ${show(text)}, in quotes`
  const isText = /^must be a string(?: or null)?$/.test(must)
  const reasonFor = (text: string) => `${property} ${must} (got ${text})${isText ? `: ${quoted(text)}` : ''}`
  return { property, reason, reasonFor }
}

/** What to write for a value of a wrong type. */
function hintFor(value: unknown, path: readonly string[], kind: Kind): string {
  if (typeof value === 'string') return howToFind(path.at(-1))
  return typeof value === 'number' ? (unquotedIn(kind, path)?.(String(value)) ?? '') : ''
}

const unquotedIn = ({ input }: Kind, [name, ...below]: readonly string[]) =>
  name !== undefined && below.length === 0 ? input[name]?.unquoted : undefined

/** The arguments for names that people know instead of ids. Only access entries have these arguments. */
function howToFind(argument: string | undefined): string {
  if (argument === 'userId') return 'write user for a username'
  if (argument === 'groupId') return 'write group for a path'
  return ''
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

/** Describes a schema: `an integer of at least 0`. */
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

export const mayBeSecret = (field: Field | undefined) => field?.secret === true || field?.mayHoldSecret === true

function propertyPath(parts: string[]): string {
  return parts
    .map((part, index) => (index === 0 ? clipped(part) : /^\d+$/.test(part) ? `[${part}]` : `.${clipped(part)}`))
    .join('')
}
