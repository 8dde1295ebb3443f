import { noun } from '../endpoint'
import { project } from './ids'

export const labels = noun('Labels', (api) => api.labels.create(project, { name: 'bug', color: 'crimson' }), [
  {
    endpoint: 'GET /projects/:id/labels',
    parameters: ['with_counts', 'include_ancestor_groups', 'search'],
    call: (api) => api.labels.list(project, { with_counts: true, include_ancestor_groups: false, search: 'bug' }),
    test: ['emulator/test/label', 'list › lists labels by title, including those of ancestor groups'],
  },
  {
    endpoint: 'GET /projects/:id/labels/:label_id',
    parameters: ['include_ancestor_groups'],
    call: (api, { id }) => api.labels.get(project, id, { include_ancestor_groups: false }),
    test: ['emulator/test/label', 'look-up › finds a label by id first, then by title'],
  },
  {
    endpoint: 'POST /projects/:id/labels',
    parameters: ['name', 'color', 'description', 'priority', 'archived'],
    later: ['archived'],
    call: (api) =>
      api.labels.create(project, {
        name: 'feature',
        color: 'gold',
        description: 'Broken',
        priority: 1,
        archived: false,
      }),
    test: ['emulator/test/label', 'create › returns all fields of a new label'],
  },
  {
    endpoint: 'PUT /projects/:id/labels/:label_id',
    parameters: ['new_name', 'color', 'description', 'priority', 'archived'],
    later: ['archived'],
    named: { new_name: 'name' },
    call: (api, { id }) =>
      api.labels.update(project, id, {
        new_name: 'defect',
        color: 'gold',
        description: 'Broken',
        priority: 1,
        archived: false,
      }),
    test: ['emulator/test/label', 'update › changes only the sent fields of a label'],
  },
  {
    endpoint: 'DELETE /projects/:id/labels/:label_id',
    call: (api, { id }) => api.labels.delete(project, id),
    test: ['emulator/test/label', 'delete › deletes a label, and responds with 404 the second time'],
  },
  {
    endpoint: 'PUT /projects/:id/labels/:label_id/promote',
    call: (api, { id }) => api.labels.promote(project, id),
    unused: 'It happens once and cannot be undone, so that there is nothing to declare.',
    test: [
      'emulator/test/label',
      'promote › promotes a label to its group, where it replaces labels with the same title',
    ],
  },
  {
    endpoint: 'POST /projects/:id/labels/:label_id/subscribe',
    call: (api, { id }) => api.labels.subscribe(project, id),
    test: ['emulator/test/label', 'subscription › subscribes only the caller, and responds with 304 the second time'],
  },
  {
    endpoint: 'POST /projects/:id/labels/:label_id/unsubscribe',
    call: (api, { id }) => api.labels.unsubscribe(project, id),
    test: ['emulator/test/label', 'subscription › subscribes only the caller, and responds with 304 the second time'],
  },
  {
    endpoint: 'DELETE /projects/:id/labels',
    parameters: ['name'],
    deprecated: true,
    call: (api, { name }) => api.labels.deleteByName(project, name),
    unused: '`Label` deletes by id.',
    test: [
      'emulator/test/label',
      'deprecated forms › deletes a label by name, and in GitLab by id, in the deprecated form',
    ],
  },
  {
    endpoint: 'PUT /projects/:id/labels',
    parameters: ['name', 'label_id'],
    deprecated: true,
    call: (api, { name }) => api.labels.updateByName(project, { name, color: 'gold' }),
    also: [(api, { id }) => api.labels.updateByName(project, { label_id: id, color: 'gold' })],
    unused: '`Label` updates by id.',
    test: ['emulator/test/label', 'deprecated forms › updates a label by id and by name in the deprecated form'],
  },
  {
    endpoint: 'PUT /projects/:id/labels/promote',
    parameters: ['name'],
    deprecated: true,
    call: (api, { name }) => api.labels.promoteByName(project, name),
    unused: 'It happens once and cannot be undone, so that there is nothing to declare.',
    test: ['emulator/test/label', 'deprecated forms › promotes a label by name in the deprecated form'],
  },
])
