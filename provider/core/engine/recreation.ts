import type { Definition } from '../schema/define'
import type { Json } from '../schema/json'
import type { Connection } from '../service/connection'
import { changes } from './diff'

/** Whether an update with these changes deletes the object and creates it again. */
export async function isRecreated(
  { api: { recreate } }: Definition,
  { api }: Connection,
  changed: ReadonlySet<string>,
): Promise<boolean> {
  return recreate !== undefined && changed.size > 0 && ((await recreate.isNeeded?.(api, changed)) ?? true)
}

/** Whether an update, and not a replacement, deletes the object and creates it again. */
export async function updateRecreates(
  definition: Definition,
  connection: Connection,
  olds: Json,
  news: Json,
): Promise<boolean> {
  if (!definition.api.recreate) return false
  const changed = changes(definition, olds, news)
  const isReplaced = definition.replaceOn.some((name) => changed.has(name))
  return !isReplaced && isRecreated(definition, connection, changed)
}

/** Warns in a preview that an update deletes objects and creates them again. */
export function warnOfRecreation(
  { api }: Definition,
  connection: Connection,
  objects: string,
  isSeveral = false,
): void {
  if (!api.recreate) return
  const them = isSeveral ? 'them' : 'it'
  connection.warn(
    `The update deletes ${objects} and creates ${them} again, because the API cannot change ${them}: ` +
      `in between, ${api.recreate.meanwhile}.`,
  )
}
