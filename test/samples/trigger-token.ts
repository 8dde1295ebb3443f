import type { Sample } from './sample'

export const triggerToken: Sample = {
  kind: 'trigger-token',
  collection: 'triggers',
  id: 'triggerId',
  as: 'maintainer',
  args: { project: 'acme/web', description: 'nightly', expiresAt: '2026-12-31T12:00:00.000Z' },
  changes: { description: 'weekly' },
  replaces: { project: 'acme/api', expiresAt: '2027-01-31' },
  naturalKey: ['project', 'description'],
  named: (description) => ({ description }),
  object: ['/projects/1/triggers', { description: 'nightly' }],
  get: { project: 1, trigger: 1 },
  // It has the same description, but another owner.
  others: [['/projects/1/triggers', { description: 'nightly' }]],
}
