import { computed, isNumber, recordOf } from './computed'
import type { Json } from './json'

/** The ids of users and groups, by {@link keyOfSubject}. */
export type SubjectIds = Readonly<Record<string, number>>

/** A user or group that an argument names. */
export interface NamedSubject {
  readonly noun: 'user' | 'group'
  /** The username, or the full path. */
  readonly name: string
}

/** The users and groups that the value of an argument names. Requests and responses contain their ids. */
export interface SubjectNames {
  in(value: object[]): NamedSubject[]
  /** Adds the ids of what a value names. */
  withIds(value: object[], ids: SubjectIds): object[]
  /** Replaces ids in a live value by the names that `like` has for them. */
  spelledLike(live: object[], like: unknown, ids: SubjectIds): object[]
  /** A form of the value that only depends on the ids. */
  meaning(value: object[], ids: SubjectIds): unknown
  /** Returns two entries of the value, as the program writes them, that have the same id. */
  repeated(value: object[], ids: SubjectIds): [string, string] | undefined
}

/** `user alice`. The service ignores the case of names. */
export const keyOfSubject = ({ noun, name }: NamedSubject): string => `${noun} ${name.toLowerCase()}`

/**
 * The output of a kind whose arguments name users and groups. It is not read from the service: a create or an update
 * finds the ids, and the state keeps them. `changedBy` names these arguments.
 */
export const subjectIds = (changedBy: readonly string[]) =>
  computed<Record<string, number>>(recordOf(isNumber), { changedBy, read: () => undefined })

/** The ids in a state, or in arguments to which a create or an update has added them. */
export const subjectIdsIn = (values: Json): SubjectIds => (values.subjectIds ?? {}) as SubjectIds
