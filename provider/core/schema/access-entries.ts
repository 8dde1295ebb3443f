import { inOrderOf } from './canonical'
import { computed, isNumber, recordOf } from './computed'
import { type OnlyOneOf, required } from './field'
import { InvalidResponse } from './invalid-response'
import type { Json } from './json'
import {
  canonicalName,
  idArgumentOf,
  isNoun,
  type Noun,
  nounsOf,
  problemOfNames,
  subjectNamesOf,
} from './named-entries'
import { keyOfSubject } from './subject-names'
import { type ObjectSchema, Type } from './type'

/** What an entry can refer to, by its name in programs, and the name in the service's JSON. */
const subjects = {
  userId: 'user_id',
  groupId: 'group_id',
  deployKeyId: 'deploy_key_id',
  // The service also returns a role for users, groups and keys, so it is last.
  accessLevel: 'access_level',
} as const

// The compiler explains a wrong entry with the last subject, which is the role.
export type Subject = Noun | keyof typeof subjects

/** An entry with exactly one of the subjects. */
export type OfOneSubject<T extends object> = {
  [S in Subject & keyof T]: Omit<T, Subject> &
    Required<Pick<T, S>> & { [K in Exclude<Subject & keyof T, S>]?: OnlyOneOf<Subject & keyof T> | undefined }
}[Subject & keyof T]

/** The stored form of an entry, in which the other subjects are undefined. */
export type StoredEntry<T> = { [K in keyof T]: Exclude<T[K], OnlyOneOf<string>> }

/** How the entries of a list are written. */
export interface EntryFormat {
  /** The subjects that the list accepts, in the order of messages. A user or group can also be named. */
  readonly subjects: readonly (keyof typeof subjects)[]
  /** The roles, by their names in programs. */
  readonly roles: Readonly<Record<string, number>>
  /** The numbers beside the subject, such as the approvals that a rule requires, by their names in programs. */
  readonly numbers?: Readonly<Record<string, EntryNumber>>
}

export interface EntryNumber {
  /** Name in the service's JSON. */
  readonly wire: string
  readonly default: number
  /** Whether requests contain it although it has the default. */
  readonly alwaysSent?: true
}

/** Formats `a, b and c`. The first formatter takes 4 ms, so only errors create one. */
const wordsOf = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names)

type LiveEntry = object & { readonly id?: number }

/**
 * Lists of who is allowed to do something: roles, users, groups and deploy keys. Their order has no meaning, and each
 * subject occurs once.
 */
export function accessEntries({ subjects: sent, roles, numbers = {} }: EntryFormat) {
  const nouns = nounsOf(sent)
  // An id precedes the name, so that requests use the id of an entry that has both.
  const accepted: Subject[] = sent.flatMap((name) => [name, ...nouns.filter((noun) => idArgumentOf[noun] === name)])
  const roleOf = (value: unknown) => (typeof value === 'string' ? roles[value] : value)

  /** The subject of an entry, such as `accessLevel 40` or `user alice`. */
  function subjectOf(entry: object): string {
    const name = accepted.find((candidate) => (entry as Json)[candidate] != null)
    if (name === undefined) return 'no subject'
    const value = (entry as Json)[name]
    return isNoun(name) ? keyOfSubject({ noun: name, name: String(value) }) : `${name} ${String(roleOf(value))}`
  }

  function canonical(given: object): Json {
    const entry = given as Json
    const values = Object.entries(numbers).map(([name, { default: value }]) => [name, entry[name] ?? value])
    const named = accepted
      .filter((name) => entry[name] != null)
      .map((name) => [name, isNoun(name) ? canonicalName(String(entry[name])) : roleOf(entry[name])])
    return Object.fromEntries([...named, ...values]) as Json
  }

  /** `isPatch` also sends numbers with their defaults. */
  function toWire(given: object, isPatch = false): Json {
    const entry = canonical(given)
    const named = sent.filter((name) => name in entry).map((name) => [subjects[name], entry[name]])
    const values = Object.entries(numbers)
      .filter(([name, one]) => isPatch || one.alwaysSent || entry[name] !== one.default)
      .map(([name, { wire }]) => [wire, entry[name]])
    return Object.fromEntries([...named, ...values]) as Json
  }

  function fromWire(live: object): Json {
    const values = live as Json
    const name = (Object.keys(subjects) as (keyof typeof subjects)[]).find(
      (candidate) => values[subjects[candidate]] != null,
    )
    const named = Object.fromEntries(
      Object.entries(numbers).map(([number, { wire }]) => [number, values[wire] ?? undefined]),
    )
    const entry = canonical({ ...named, ...(name && { [name]: values[subjects[name]] }) })
    if (!name || !Object.values(entry).every(Number.isSafeInteger)) throw new InvalidResponse()
    return entry
  }

  return {
    /**
     * The entries in a request that creates the object: a single role as `role`, which all editions accept, and others as
     * `list`, which GitLab Community Edition ignores. Without entries, which only an object to restore can have, no one
     * is allowed: by default, the service would allow Maintainers.
     */
    toCreate(declared: readonly object[], role: string, list: string): Json {
      const entries = declared.map((entry) => toWire(entry))
      const [first = { access_level: 0 }] = entries
      const isRole = entries.length <= 1 && first.access_level !== undefined
      return isRole ? { [role]: first.access_level } : { [list]: entries }
    },

    /** A field with a list of entries. */
    field: <Given extends object, Canonical extends object>(schema: ObjectSchema, minItems = 0) =>
      required<Given[], Canonical[]>(Type.Array(schema, { minItems }), {
        canonical: (list, like) =>
          inOrderOf(
            like,
            list.map((entry) => canonical(entry) as Canonical),
            subjectOf,
          ),
        problem: (list) => {
          const index = list.findIndex((entry) => accepted.filter((name) => (entry as Json)[name] != null).length !== 1)
          if (index >= 0)
            return {
              problem: `must have exactly one of ${wordsOf(accepted)} in each entry`,
              detail: `see entry ${index}`,
            }
          const invalid = problemOfNames(list)
          if (invalid) return invalid
          const names = list.map(subjectOf)
          const duplicate = names.find((name, at) => names.indexOf(name) !== at)
          return duplicate === undefined
            ? undefined
            : { problem: 'must contain each subject once', detail: `${duplicate} is duplicated` }
        },
        toWire: (list) => list.map((entry) => toWire(entry)),
        fromWire: (list) => (list as object[]).map((entry) => fromWire(entry) as Canonical),
        subjectNames: subjectNamesOf(subjectOf),
      }),

    /** An output with the ids of the entries, by subject. `changedBy` names the arguments that can change them. */
    ids: (property: string, changedBy: readonly string[]) =>
      computed<Record<string, number>>(recordOf(isNumber), {
        changedBy,
        read: (live) => {
          const list = live[property] as Required<LiveEntry>[] | undefined
          return list && Object.fromEntries(list.map((entry) => [subjectOf(fromWire(entry)), entry.id]))
        },
      }),

    /** The changes from the current to the declared entries. Unchanged entries keep their ids. */
    patch(live: readonly LiveEntry[] | undefined, declared: readonly object[]): Json[] {
      if (!live?.every(({ id }) => Number.isSafeInteger(id))) throw new InvalidResponse()
      const known = new Map(live.map((entry) => [subjectOf(fromWire(entry)), entry]))
      const kept = new Set(declared.map(subjectOf))
      const changed = declared.flatMap((entry) => {
        const old = known.get(subjectOf(entry))
        if (!old) return [toWire(entry)]
        const [former, next] = [fromWire(old), canonical(entry)]
        const isSame = Object.keys(numbers).every((name) => former[name] === next[name])
        return isSame ? [] : [{ id: old.id, ...toWire(entry, true) }]
      })
      const removed = live
        // A subject can occur twice if the service applied an update after its timeout and the update was repeated.
        .filter((entry) => {
          const name = subjectOf(fromWire(entry))
          return !kept.has(name) || known.get(name) !== entry
        })
        // Some services also require the subject of an entry that is deleted.
        .map((entry) => ({ id: entry.id, ...toWire(fromWire(entry)), _destroy: true }))
      return [...changed, ...removed]
    },
  }
}
