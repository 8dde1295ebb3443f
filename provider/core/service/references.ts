import { NotFound } from '../../../sdk'
import { idOf, type Kind } from '../schema/kind'
import { type Json } from '../schema/json'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import type { Connection } from './connection'
import { warnIfInert } from './obstacle'
import type { Reference } from './parents'
import { ResourceError } from './resource-error'
import { described } from './scheduled-deletion'

/** The arguments that name a project or a group, the parent among them. */
export const referencesOf = ({ input }: Kind) => Object.keys(input).filter((name) => input[name]?.refers)

/** The ids of all that the arguments refer to, by the names of their outputs. */
export async function resolve(kind: Kind, connection: Connection, inputs: Json): Promise<Json> {
  const found = referencesOf(kind).map(async (name) => [idOf(name), await look(kind, connection, name, inputs)])
  return Object.fromEntries(await Promise.all(found)) as Json
}

/** Takes out of `changed` what is only written another way, and names the same project or group as before. */
export async function dropRespelled(
  kind: Kind,
  connection: Connection,
  olds: Json,
  news: Json,
  changed: Set<string>,
): Promise<void> {
  for (const name of referencesOf(kind)) {
    if (!changed.has(name) || hasUnknown(news[name])) continue
    try {
      if ((await look(kind, connection, name, news)) === olds[idOf(name)]) changed.delete(name)
    } catch (error) {
      // Perhaps this very program makes it. Nothing is lost by the guess: the new object comes before the old one goes.
      if (!NotFound.is(error) || error.routeMissing || kind.deleteBeforeReplace) throw error
    }
  }
}

/** A path may have been given to another project since; writing there would be wrong, writing here a surprise. */
export async function verifyReferences(kind: Kind, connection: Connection, olds: Json, news: Json): Promise<void> {
  for (const name of referencesOf(kind)) {
    const noun = kind.input[name]?.refers ?? 'project'
    const [was, is] = [olds[idOf(name)], await look(kind, connection, name, news)]
    if (is === was) continue
    const deletion = typeof was === 'number' ? await connection.deletions.at(noun, was) : undefined
    throw new ResourceError(
      `${subject(kind, news)} belongs to ${noun} ${String(was)}, but ${String(news[name])} now names ${noun} ${is}. ` +
        `Nothing was changed. Write the number ${String(was)}, or the path that ${noun} ${String(was)} has now.` +
        (deletion ? ` ${described(deletion)}` : ''),
    )
  }
}

async function look(kind: Kind, connection: Connection, name: string, values: Json): Promise<number> {
  const noun = kind.input[name]?.refers ?? 'project'
  const reference = values[name] as Reference
  const id = await connection.parents.id(noun, reference)
  // No request is sent just for the warning.
  const project = noun === 'project' && (await connection.parents.known('project', reference)?.catch(() => undefined))
  if (project) warnIfInert(connection, kind, project)
  return id
}
