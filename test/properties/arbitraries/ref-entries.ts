import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { type Argument, optional } from './cases'
import { pick, shuffled } from './style'

const subjects = { accessLevel: 'access_level', userId: 'user_id', groupId: 'group_id' } as const
const roles: Record<number, string> = { 0: 'noOne', 30: 'developer', 40: 'maintainer', 60: 'admin' }

/** Who can do something with a protected tag or branch. Lists are in the order of their subjects. */
export type RefEntry = readonly [subject: keyof typeof subjects, id: number]

const maintainers: RefEntry[] = [['accessLevel', 40]]

/** Members of all projects, and a group that is invited to project 1. */
export const usersAndGroups: readonly RefEntry[] = [
  ...[2, 3, 4].map((id) => ['userId', id] as const),
  ['groupId', 12] as const,
]

const everyone: readonly RefEntry[] = [
  ...Object.keys(roles).map((role) => ['accessLevel', Number(role)] as const),
  ...usersAndGroups,
]

/** A list in the order of its subjects. */
export const inOrder = (entries: readonly RefEntry[]) =>
  [...entries].sort((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1))

/** Any list with at most this number of entries. */
export const anyone = (maxLength: number): fc.Arbitrary<RefEntry[]> =>
  fc.uniqueArray(fc.constantFrom(...everyone), { minLength: 1, maxLength })

/** An argument with a list of entries, which is always declared. */
export const entryList = (values: fc.Arbitrary<RefEntry[]>): Argument<RefEntry[]> => ({
  values: values.map(inOrder),
  write: (value, style) =>
    shuffled(value, style).map(([subject, id], at) =>
      subject === 'accessLevel' ? { accessLevel: pick(style >> (at + 1), [id, roles[id]]) } : named(subject, id),
    ),
})

/** An argument with a list of entries. By default, these are the Maintainers. */
export const refEntries = (values: fc.Arbitrary<RefEntry[]>): Argument<RefEntry[]> =>
  optional(entryList(values), maintainers, [])

/** Some users and groups are always named. Another spelling is an update without a request. */
function named(subject: string, id: number): Json {
  if (subject === 'groupId') return { group: 'deployers' }
  return id === 4 ? { user: 'developer' } : { [subject]: id }
}

/** An entry of a request. */
export const entryToWire = ([subject, id]: RefEntry): Json => ({ [subjects[subject]]: id })

/** The entries in a response. */
export function entriesFrom(list: unknown): RefEntry[] {
  const subjectOf = (entry: Json) => (['userId', 'groupId'] as const).find((name) => entry[subjects[name]] !== null)
  return inOrder(
    (list as Json[]).map((entry) => {
      const subject = subjectOf(entry) ?? 'accessLevel'
      return [subject, Number(entry[subjects[subject]])]
    }),
  )
}

/** Without groups that are not invited to the project. */
export function invitedTo(project: number, list: RefEntry[]): RefEntry[] {
  if (project === 1) return list
  const rest = list.filter(([subject]) => subject !== 'groupId')
  return rest.length > 0 ? rest : maintainers
}
