import type { Json } from '../core/schema/json'
import { referencesOf } from '../core/schema/kind'
import type { KindDefinition } from '../core/schema/kind-definition'
import type { Connection } from '../core/service/connection'
import { dropRespelled } from '../core/service/references'

/**
 * The arguments that were read, with references as the program spells them. The outputs keep the spelling of the update
 * that wrote them, so that a refresh would display another spelling as drift.
 */
export async function withDeclaredSpelling(
  kind: KindDefinition,
  connection: Connection,
  { props, inputs }: { props: Json; inputs: Json },
  declared: Json,
): Promise<Json> {
  const respelled = referencesOf(kind).filter((name) => declared[name] != null && declared[name] !== inputs[name])
  if (respelled.length === 0) return inputs
  const differing = new Set(respelled)
  // What cannot be resolved is displayed as read.
  await dropRespelled(kind, connection, props, declared, differing).catch(() => {})
  const same = respelled.filter((name) => !differing.has(name))
  return { ...inputs, ...Object.fromEntries(same.map((name) => [name, declared[name]])) }
}
