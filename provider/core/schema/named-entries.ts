import { trimSlashes } from './canonical'
import type { Json } from './json'
import { hintForUrl } from './path-of-url'
import type { Problem } from './problem'
import { keyOfSubject, type NamedSubject, type SubjectIds, type SubjectNames } from './subject-names'
import { Type } from './type'

/** The arguments of an access entry that name its subject, and those with the ids of the same subjects. */
export const idArgumentOf = { user: 'userId', group: 'groupId' } as const

export type Noun = keyof typeof idArgumentOf

const allNouns: readonly Noun[] = ['user', 'group']

export const isNoun = (name: string): name is Noun => name in idArgumentOf

/** What entries can name, if they accept these ids. */
export const nounsOf = (accepted: readonly string[]): Noun[] =>
  allNouns.filter((noun) => accepted.includes(idArgumentOf[noun]))

/** The properties of an entry that name its subject. */
export const nameProperties = {
  /** Username of the user, instead of `userId`. */
  user: Type.Optional(Type.String()),
  /** Full path of the group, such as `"acme/deployers"`, instead of `groupId`. */
  group: Type.Optional(Type.String()),
}

/** A username, or a path without slashes at its ends. */
export const canonicalName = (name: string): string => trimSlashes(name.trim())

/** The user or group that an entry names. */
function namedIn(entry: object): NamedSubject | undefined {
  const noun = allNouns.find((one) => (entry as Json)[one] != null)
  return noun && { noun, name: canonicalName(String((entry as Json)[noun])) }
}

/** The problem of the first entry with an invalid name. */
export function problemOfNames(list: readonly object[]): Problem | undefined {
  for (const [index, entry] of list.entries()) {
    const named = namedIn(entry)
    if (!named) continue
    const problem = problemOfName(named)
    if (problem === undefined) continue
    const hint = hintForUrl(named.name)
    return { problem, detail: `see entry ${index}${hint === undefined ? '' : `, and ${hint}`}` }
  }
  return undefined
}

function problemOfName({ noun, name }: NamedSubject): string | undefined {
  if (noun === 'user') {
    return /^[\w.-]{1,255}$/.test(name) ? undefined : 'must name a user by a username, such as "alice", without @'
  }
  const isPath = name.length <= 1_000 && name.split('/').every((part) => /^(?!\.{0,2}$)[\w.-]+$/.test(part))
  // The service would read a number as an id.
  return isPath && !/^\d+$/.test(name) ? undefined : 'must name a group by its full path, such as "acme/deployers"'
}

/** How the entries of a list name users and groups. `subjectOf` prefers the id of an entry that also has a name. */
export function subjectNamesOf(subjectOf: (entry: object) => string): SubjectNames {
  const withId = (entry: object, ids: SubjectIds): Json => {
    const named = namedIn(entry)
    const id = named && ids[keyOfSubject(named)]
    return { ...entry, ...(id !== undefined && { [idArgumentOf[named!.noun]]: id }) }
  }
  const withoutName = (entry: Json): Json =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => !isNoun(name) || entry[idArgumentOf[name]] == null))
  const withIds = (list: readonly object[], ids: SubjectIds) => list.map((entry) => withId(entry, ids))

  return {
    in: (list) => list.flatMap((entry) => namedIn(entry) ?? []),
    withIds,
    spelledLike(live, like, ids) {
      const names = new Map(
        (Array.isArray(like) ? (like as object[]) : []).flatMap((entry) => {
          const named = namedIn(entry)
          return named ? [[subjectOf(withId(entry, ids)), { [named.noun]: named.name }] as const] : []
        }),
      )
      return live.map((entry) => {
        const name = names.get(subjectOf(entry))
        const { userId: _user, groupId: _group, ...others } = entry as Json
        return name ? { ...name, ...others } : entry
      })
    },
    meaning: (list, ids) =>
      withIds(list, ids)
        .map(withoutName)
        .sort((one, other) => (subjectOf(one) < subjectOf(other) ? -1 : 1)),
    repeated(list, ids) {
      const subjects = withIds(list, ids).map(subjectOf)
      const at = subjects.findIndex((one, index) => subjects.indexOf(one) !== index)
      return at < 0 ? undefined : [subjectOf(list[subjects.indexOf(subjects[at]!)]!), subjectOf(list[at]!)]
    },
  }
}
