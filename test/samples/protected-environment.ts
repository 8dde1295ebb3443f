import type { Sample } from './sample'

const project = 'acme/web'

export const protectedEnvironment: Sample = {
  kind: 'protected-environment',
  collection: 'protected_environments',
  id: 'name',
  as: 'maintainer',
  args: {
    project,
    name: 'production',
    deployAccessLevels: [{ accessLevel: 40 }, { user: 'maintainer' }],
    approvalRules: [{ userId: 4, requiredApprovals: 2 }],
  },
  // Each list keeps, changes or removes, and adds an entry. The user that stays is written as an id.
  changes: {
    deployAccessLevels: [{ userId: 3 }, { accessLevel: 30 }, { groupId: 12, groupInheritanceType: 1 }],
    approvalRules: [{ userId: 4, requiredApprovals: 3 }, { groupId: 12 }, { accessLevel: 40 }],
  },
  replaces: { project: 'acme/api', name: 'staging/eu 1' },
  naturalKey: ['project', 'name'],
  named: (name) => ({ name }),
  object: ['/projects/1/protected_environments', { name: 'production', deploy_access_levels: [{ access_level: 40 }] }],
  get: { project: 1, environment: 'production' },
  others: [['/projects/1/protected_environments', { name: 'staging', deploy_access_levels: [{ access_level: 30 }] }]],
  adopts: {
    project,
    name: 'staging',
    deployAccessLevels: [{ accessLevel: 40 }, { groupId: 12 }],
    onConflict: 'adopt',
  },
}
