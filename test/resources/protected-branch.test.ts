import { protectedBranch } from '../../provider/resources/protected-branch'
import { conforms } from '../support/conforms'

conforms(protectedBranch, {
  spellings: {
    project: [1, '/acme/web'],
    name: [],
    allowedToPush: [
      [{ accessLevel: 'developer' }, { userId: 3 }],
      [{ userId: 3 }, { accessLevel: 30 }],
    ],
    allowedToMerge: [[{ userId: 4 }, { accessLevel: 'maintainer' }]],
    allowedToUnprotect: [[{ userId: 3 }, { accessLevel: 'admin' }, { accessLevel: 'maintainer' }]],
    allowForcePush: [],
    codeOwnerApprovalRequired: [],
  },
  sends: {
    allowedToPush: ['allowed_to_push'],
    allowedToMerge: ['allowed_to_merge'],
    allowedToUnprotect: ['allowed_to_unprotect'],
  },
  refused: [
    ['project', 'web', /the group is missing/],
    ['name', ' ', /must be the name of a branch or a wildcard/],
    ['name', 'a/../b', /must be the name of a branch or a wildcard/],
    ['allowedToPush', [], /at least 1 entry, because the service allows Maintainers .*declare accessLevel "noOne"/],
    ['allowedToMerge', [], /must have at least 1 entry.*accessLevel "noOne"/],
    ['allowedToUnprotect', [], /must have at least 1 entry.*omit the argument/],
    ['allowedToPush', [{ accessLevel: 30, deployKeyId: 3 }], /exactly one of .* in each entry/],
    ['allowedToMerge', [{}], /exactly one of accessLevel, userId and groupId in each entry/],
    ['allowedToUnprotect', [{ accessLevel: 0 }], /one of 30, 40, 60, "developer"/],
    ['allowedToPush', [{ accessLevel: 40 }, { accessLevel: 'maintainer' }], /accessLevel 40 is duplicated/],
  ],
})
