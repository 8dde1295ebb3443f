import { protectedEnvironment } from '../provider/protected-environment'
import { conforms } from './support/conforms'

conforms(protectedEnvironment, (flavor) => ({
  args: {
    project: 'acme/web',
    name: 'production',
    deployAccessLevels: [{ accessLevel: 40 }, { userId: 3 }],
    approvalRules: [{ userId: 4, requiredApprovals: 2 }],
    requiredApprovalCount: flavor === 'seed' ? 1 : 0,
  },
  changes: {
    deployAccessLevels: [{ userId: 3 }, { accessLevel: 30 }, { groupId: 12, groupInheritanceType: 1 }],
    approvalRules: [{ userId: 4, requiredApprovals: 3 }, { groupId: 12 }, { accessLevel: 40 }],
    ...(flavor === 'seed' && { requiredApprovalCount: 2 }),
  },
  replaces: { project: 'acme/api', name: 'staging/eu 1' },
  spellings: {
    project: [1, '/acme/web'],
    deployAccessLevels: [
      [{ userId: 3 }, { accessLevel: 'maintainer' }],
      [{ accessLevel: 40, groupInheritanceType: 0 }, { userId: 3 }],
    ],
  },
  refused: [
    ['name', '', /name of an environment/],
    ['name', '..', /name of an environment/],
    ['deployAccessLevels', [], /at least 1 entries/],
    ['deployAccessLevels', [{}], /exactly one of accessLevel, userId and groupId in each entry; see entry 0/],
    ['deployAccessLevels', [{ accessLevel: 40 }, { userId: 3, groupId: 12 }], /see entry 1/],
    ['deployAccessLevels', [{ accessLevel: 40 }, { accessLevel: 'maintainer' }], /accessLevel 40 is there twice/],
    ['deployAccessLevels', [{ accessLevel: 50 }], /deployAccessLevels\[0\]\.accessLevel must be one of 20, 30, 40, 60/],
    ['deployAccessLevels', [{ acessLevel: 40 }], /did you mean accessLevel/],
    ['approvalRules', [{ userId: 3, requiredApprovals: 6 }], /a whole number from 1 to 5/],
    ['approvalRules', [{ groupId: 12, groupInheritanceType: 2 }], /one of 0, 1/],
  ],
}))
