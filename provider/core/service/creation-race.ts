import type { Json } from '../schema/json'
import type { Kind, Parents } from '../schema/kind'
import { subject } from '../schema/subject'
import type { Connection } from './connection'

/**
 * Warns in a preview of a resource that names a project or group by a path, although the program creates what has the
 * path, and nothing makes the update wait until it exists. Warns once for each path.
 */
export function warnOfRace(
  connection: Connection,
  kind: Kind,
  values: Json,
  noun: keyof Parents,
  reference: string,
): void {
  if (!connection.ledger.noteUnchecked(connection.failedReads.nameOf(`race ${noun} ${reference}`))) return
  connection.warn(
    `${subject(kind, values)} names ${noun} ${reference} by its path, and this program creates it. The update does not ` +
      `wait until it exists, so it can fail: write an output of its resource, such as ${noun}Id, instead of its path, or set ` +
      'the resource option dependsOn.',
  )
}
