import type { Definition } from '../schema/define'
import { formatId, keyOf, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { withoutSecretValues } from '../schema/secret-paths'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import type { Connection } from '../service/connection'
import { matchesNaturalKey, snapshotOf } from './collection'
import type { ProgramResource } from './verbs'

/** The maximum age of a list of other objects before an object is deleted for its replacement, in milliseconds. */
const FRESH_MS = 10_000

/** What each connection has said about replacements. */
const said = new WeakMap<Connection, Set<string>>()

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
  if (meanwhile === undefined) return
  const what = subject(definition, withoutSecretValues(inputs, secrets))
  const text = `${what} is deleted before its replacement is created: in between, ${meanwhile}.`
  if (isNew(connection, text)) connection.inform(text)
}

/** Warns once of what a replacement does not get from the object that it replaces. */
export async function warnOfLoss(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  inputs: Json,
  { secrets = [] }: ProgramResource,
): Promise<void> {
  if (!definition.api.lostByReplacement || hasUnknown(inputs)) return
  const items = await snapshotOf(definition, connection, ref, { maxAgeMs: FRESH_MS }).all()
  const live = items.find((one) => keyOf(definition, one) === ref.key)
  const lost = live && definition.api.lostByReplacement(live, inputs)
  if (lost === undefined) return
  const what = subject(definition, withoutSecretValues(inputs, secrets))
  const text = `${what} replaces an object (id ${formatId(definition, ref)}), and does not get ${lost}.`
  if (isNew(connection, text)) connection.warn(text)
}

/** Whether a connection has not said something yet. An update compares the items of a set twice. */
function isNew(connection: Connection, text: string): boolean {
  const known = said.get(connection) ?? new Set()
  said.set(connection, known)
  const { size } = known
  return known.add(text).size > size
}
