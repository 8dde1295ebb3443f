import type { Sample } from './sample'

const project = 'acme/web'

// Only users in the list can change the protection. Tests also do so as an administrator who is not a member.
const unprotect = { allowed_to_unprotect: [{ access_level: 40 }, { access_level: 60 }] }

export const protectedBranch: Sample = {
  kind: 'protected-branch',
  collection: 'protected_branches',
  id: 'name',
  as: 'maintainer',
  updateMethod: 'PATCH',
  args: {
    project,
    name: 'release/*',
    allowedToPush: [{ accessLevel: 30 }, { user: 'maintainer' }],
    allowedToMerge: [{ accessLevel: 40 }, { userId: 4 }],
    allowedToUnprotect: [{ accessLevel: 40 }, { accessLevel: 60 }, { userId: 3 }],
    allowForcePush: false,
    codeOwnerApprovalRequired: true,
  },
  // Each list keeps, removes and adds an entry. The user that stays is written as an id.
  changes: {
    allowedToPush: [{ userId: 3 }, { groupId: 12 }],
    allowedToMerge: [{ userId: 4 }, { accessLevel: 30 }],
    allowedToUnprotect: [{ accessLevel: 40 }, { accessLevel: 60 }, { userId: 2 }],
    allowForcePush: true,
    codeOwnerApprovalRequired: false,
  },
  replaces: { project: 'acme/api', name: 'stable 1' },
  naturalKey: ['project', 'name'],
  named: (name) => ({ name }),
  object: ['/projects/1/protected_branches', { name: 'release/*', ...unprotect }],
  get: { project: 1, branch: 'release/*' },
  others: [['/projects/1/protected_branches', { name: 'stable', push_access_level: 30, ...unprotect }]],
  adopts: { project, name: 'stable', allowedToPush: [{ accessLevel: 'noOne' }], onConflict: 'adopt' },
}
