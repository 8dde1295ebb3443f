import { noun } from '../endpoint'
import { group } from './ids'

const name = 'type/bug'
const test = (title: string) => ['emulator/test/group-label', title] as const
const changes = test('changes and deletes only labels of the group itself')
const subscription = test('subscribes only the caller, and responds with 304 the second time')
const ofUser = 'A subscription belongs to the user of the token, and `LabelSubscription` is for labels of projects.'

export const groupLabels = noun('Group labels', (api) => api.groupLabels.create(group, { name, color: 'red' }), [
  {
    endpoint: 'GET /groups/:id/labels',
    call: (api) =>
      api.groupLabels.list(group, {
        with_counts: true,
        include_ancestor_groups: false,
        include_descendant_groups: true,
        only_group_labels: false,
        search: 'bug',
        archived: false,
      }),
    sends:
      'with_counts=true&include_ancestor_groups=false&include_descendant_groups=true&only_group_labels=false' +
      '&search=bug&archived=false',
    test: test('lists the labels of a group, and of ancestors, subgroups and projects on request'),
  },
  {
    endpoint: 'GET /groups/:id/labels/:label_id',
    call: (api) =>
      api.groupLabels.get(group, name, {
        include_ancestor_groups: false,
        include_descendant_groups: true,
        only_group_labels: false,
      }),
    path: '/groups/acme%2Fplatform/labels/type%2Fbug',
    sends: 'include_ancestor_groups=false&include_descendant_groups=true&only_group_labels=false',
    test: test('finds a label by id and by title, and those of ancestors on request'),
  },
  {
    endpoint: 'POST /groups/:id/labels',
    call: (api) => api.groupLabels.create(group, { name: 'a', color: 'gold', description: 'A', archived: false }),
    sends: { name: 'a', color: 'gold', description: 'A', archived: false },
    test: test('creates a label, unless the group or an ancestor has one with the title'),
  },
  {
    endpoint: 'PUT /groups/:id/labels/:label_id',
    named: { new_name: 'name' },
    call: (api, { id }) =>
      api.groupLabels.update(group, id, { new_name: 'a', color: 'red', description: 'A', archived: false }),
    sends: { new_name: 'a', color: 'red', description: 'A', archived: false },
    test: changes,
  },
  {
    endpoint: 'DELETE /groups/:id/labels/:label_id',
    call: (api, { id }) => api.groupLabels.delete(group, id),
    test: changes,
  },
  {
    endpoint: 'POST /groups/:id/labels/:label_id/subscribe',
    call: (api, { id }) => api.groupLabels.subscribe(group, id),
    unused: ofUser,
    test: subscription,
  },
  {
    endpoint: 'POST /groups/:id/labels/:label_id/unsubscribe',
    call: (api, { id }) => api.groupLabels.unsubscribe(group, id),
    unused: ofUser,
    test: subscription,
  },
])
