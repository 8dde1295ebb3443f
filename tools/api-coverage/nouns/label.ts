import { noun } from '../endpoint'
import { project } from './ids'

export const labels = noun('Labels', (api) => api.labels.create(project, { name: 'bug', color: 'crimson' }), [
  {
    endpoint: 'GET /projects/:id/labels',
    parameters: ['with_counts', 'include_ancestor_groups', 'search'],
    call: (api) => api.labels.list(project, { with_counts: true, include_ancestor_groups: false, search: 'bug' }),
    test: ['emulator/label', 'list › is sorted by title, with those of the groups above'],
  },
  {
    endpoint: 'GET /projects/:id/labels/:label_id',
    parameters: ['include_ancestor_groups'],
    call: (api, { id }) => api.labels.get(project, id, { include_ancestor_groups: false }),
    test: ['emulator/label', 'look-up › goes by id first, then by title'],
  },
  {
    endpoint: 'POST /projects/:id/labels',
    parameters: ['name', 'color', 'description', 'priority'],
    call: (api) => api.labels.create(project, { name: 'feature', color: 'gold', description: 'Broken', priority: 1 }),
    test: ['emulator/label', 'create › answers the whole label'],
  },
  {
    endpoint: 'PUT /projects/:id/labels/:label_id',
    parameters: ['new_name', 'color', 'description', 'priority'],
    named: { new_name: 'name' },
    call: (api, { id }) =>
      api.labels.update(project, id, { new_name: 'defect', color: 'gold', description: 'Broken', priority: 1 }),
    test: ['emulator/label', 'update › changes what is sent and nothing else'],
  },
  {
    endpoint: 'DELETE /projects/:id/labels/:label_id',
    call: (api, { id }) => api.labels.delete(project, id),
    test: ['emulator/label', 'delete › answers nothing, and the second time that there is none'],
  },
  {
    endpoint: 'PUT /projects/:id/labels/:label_id/promote',
    call: (api, { id }) => api.labels.promote(project, id),
    unused: 'It happens once and cannot be undone, so that there is nothing to declare.',
    test: ['emulator/label', 'promote › makes it a label of the group, in the place of its twins'],
  },
  {
    endpoint: 'POST /projects/:id/labels/:label_id/subscribe',
    call: (api, { id }) => api.labels.subscribe(project, id),
    test: ['emulator/label', 'subscription › is the caller’s own, and repeating changes nothing'],
  },
  {
    endpoint: 'POST /projects/:id/labels/:label_id/unsubscribe',
    call: (api, { id }) => api.labels.unsubscribe(project, id),
    test: ['emulator/label', 'subscription › is the caller’s own, and repeating changes nothing'],
  },
  {
    endpoint: 'DELETE /projects/:id/labels',
    parameters: ['name'],
    deprecated: true,
    call: (api, { name }) => api.labels.deleteByName(project, name),
    unused: '`Label` deletes by id.',
    test: ['emulator/label', 'deprecated forms › delete by name, and by id where GitLab does'],
  },
  {
    endpoint: 'PUT /projects/:id/labels',
    parameters: ['name', 'label_id'],
    deprecated: true,
    call: (api, { name }) => api.labels.updateByName(project, { name, color: 'gold' }),
    also: [(api, { id }) => api.labels.updateByName(project, { label_id: id, color: 'gold' })],
    unused: '`Label` updates by id.',
    test: ['emulator/label', 'deprecated forms › update by id and by name'],
  },
  {
    endpoint: 'PUT /projects/:id/labels/promote',
    parameters: ['name'],
    deprecated: true,
    call: (api, { name }) => api.labels.promoteByName(project, name),
    unused: 'It happens once and cannot be undone, so that there is nothing to declare.',
    test: ['emulator/label', 'deprecated forms › promote by name'],
  },
])
