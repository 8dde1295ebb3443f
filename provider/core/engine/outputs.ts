import { isDeepStrictEqual } from 'node:util'
import type { Definition } from '../schema/define'
import { showArgument } from '../schema/entry-text'
import { objectParams, type ObjectRef } from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import { agreeing, subject } from '../schema/subject'
import { computedValues, concealed, observed } from '../schema/wire'
import type { Connection } from '../service/connection'
import { explain } from '../service/explain'
import { isCommunity } from '../service/obstacle'
import { hasMark, OWNER } from '../service/ownership/mark'
import { InitFailed } from '../service/resource-error'
import { differingNames } from './diff'

/** The outputs that state stores: the declared values, what the service computed, and the service. */
export function outputsOf(
  definition: Definition,
  connection: Connection,
  { parent }: ObjectRef,
  inputs: Json,
  live: object,
  response: 'read' | 'write',
  olds: Json,
): Json {
  const known = Object.keys(definition.output).filter((name) => name in olds)
  const { overlap } = definition.rotation ?? {}
  return {
    ...(overlap && { [overlap.predecessor]: null }),
    ...Object.fromEntries(known.map((name) => [name, olds[name]])),
    // They can contain outputs that a create or an update has found before the request.
    ...inputs,
    ...computedValues(definition, live, response, { ...olds, ...inputs }),
    [`${definition.identity.parent}Id`]: parent,
    instance: connection.instance,
    ...(hasMark(olds)
      ? { [OWNER]: olds[OWNER] }
      : typeof olds.adopted === 'string' && { [OWNER]: { mark: olds.adopted } }),
  }
}

/**
 * Completes the outputs after a write, and verifies that the service applied it. The object exists: whatever fails, the
 * state must contain it.
 *
 * @param sent The names of the arguments that were sent.
 * @throws InitFailed if the service did not apply an argument, or if a property could not be read.
 */
export async function completeOutputs(
  definition: Definition,
  connection: Connection,
  id: string,
  ref: ObjectRef,
  sent: Iterable<string>,
  outs: Json,
  live: object,
): Promise<Json> {
  const names = [...sent]
  const current = observed(definition, live, outs)
  const ignored = differingNames(names, outs, current)
  const unknown = missingIn(definition, names, outs, current, live)
  const missing = unknown.filter((name) => !definition.input[name]?.isIgnorable)
  if (ignored.length + missing.length > 0) {
    const causes = await causesOf(definition, connection)
    const reason = unapplied(definition, id, outs, [
      ...ignored.map((name) => notApplied(definition, name, outs[name], current[name], causes)),
      ...missing.map((name) => notContained(causes, name)),
    ])
    throw new InitFailed(reason, id, { ...outs, ...current, ...defaultsOf(definition, missing) })
  }
  if (unknown.length > 0) {
    const list = unknown.map((name) => notContained(definition.hints?.byArgument, name))
    connection.warn(unapplied(definition, id, outs, list))
  }
  if (!definition.api.details) return outs
  try {
    const more = await definition.api.details(connection.api, objectParams(definition, ref), outs)
    const computed = computedValues(definition, more, 'write')
    if (Object.keys(computed).length === 0) throw new InvalidResponse()
    return { ...outs, ...computed }
  } catch (error) {
    throw new InitFailed(explain(connection, definition, 'read', outs, error).message, id, outs)
  }
}

/** Says which arguments the service did not apply. */
const unapplied = (definition: Definition, id: string, outs: Json, list: string[]): string =>
  `${subject(definition, outs)} ${agreeing(definition, `exists (id ${id}), but the service did not apply ${list.join('; ')}.`)}`

/**
 * The names of the arguments that were sent and that the response does not contain: the service does not know them. Their
 * defaults mean the same as on a service without them. `current` are the arguments of the live object.
 */
export function missingIn(
  definition: Definition,
  names: readonly string[],
  inputs: Json,
  current: Json,
  live: object,
): string[] {
  const hidden = concealed(definition, live)
  const isDefault = (name: string) => isDeepStrictEqual(inputs[name] ?? null, definition.input[name]?.default ?? null)
  return names.filter((name) => !(name in current) && !isDefault(name) && !hidden.includes(name))
}

/** Says that a response does not contain an argument, with the probable cause. */
export const notContained = (causes: Causes | undefined, name: string): string =>
  `${name}: the response does not contain it${because(causes, name)}`

/** The state of arguments that the service does not know, so that the next update shows the difference. */
const defaultsOf = ({ input }: Definition, names: readonly string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (input[name]?.optional ? [[name, input[name].default]] : [])))

/** The value that the service has instead of the requested one. */
function notApplied(
  { input }: Definition,
  name: string,
  requested: unknown,
  current: unknown,
  causes: Causes | undefined,
): string {
  const field = input[name]
  const why = because(causes, name)
  if (field?.secret) return name + why
  if (Array.isArray(requested) && Array.isArray(current)) {
    const missing = requested.filter((entry) => !current.some((other) => isDeepStrictEqual(entry, other)))
    if (missing.length > 0)
      return `${name}: ${missing.map((entry) => showArgument(entry, name)).join(', ')} is missing${why}`
  }
  return `${name}: requested ${showArgument(requested, name)}, got ${showArgument(current, name)}${why}`
}

/** Probable causes why a service did not apply an argument. */
type Causes = Readonly<Partial<Record<string, string>>>

/** The causes, and those of the Community Edition if the service is one, which are certain. */
async function causesOf({ hints }: Definition, connection: Connection): Promise<Causes | undefined> {
  const isCertain = hints?.onCommunity !== undefined && (await isCommunity(connection))
  return isCertain ? { ...hints.byArgument, ...hints.onCommunity } : hints?.byArgument
}

function because(causes: Causes | undefined, name: string): string {
  const why = causes?.[name]
  return why ? ` (${why})` : ''
}
