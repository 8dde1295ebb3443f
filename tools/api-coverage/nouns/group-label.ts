import { noun } from '../endpoint'
import { group } from './ids'

export const groupLabels = noun('Group labels', (api) => api.groupLabels.create(group, { name: 'bug', color: 'red' }), [
  {
    endpoint: 'GET /groups/:id/labels',
    parameters: [
      'with_counts',
      'include_ancestor_groups',
      'include_descendant_groups',
      'only_group_labels',
      'search',
      'archived',
    ],
    call: (api) =>
      api.groupLabels.list(group, {
        with_counts: true,
        include_ancestor_groups: false,
        include_descendant_groups: true,
        only_group_labels: false,
        search: 'bug',
        archived: false,
      }),
    test: [
      'emulator/test/group-label',
      'lists the labels of a group, and of ancestors, subgroups and projects on request',
    ],
  },
  {
    endpoint: 'GET /groups/:id/labels/:label_id',
    parameters: ['include_ancestor_groups', 'include_descendant_groups', 'only_group_labels'],
    call: (api, { id }) =>
      api.groupLabels.get(group, id, {
        include_ancestor_groups: false,
        include_descendant_groups: true,
        only_group_labels: false,
      }),
    test: ['emulator/test/group-label', 'finds a label by id and by title, and those of ancestors on request'],
  },
  {
    endpoint: 'POST /groups/:id/labels',
    parameters: ['name', 'color', 'description', 'archived'],
    call: (api) =>
      api.groupLabels.create(group, { name: 'feature', color: 'gold', description: 'New', archived: false }),
    test: ['emulator/test/group-label', 'creates a label, unless the group or an ancestor has one with the title'],
  },
  {
    endpoint: 'PUT /groups/:id/labels/:label_id',
    parameters: ['new_name', 'color', 'description', 'archived'],
    named: { new_name: 'name' },
    call: (api, { id }) =>
      api.groupLabels.update(group, id, { new_name: 'defect', color: 'gold', description: 'Broken', archived: false }),
    test: ['emulator/test/group-label', 'changes and deletes only labels of the group itself'],
  },
  {
    endpoint: 'DELETE /groups/:id/labels/:label_id',
    call: (api, { id }) => api.groupLabels.delete(group, id),
    test: ['emulator/test/group-label', 'changes and deletes only labels of the group itself'],
  },
  {
    endpoint: 'POST /groups/:id/labels/:label_id/subscribe',
    call: (api, { id }) => api.groupLabels.subscribe(group, id),
    unused: 'A subscription belongs to the user of the token, and `LabelSubscription` is for labels of projects.',
    test: ['emulator/test/group-label', 'subscribes only the caller, and responds with 304 the second time'],
  },
  {
    endpoint: 'POST /groups/:id/labels/:label_id/unsubscribe',
    call: (api, { id }) => api.groupLabels.unsubscribe(group, id),
    unused: 'A subscription belongs to the user of the token, and `LabelSubscription` is for labels of projects.',
    test: ['emulator/test/group-label', 'subscribes only the caller, and responds with 304 the second time'],
  },
])
