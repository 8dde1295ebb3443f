import { isDeepStrictEqual } from 'node:util'
import { check } from '../schema/check'
import type { Definition } from '../schema/define'
import type { Field } from '../schema/field'
import type { Json } from '../schema/json'
import { UNDECLARED } from '../schema/secret-text'
import { UNKNOWN } from '../schema/unknown'
import { now } from '../service/clock'
import { changes } from './diff'
import { load } from './load'
import type { Surveyed } from './survey'

const definitionOf = (kind: string): Definition => load(kind) as Definition

/** A name of at most 60 characters. Others, such as a description with a URL or a token, can contain credentials. */
const plainName = /^(?!.*[\p{L}\p{N}_]{24})[\p{L}\p{N}][\p{L}\p{N} .:_-]{0,59}$/u

/** Removes secrets, and arguments that programs cannot declare. Adds a name that can depend on secrets. */
export function withoutSecrets({ kind, id, inputs, outputs, isRepeated }: Surveyed): Surveyed {
  const definition = definitionOf(kind)
  const { input, output } = definition
  const name = definition.exportName?.(inputs)
  // Of values that are shown in part, a survey only has the names.
  const isKept = (name: string) =>
    (input[name]?.isShownInPart || !(input[name] ?? output[name])?.secret) && !input[name]?.derived
  const kept = (values: Json) => Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name)))
  // A state must not contain that a secret is set, as if it were the secret.
  const known = (values: Json) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== UNDECLARED))
  const unread = Object.keys(inputs).filter((name) => inputs[name] === UNDECLARED)
  return {
    kind,
    id,
    inputs: known(kept(inputs)),
    outputs: known(kept(outputs)),
    ...(typeof name === 'string' && plainName.test(name) && { exportName: name }),
    ...(unread.length > 0 && { unread }),
    ...(isRepeated && { isRepeated }),
  }
}

/** The value of a secret argument of a survey, as the service shows it. Undefined if it does not. */
export function shownSecret({ inputs }: Pick<Surveyed, 'inputs'>, name: string): string | undefined {
  const value = inputs[name]
  return typeof value === 'string' && value !== UNDECLARED && inputs.hidden !== true ? value : undefined
}

/**
 * The arguments with which a program declares a live object, the inputs they result in, and the names of its secrets, which
 * are required or set on the service, in place of which they have null; or the reason why a program cannot declare it.
 */
export type LiveArguments = { args: Json; written: Json; secrets: string[] } | { problem: string }

/** Returns the arguments that declare a live object, without defaults. They are valid, and do not change the object. */
export function liveArguments({ kind, inputs, outputs, unread = [], isRepeated = false }: Surveyed): LiveArguments {
  const definition = definitionOf(kind)
  if (definition.existence?.isExpired?.({ ...defaultsOf(definition), ...inputs }, now()))
    return { problem: 'it has expired' }
  const args: Json = {}
  const secrets = Object.keys(definition.input).filter(
    (name) => (definition.input[name]?.secret && !definition.input[name]?.optional) || unread.includes(name),
  )
  for (const [name, field] of Object.entries(definition.input)) {
    const value = secrets.includes(name) ? UNKNOWN : inputs[name]
    if (value === undefined || (field.optional && isDeepStrictEqual(value, field.default))) continue
    if (field.isShownInPart && !secrets.includes(name))
      return { problem: `the service does not show the values of its ${name}` }
    args[name] = readable(field, value)
  }
  const { inputs: written, failures } = check(definition, inputs, args, now)
  if (failures.length > 0) return { problem: failures.map(({ reason }) => reason).join('; ') }
  for (const name of secrets) {
    args[name] = null
    delete written[name]
  }
  if (isRepeated) for (const values of [args, written]) values.onConflict = 'create'
  const changed = [...changes(definition, outputs, written)]
  return changed.length > 0
    ? { problem: `its live value of ${changed.join(' and ')} cannot be declared` }
    : { args, written, secrets }
}

const defaultsOf = ({ input }: Definition): Json =>
  Object.fromEntries(Object.entries(input).map(([name, field]) => [name, field.default ?? null]))

interface Schema {
  enum?: unknown[]
  items?: { properties?: Record<string, Schema> }
}

/** A value in readable form: words instead of numbers, and without values that the field fills in. */
function readable(field: Field, value: unknown): unknown {
  const { enum: choices, items } = field.schema as Schema
  const means = (other: unknown) =>
    field.problem?.(other) === undefined && isDeepStrictEqual(field.canonical(other), value)
  if (!Array.isArray(value)) return typeof value === 'number' ? (words(choices).find(means) ?? value) : value
  const properties = items?.properties
  if (!properties) return value
  const entries = [...(value as Json[])]
  for (const [at, entry] of entries.entries()) {
    for (const name of Object.keys(entry)) {
      const { [name]: own, ...rest } = entries[at] ?? {}
      const shorter = [rest, ...words(properties[name]?.enum).map((word) => ({ ...entries[at], [name]: word }))].find(
        (candidate) => typeof own === 'number' && means(entries.with(at, candidate)),
      )
      if (shorter) entries[at] = shorter
    }
  }
  return entries
}

const words = (choices: unknown[] = []): string[] => choices.filter((choice) => typeof choice === 'string')
