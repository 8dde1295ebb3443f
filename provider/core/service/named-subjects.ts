import { ApiError } from '../../../sdk'
import { show } from '../schema/display'
import type { Json } from '../schema/json'
import { idOf, type Kind, type Operation, usersOf } from '../schema/kind'
import { hideSecrets, type SecretPath } from '../schema/secret-paths'
import { dropRenamedSubjects, subjectNamesIn } from '../schema/subject-ids'
import { keyOfSubject, type NamedSubject, type SubjectIds, subjectIdsIn } from '../schema/subject-names'
import { hasUnknown } from '../schema/unknown'
import type { Connection } from './connection'
import { failed, reasonOfRequest } from './explain'
import { parentAt } from './references'
import { ResourceError } from './resource-error'

/**
 * Finds the ids of the users and groups that arguments name. Returns them as outputs. Empty if no argument of the kind can
 * name any.
 *
 * @param states The states that contain the ids so far. A name that belongs to another one now could give that one the
 *   access of the former one.
 * @throws ResourceError if a name is not found or belongs to another one now, or if two entries are of the same one.
 */
export async function resolveSubjects(
  kind: Kind,
  connection: Connection,
  operation: Operation,
  inputs: Json,
  states: readonly Json[] = [],
): Promise<Json> {
  const refuse = (argument: string, problem: string) =>
    new ResourceError(`${failed(kind, operation, inputs)}: ${argument} ${problem}`)
  const users = usersOf(kind).map(async (argument) => {
    const former = states.find((state) => isSameUser(state[argument], inputs[argument]))?.[idOf(argument)]
    const id = await userIdOf(connection, argument, inputs[argument], former).catch((error: unknown) => {
      throw error instanceof UnusableName ? refuse(argument, error.message) : error
    })
    return [idOf(argument), id] as const
  })
  const userIds = Object.fromEntries(await Promise.all(users)) as Json
  if (!Object.values(kind.input).some(({ subjectNames }) => subjectNames)) return userIds
  const known = Object.assign({}, ...states.map(subjectIdsIn)) as SubjectIds
  const fields = subjectNamesIn(kind, inputs)
  const found = fields.flatMap(({ name: argument, names, value }) =>
    names.in(value).map(async (named) => {
      const key = keyOfSubject(named)
      const id = await idOfName(connection, named, known[key], `${named.noun}Id`).catch((error: unknown) => {
        throw error instanceof UnusableName ? refuse(argument, error.message) : error
      })
      return [key, id] as const
    }),
  )
  const subjectIds = Object.fromEntries(await Promise.all(found))
  for (const { name: argument, names, value } of fields) {
    const [one, other] = names.repeated(value, subjectIds) ?? []
    if (one !== undefined)
      throw refuse(argument, `must contain each subject once: ${one} and ${other} are the same one.`)
  }
  return { ...userIds, subjectIds }
}

const isSameUser = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()

/** The id of the user of an argument. `former` is the one that the state has for the same value. */
async function userIdOf(connection: Connection, argument: string, value: unknown, former?: unknown): Promise<number> {
  if (typeof value === 'number') return value
  const named = { noun: 'user', name: String(value) } as const
  return idOfName(connection, named, typeof former === 'number' ? former : undefined, argument)
}

/** Removes users from `changed` that are the same in another spelling. What cannot be resolved differs. */
export async function dropRespelledUsers(
  kind: Kind,
  connection: Connection,
  olds: Json,
  news: Json,
  changed: Set<string>,
): Promise<void> {
  for (const name of usersOf(kind)) {
    if (!changed.has(name) || hasUnknown(news[name]) || olds[idOf(name)] === undefined) continue
    const id = await userIdOf(connection, name, news[name]).catch(() => undefined)
    if (id === olds[idOf(name)]) changed.delete(name)
  }
}

/**
 * Warns in a preview if the update would refuse the users and groups that arguments name. Returns whether it would.
 * `olds` is empty for a new resource.
 */
export async function warnOfSubjects(
  kind: Kind,
  connection: Connection,
  olds: Json,
  inputs: Json,
  secrets: readonly SecretPath[] = [],
): Promise<boolean> {
  if (hasUnknown(inputs)) return false
  const operation = Object.keys(olds).length === 0 ? 'create' : 'update'
  try {
    await resolveSubjects(kind, connection, operation, inputs, [olds])
    return false
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error
    connection.warnOfFailure(hideSecrets(kind, inputs, secrets).ours(`The update would fail: ${error.message}`))
    return true
  }
}

/**
 * Removes arguments from `changed` that still refer to the same users and groups. In a preview of a dynamic resource, the
 * state has no ids.
 */
export async function dropRespelledSubjects(
  kind: Kind,
  connection: Connection,
  olds: Json,
  news: Json,
  changed: Set<string>,
): Promise<void> {
  if (![...changed].some((name) => kind.input[name]?.subjectNames) || hasUnknown(news)) return
  const resolved = [olds, news].map(async (values) => {
    if ('subjectIds' in values) return values
    // What cannot be resolved differs.
    const ids = await resolveSubjects(kind, connection, 'update', values).catch(() => ({}))
    return { ...values, ...ids }
  })
  const [former = {}, next = {}] = await Promise.all(resolved)
  dropRenamedSubjects(kind, former, next, changed)
}

/** The end of a sentence that starts with the name of an argument. */
class UnusableName extends Error {}

/**
 * The id of a user or group. `former` is the one that the state has for the name. `byId` is the argument that takes an id
 * instead of the name.
 */
async function idOfName(
  connection: Connection,
  named: NamedSubject,
  former: number | undefined,
  byId: string,
): Promise<number> {
  const { noun, name } = named
  const what = byId === noun ? `is ${show(name)}` : `names ${noun} ${show(name)}`
  let id: number | undefined
  try {
    id = noun === 'user' ? await connection.usernames.id(name) : (await parentAt(connection, 'group', name)).id
  } catch (error) {
    if (!ApiError.is(error)) throw error
    const hint = error.status === 403 || error.status === 404 ? causeFor(connection, named, byId) : undefined
    const reason = reasonOfRequest(connection, error, { subject: `${noun} ${name}`, causeFor: () => hint })
    throw new UnusableName(`${what}. ${reason ?? ''}${await currentName(connection, noun, former)}`)
  }
  if (id === undefined) {
    throw new UnusableName(
      `${what}, but the service has no user of this name (GET /users?username=${encodeURIComponent(name)}). ` +
        `Correct the username, or write ${instead(named, byId)}.${await currentName(connection, noun, former)}`,
    )
  }
  if (former === undefined || former === id) return id
  throw new UnusableName(
    `${what}, which was the name of ${noun} ${former} and is now that of ${noun} ${id}, which got no access. ` +
      `Write ${byId}: ${former} to keep the access of ${noun} ${former}, or ${byId}: ${id} to give it to ${noun} ${id}.` +
      (await currentName(connection, noun, former)),
  )
}

/** What a program can write instead of a name. */
const instead = ({ noun }: NamedSubject, byId: string): string => (byId === noun ? 'the id' : byId)

/** The likely cause of a response that refuses a look-up, and the remedy. */
const causeFor = ({ settings: { tokenFrom } }: Connection, named: NamedSubject, byId: string): string =>
  named.noun === 'user'
    ? `The user of the access token (from ${tokenFrom}) may not search for users: write ${instead(named, byId)}, or use another token.`
    : `Either it does not exist, or the user of the access token (from ${tokenFrom}) cannot see it: correct the path, ` +
      `write groupId, or give the user access to the group.`

/** A sentence with the current name of the user or group that the state has. Empty if there is none. */
async function currentName(
  connection: Connection,
  noun: NamedSubject['noun'],
  id: number | undefined,
): Promise<string> {
  if (id === undefined) return ''
  const { api } = connection
  const name = await (
    noun === 'user'
      ? api.users.get(id).then(({ username }) => username)
      : api.groups.get(id).then((group) => group.full_path)
  ).catch(() => undefined)
  return typeof name === 'string' ? ` ${noun === 'user' ? 'User' : 'Group'} ${id} is now named ${show(name)}.` : ''
}
