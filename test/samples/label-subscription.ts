import type { Sample } from './sample'

export const labelSubscription: Sample = {
  kind: 'label-subscription',
  collection: 'labels',
  as: 'maintainer',
  args: { project: 'acme/web', label: 1 },
  changes: {},
  replaces: { label: 2 },
  others: [
    ['/projects/1/labels', { name: 'bug', color: '#FF0000' }],
    ['/projects/1/labels', { name: 'chore', color: '#00FF00' }],
    ['/projects/1/labels/1/subscribe', {}],
    ['/projects/1/labels/2/subscribe', {}],
  ],
}
