import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { protectedTag } from '../../../provider/resources/protected-tag'
import { type Argument, cases, optional, plain } from './cases'
import { project } from './reference'
import { pick, shuffled } from './style'
import { texts } from './text'

const subjects = { accessLevel: 'access_level', userId: 'user_id', groupId: 'group_id' } as const
const roles: Record<number, string> = { 0: 'noOne', 30: 'developer', 40: 'maintainer', 60: 'admin' }

/** Who can create the tag. Lists of entries are in the order of their subjects. */
type Entry = readonly [subject: keyof typeof subjects, id: number]

interface ProtectedTag {
  project: number
  name: string
  allowedToCreate: Entry[]
}

const inOrder = (entries: Entry[]) => [...entries].sort((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1))

/** Roles, members of all projects, and a group that is invited to project 1. */
const everyone = [
  ...Object.keys(roles).map((role) => ['accessLevel', Number(role)] as const),
  ...[2, 3, 4].map((id) => ['userId', id] as const),
  ['groupId', 12] as const,
]

const entries: Argument<Entry[]> = {
  values: fc.uniqueArray(fc.constantFrom(...everyone), { minLength: 1, maxLength: 6 }).map(inOrder),
  write: (value, style) =>
    shuffled(value, style).map(([subject, id], at) =>
      subject === 'accessLevel' ? { accessLevel: pick(style >> (at + 1), [id, roles[id]]) } : named(subject, id),
    ),
}

/** Some users and groups are always named. Another spelling is an update without a request. */
const named = (subject: string, id: number): Json =>
  subject === 'userId' && id === 4
    ? { user: 'developer' }
    : subject === 'groupId'
      ? { group: 'deployers' }
      : { [subject]: id }

const toWire = ([subject, id]: Entry) => ({ [subjects[subject]]: id })

function entriesFrom(list: Json[]): Entry[] {
  const subjectOf = (entry: Json) => (['userId', 'groupId'] as const).find((name) => entry[subjects[name]] !== null)
  return inOrder(
    list.map((entry) => {
      const subject = subjectOf(entry) ?? 'accessLevel'
      return [subject, Number(entry[subjects[subject]])]
    }),
  )
}

/** Without groups that are not invited to the project. */
function invited(values: ProtectedTag): ProtectedTag {
  const others = values.allowedToCreate.filter(([subject]) => subject !== 'groupId')
  if (values.project === 1) return values
  return { ...values, allowedToCreate: others.length > 0 ? others : [['accessLevel', 40]] }
}

export const protectedTagCases = () =>
  cases<ProtectedTag>({
    definition: protectedTag,
    arguments: {
      project,
      name: plain(texts(255).filter((name) => name.trim() !== '' && name !== '.' && name !== '..')),
      allowedToCreate: optional(entries, [['accessLevel', 40]], []),
    },
    settle: invited,
    // The API cannot change it.
    writes: { update: ['DELETE', 'POST'] },
    collection: (values) => `/projects/${values.project}/protected_tags`,
    path: (values, live) => `/projects/${values.project}/protected_tags/${encodeURIComponent(String(live.name))}`,
    seen: ({ name, create_access_levels }) => ({
      name: String(name),
      allowedToCreate: entriesFrom(create_access_levels as Json[]),
    }),
    drift: {
      // The API cannot change it. Another user protects the tag again.
      allowedToCreate: async ({ emulator, path, live }, want) => {
        await emulator.delete(path, { as: 'root' })
        const collection = path.slice(0, path.lastIndexOf('/'))
        return emulator.post(collection, { name: live.name, allowed_to_create: want.map(toWire) }, { as: 'root' })
      },
    },
    drifted: (_values, _name, after) => invited(after),
  })
