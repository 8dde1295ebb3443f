import type { Sample } from './sample'

const project = 'acme/web'

export const protectedTag: Sample = {
  kind: 'protected-tag',
  collection: 'protected_tags',
  id: 'name',
  as: 'maintainer',
  args: { project, name: 'v*', allowedToCreate: [{ accessLevel: 30 }, { user: 'maintainer' }] },
  // The list keeps, removes and adds an entry. The user that stays is written as an id.
  changes: { allowedToCreate: [{ userId: 3 }, { groupId: 12 }] },
  replaces: { project: 'acme/api', name: 'release/1 *' },
  naturalKey: ['project', 'name'],
  named: (name) => ({ name }),
  object: ['/projects/1/protected_tags', { name: 'v*' }],
  get: { project: 1, tag: 'v*' },
  others: [['/projects/1/protected_tags', { name: 'stable', create_access_level: 30 }]],
  adopts: { project, name: 'stable', allowedToCreate: [{ accessLevel: 'developer' }], onConflict: 'adopt' },
}
