import type { Sample } from './sample'

export const groupLabel: Sample = {
  kind: 'group-label',
  collection: 'labels',
  id: 'labelId',
  as: 'owner',
  args: { group: 'acme', name: 'bug', color: '#FF0000', description: 'broken' },
  changes: { name: 'defect', color: '#00FF00', description: 'defective' },
  replaces: { group: 'deployers' },
  naturalKey: ['group', 'name'],
  // A project cannot have a label with the name of one of its group.
  named: (name) => ({ name: `group ${name}` }),
  object: ['/groups/10/labels', { name: 'bug', color: '#FF0000' }],
  get: { group: 10, label: 'bug' },
  others: [['/groups/10/labels', { name: 'chore', color: '#808080' }]],
  adopts: { group: 'acme', name: 'chore', color: '#123456', onConflict: 'adopt' },
}
