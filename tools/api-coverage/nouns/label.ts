import { noun } from '../endpoint'
import { project } from './ids'

const name = 'type/a&b'
const test = (title: string) => ['emulator/test/label', title] as const
const subscription = test('subscription › subscribes only the caller, and responds with 304 the second time')
const once = 'It happens once and cannot be undone, so that there is nothing to declare.'

export const labels = noun('Labels', (api) => api.labels.create(project, { name, color: 'crimson' }), [
  {
    endpoint: 'GET /projects/:id/labels',
    call: (api) => api.labels.list(project, { with_counts: true, include_ancestor_groups: false, search: 'a b' }),
    sends: 'with_counts=true&include_ancestor_groups=false&search=a+b',
    variants: [{ call: (api) => api.labels.list(project) }],
    test: test('list › lists labels by title, including those of ancestor groups'),
  },
  {
    endpoint: 'GET /projects/:id/labels/:label_id',
    call: (api, { id }) => api.labels.get(project, id),
    also: [
      {
        call: (api) => api.labels.get(project, name, { include_ancestor_groups: false }),
        path: '/projects/acme%2Fweb/labels/type%2Fa%26b',
        sends: 'include_ancestor_groups=false',
      },
    ],
    test: test('look-up › finds a label by id first, then by title'),
  },
  {
    endpoint: 'POST /projects/:id/labels',
    later: ['archived'],
    call: (api) =>
      api.labels.create(project, { name: 'a', color: 'gold', description: 'A', priority: 0, archived: false }),
    sends: { name: 'a', color: 'gold', description: 'A', priority: 0, archived: false },
    test: test('create › returns all fields of a new label'),
  },
  {
    endpoint: 'PUT /projects/:id/labels/:label_id',
    later: ['archived'],
    named: { new_name: 'name' },
    call: (api, { id }) =>
      api.labels.update(project, id, { new_name: 'a', color: 'red', description: '', priority: null, archived: false }),
    sends: { new_name: 'a', color: 'red', description: '', priority: null, archived: false },
    test: test('update › changes only the sent fields of a label'),
  },
  {
    endpoint: 'DELETE /projects/:id/labels/:label_id',
    call: (api, { id }) => api.labels.delete(project, id),
    test: test('delete › deletes a label, and responds with 404 the second time'),
  },
  {
    endpoint: 'PUT /projects/:id/labels/:label_id/promote',
    call: (api, { id }) => api.labels.promote(project, id),
    unused: once,
    test: test('promote › promotes a label to its group, where it replaces labels with the same title'),
  },
  {
    endpoint: 'POST /projects/:id/labels/:label_id/subscribe',
    call: (api, { id }) => api.labels.subscribe(project, id),
    test: subscription,
  },
  {
    endpoint: 'POST /projects/:id/labels/:label_id/unsubscribe',
    call: (api, { id }) => api.labels.unsubscribe(project, id),
    test: subscription,
  },
  {
    endpoint: 'DELETE /projects/:id/labels',
    deprecated: true,
    call: (api) => api.labels.deleteByName(project, name),
    sends: 'name=type%2Fa%26b',
    unused: '`Label` deletes by id.',
    test: test('deprecated forms › deletes a label by name, and in GitLab by id, in the deprecated form'),
  },
  {
    endpoint: 'PUT /projects/:id/labels',
    parameters: ['name', 'label_id'],
    deprecated: true,
    call: (api) => api.labels.updateByName(project, { name, color: 'gold' }),
    sends: { name: 'type/a&b', color: 'gold' },
    also: [
      {
        call: (api, { id }) => api.labels.updateByName(project, { label_id: id, color: 'gold' }),
        sends: { label_id: 7, color: 'gold' },
      },
    ],
    unused: '`Label` updates by id.',
    test: test('deprecated forms › updates a label by id and by name in the deprecated form'),
  },
  {
    endpoint: 'PUT /projects/:id/labels/promote',
    deprecated: true,
    call: (api) => api.labels.promoteByName(project, name),
    sends: { name: 'type/a&b' },
    unused: once,
    test: test('deprecated forms › promotes a label by name in the deprecated form'),
  },
])
