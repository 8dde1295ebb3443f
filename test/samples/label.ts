import type { Sample } from './sample'

const project = 'acme/web'

export const label: Sample = {
  kind: 'label',
  collection: 'labels',
  id: 'labelId',
  as: 'maintainer',
  args: { project, name: 'bug', color: 'crimson', description: 'Something is broken', priority: 2 },
  changes: { name: 'defect: ü ✓ / 100%', color: '#00FF00', description: 'It does not work', priority: 0 },
  replaces: { project: 'acme/api' },
  naturalKey: ['project', 'name'],
  named: (name) => ({ name }),
  object: ['/projects/1/labels', { name: 'bug', color: 'red' }],
  get: { project: 1, label: 'bug' },
  others: [['/projects/1/labels', { name: 'chore', color: '#00FF00' }]],
  adopts: { project, name: 'chore', color: '#0000FF', priority: 3, onConflict: 'adopt' },
}
