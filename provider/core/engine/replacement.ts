import type { Definition } from '../schema/define'
import { keyOf, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { withoutSecretValues } from '../schema/secret-paths'
import { subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import { matchesNaturalKey, snapshotOf } from './collection'
import type { ProgramResource } from './verbs'

/** The maximum age of a list of other objects before an object is deleted for its replacement, in milliseconds. */
const FRESH_MS = 10_000

/** The objects about whose pause each connection has informed. */
const paused = new WeakMap<Connection, Set<string>>()

/**
 * Whether the service may refuse the replacement of an object even after its deletion, because of other objects. Then the
 * replacement is created first, so that nothing is deleted if the service refuses it.
 */
export async function mayBeRefused(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  news: Json,
): Promise<boolean> {
  if (definition.identity.allowsDuplicates !== 'on some services') return false
  const items = await snapshotOf(definition, connection, ref, { maxAgeMs: FRESH_MS }).all()
  const others = items.filter((live) => keyOf(definition, live) !== ref.key)
  return (
    others.some((live) => matchesNaturalKey(definition, news, live)) ||
    definition.api.refusalBeside?.(others, news) !== undefined
  )
}

/** Informs once that an object is deleted before its replacement is created, and what is not done in between. */
export function informOfPause(
  definition: Definition,
  connection: Connection,
  inputs: Json,
  { secrets = [] }: ProgramResource,
): void {
  const { meanwhile } = definition.api
  const what = subject(definition, withoutSecretValues(inputs, secrets))
  const known = paused.get(connection) ?? new Set()
  paused.set(connection, known)
  if (meanwhile === undefined || known.has(what)) return
  known.add(what)
  connection.inform(`${what} is deleted before its replacement is created: in between, ${meanwhile}.`)
}
