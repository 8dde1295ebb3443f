import { NotFound } from '../../../sdk'
import { namesItself } from '../schema/container'
import type { Json } from '../schema/json'
import { idOf, type Kind, type Parents, referencesOf } from '../schema/kind'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import type { Connection } from './connection'
import { warnIfInert } from './obstacle'
import type { Reference } from './parents'
import { ResourceError } from './resource-error'
import { describeDeletion, pathOf } from './scheduled-deletion'

/** Resolves all references of the arguments. Returns the ids, by the names of their outputs. */
export async function resolve(kind: Kind, connection: Connection, inputs: Json): Promise<Json> {
  const found = referencesOf(kind).map(async (name) => [idOf(name), await resolveOne(kind, connection, name, inputs)])
  return Object.fromEntries(await Promise.all(found)) as Json
}

/**
 * Removes arguments from `changed` that still refer to the same project or group in another spelling. Returns those that
 * refer to none.
 */
export async function dropRespelled(
  kind: Kind,
  connection: Connection,
  olds: Json,
  news: Json,
  changed: Set<string>,
): Promise<string[]> {
  const missing: string[] = []
  for (const name of referencesOf(kind)) {
    if (!changed.has(name) || hasUnknown(news[name])) continue
    try {
      if ((await resolveOne(kind, connection, name, news)) === olds[idOf(name)]) changed.delete(name)
    } catch (error) {
      // The program may be creating it. The old object is only deleted after the new one is created, so this is safe.
      if (!NotFound.is(error) || error.routeMissing || kind.deleteBeforeReplace) throw error
      missing.push(name)
    }
  }
  return missing
}

/** Rejects references to another project or group than that of the state: a path may belong to another one now. */
export async function verifyReferences(kind: Kind, connection: Connection, olds: Json, news: Json): Promise<void> {
  for (const name of referencesOf(kind)) {
    const noun = kind.input[name]?.refers ?? 'project'
    const storedId = olds[idOf(name)]
    const currentId = await resolveOne(kind, connection, name, news).catch((error: unknown) => {
      if (!NotFound.is(error) || error.routeMissing || !isOwnFormerPath(kind, name, olds, news)) throw error
      return warnOfNewPath(connection, noun, news[name] as string, storedId as number).catch(() =>
        Promise.reject(error),
      )
    })
    if (currentId === storedId) continue
    const deletion = typeof storedId === 'number' ? await connection.deletions.at(noun, storedId) : undefined
    throw new ResourceError(
      `${subject(kind, news)} belongs to ${noun} ${String(storedId)}, but ${String(news[name])} now names ${noun} ${currentId}. ` +
        `It was not changed. Write the id ${String(storedId)}, or the current path of ${noun} ${String(storedId)}.` +
        (deletion ? ` ${describeDeletion(deletion)}` : ''),
    )
  }
}

/**
 * Whether a path that does not exist is the one of the state, and the object is the project or group itself. An earlier
 * update may have moved it, or it is scheduled for deletion: the former path of a group does not work then.
 */
const isOwnFormerPath = (kind: Kind, name: string, olds: Json, news: Json): boolean =>
  namesItself(kind, name) &&
  typeof news[name] === 'string' &&
  news[name] === olds[name] &&
  typeof olds[idOf(name)] === 'number'

/** Returns the id of what had the path. @throws NotFound if it does not exist. */
async function warnOfNewPath(connection: Connection, noun: keyof Parents, former: string, id: number): Promise<number> {
  const path = pathOf(await connection.parents.get(noun, id))
  if (!(await connection.deletions.at(noun, id))) {
    connection.warn(`${noun} ${former} has moved to ${path}: write the new path in the program.`)
  }
  return id
}

/** The id of the project or group that an argument refers to, also by the path that this update gives it. */
export async function resolveOne(kind: Kind, connection: Connection, name: string, values: Json): Promise<number> {
  const noun = kind.input[name]?.refers ?? 'project'
  const reference = values[name] as Reference
  const id = typeof reference === 'number' ? reference : (await parentAt(connection, noun, reference)).id
  // No request is sent just for the warning.
  const project = noun === 'project' && (await connection.parents.known('project', reference)?.catch(() => undefined))
  if (project) await warnIfInert(connection, kind, project)
  return id
}

/** The project or group with this id or path, also one that this update moves to the path. */
export async function parentAt<P extends keyof Parents>(
  { parents, ledger }: Pick<Connection, 'parents' | 'ledger'>,
  noun: P,
  reference: Reference,
): Promise<Parents[P]> {
  try {
    return await parents.get(noun, reference)
  } catch (error) {
    const former = typeof reference === 'string' ? ledger.formerPath(reference) : undefined
    if (former === undefined || !NotFound.is(error)) throw error
    return parents.get(noun, former).catch(() => Promise.reject(error))
  }
}
