import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { protectedBranch } from '../../../provider/resources/protected-branch'
import { type Argument, cases, optional, plain, type Target } from './cases'
import { project } from './reference'
import { pick, shuffled } from './style'
import { texts } from './text'

const subjects = { accessLevel: 'access_level', userId: 'user_id', groupId: 'group_id' } as const
const roles: Record<number, string> = { 0: 'noOne', 30: 'developer', 40: 'maintainer', 60: 'admin' }

/** Who can do something. Lists of entries are in the order of their subjects. */
type Entry = readonly [subject: keyof typeof subjects, id: number]

interface ProtectedBranch {
  project: number
  name: string
  allowedToPush: Entry[]
  allowedToMerge: Entry[]
  allowedToUnprotect: Entry[]
  allowForcePush: boolean
  codeOwnerApprovalRequired: boolean
}

const inOrder = (entries: Entry[]) => [...entries].sort((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1))
const maintainers: Entry[] = [['accessLevel', 40]]

/** Members of all projects, and a group that is invited to project 1. */
const others = [...[2, 3, 4].map((id) => ['userId', id] as const), ['groupId', 12] as const]
const everyone = [...Object.keys(roles).map((role) => ['accessLevel', Number(role)] as const), ...others]

const listOf = (values: Argument<Entry[]>['values']): Argument<Entry[]> =>
  optional(
    {
      values: values.map(inOrder),
      write: (value, style) =>
        shuffled(value, style).map(([subject, id], at) => ({
          [subject]: subject === 'accessLevel' ? pick(style >> (at + 1), [id, roles[id]]) : id,
        })),
    },
    maintainers,
    [],
  )
const entries = listOf(fc.uniqueArray(fc.constantFrom(...everyone), { minLength: 1, maxLength: 4 }))
/** The user of the token is always among them, and the administrator, who changes the protection. */
const withCallers = listOf(
  fc.subarray(others).map((more): Entry[] => [['accessLevel', 40], ['accessLevel', 60], ...more]),
)
const flag = optional<boolean>(plain(fc.boolean()), false)

function entriesFrom(list: unknown): Entry[] {
  const subjectOf = (entry: Json) => (['userId', 'groupId'] as const).find((name) => entry[subjects[name]] !== null)
  return inOrder(
    (list as Json[]).map((entry) => {
      const subject = subjectOf(entry) ?? 'accessLevel'
      return [subject, Number(entry[subjects[subject]])]
    }),
  )
}

/** Without groups that are not invited to the project. */
function invited(values: ProtectedBranch): ProtectedBranch {
  if (values.project === 1) return values
  const without = (list: Entry[]) => {
    const rest = list.filter(([subject]) => subject !== 'groupId')
    return rest.length > 0 ? rest : maintainers
  }
  const { allowedToPush, allowedToMerge, allowedToUnprotect } = values
  return {
    ...values,
    allowedToPush: without(allowedToPush),
    allowedToMerge: without(allowedToMerge),
    allowedToUnprotect: without(allowedToUnprotect),
  }
}

/** Another user changes a list: removes all its entries, and adds others. */
const rewrite = (list: string) => async (target: Target<ProtectedBranch>, want: Entry[]) => {
  const { emulator, path, live } = target
  const removed = (live[`${list}_access_levels`] as Json[]).map(({ id }) => ({ id, _destroy: true }))
  const send = (sent: Json[]) =>
    emulator.send('PATCH', path, { json: { [`allowed_to_${list}`]: sent }, as: 'maintainer' })
  if (removed.length > 0) await send(removed)
  return send(want.map(([subject, id]) => ({ [subjects[subject]]: id })))
}

const set =
  (name: string) =>
  ({ emulator, path }: Target<ProtectedBranch>, value: boolean) =>
    emulator.send('PATCH', path, { json: { [name]: value }, as: 'maintainer' })

export const protectedBranchCases = () =>
  cases<ProtectedBranch>({
    definition: protectedBranch,
    arguments: {
      project,
      name: plain(texts(255).filter((name) => name.trim() !== '' && name !== '.' && name !== '..')),
      allowedToPush: entries,
      allowedToMerge: entries,
      allowedToUnprotect: withCallers,
      allowForcePush: flag,
      codeOwnerApprovalRequired: flag,
    },
    settle: invited,
    writes: { update: ['PATCH'] },
    collection: (values) => `/projects/${values.project}/protected_branches`,
    path: (values, live) => `/projects/${values.project}/protected_branches/${encodeURIComponent(String(live.name))}`,
    seen: (live) => ({
      name: String(live.name),
      allowedToPush: entriesFrom(live.push_access_levels),
      allowedToMerge: entriesFrom(live.merge_access_levels),
      allowedToUnprotect: entriesFrom(live.unprotect_access_levels),
      allowForcePush: live.allow_force_push === true,
      codeOwnerApprovalRequired: live.code_owner_approval_required === true,
    }),
    drift: {
      allowedToPush: rewrite('push'),
      allowedToMerge: rewrite('merge'),
      allowedToUnprotect: rewrite('unprotect'),
      allowForcePush: set('allow_force_push'),
      codeOwnerApprovalRequired: set('code_owner_approval_required'),
    },
    // A refresh does not report that force pushes are no longer allowed, because a policy can hide it.
    driftValues: { allowForcePush: fc.constant(true) },
    drifted: (_values, _name, after) => invited(after),
  })
