import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { protectedBranch } from '../../../provider/resources/protected-branch'
import { cases, optional, plain, type Target } from './cases'
import { anyone, entriesFrom, entryToWire, invitedTo, refEntries, type RefEntry, usersAndGroups } from './ref-entries'
import { project } from './reference'
import { pathNames } from './text'

interface ProtectedBranch {
  project: number
  name: string
  allowedToPush: RefEntry[]
  allowedToMerge: RefEntry[]
  allowedToUnprotect: RefEntry[]
  allowForcePush: boolean
  codeOwnerApprovalRequired: boolean
}

const entries = refEntries(anyone(4))
/** The user of the token is always among them, and the administrator, who changes the protection. */
const withCallers = refEntries(
  fc.subarray([...usersAndGroups]).map((more): RefEntry[] => [['accessLevel', 40], ['accessLevel', 60], ...more]),
)
const flag = optional<boolean>(plain(fc.boolean()), false)

const invited = (values: ProtectedBranch): ProtectedBranch => ({
  ...values,
  allowedToPush: invitedTo(values.project, values.allowedToPush),
  allowedToMerge: invitedTo(values.project, values.allowedToMerge),
  allowedToUnprotect: invitedTo(values.project, values.allowedToUnprotect),
})

/** Another user changes a list: removes all its entries, and adds others. */
const rewrite = (list: string) => async (target: Target<ProtectedBranch>, want: RefEntry[]) => {
  const { emulator, path, live } = target
  const removed = (live[`${list}_access_levels`] as Json[]).map(({ id }) => ({ id, _destroy: true }))
  const send = (sent: Json[]) =>
    emulator.send('PATCH', path, { json: { [`allowed_to_${list}`]: sent }, as: 'maintainer' })
  if (removed.length > 0) await send(removed)
  return send(want.map(entryToWire))
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
      name: plain(pathNames),
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
