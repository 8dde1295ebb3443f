import { nothing, noun } from './endpoint'

/** Lists that the API does not describe. Their parameters are GitLab's. */
export const lists = noun('Further lists', nothing, [
  {
    endpoint: 'GET /groups',
    call: (api) => api.groups.list(),
    test: ['emulator/test/listing', 'groups › lists groups for %s with "%s"'],
  },
  {
    endpoint: 'GET /groups/:id/projects',
    parameters: ['include_subgroups', 'with_shared', 'visibility', 'simple'],
    call: (api) =>
      api.groups.projects(10, { include_subgroups: true, with_shared: false, visibility: 'public', simple: true }),
    test: ['emulator/test/group-contents', 'lists the projects of a group with %j'],
  },
  {
    endpoint: 'GET /groups/:id/subgroups',
    parameters: ['visibility'],
    call: (api) => api.groups.subgroups(10, { visibility: 'private' }),
    test: ['emulator/test/group-contents', 'lists the direct subgroups of a group that the caller can read'],
  },
  {
    endpoint: 'GET /projects',
    call: (api) => api.projects.list(),
    test: ['emulator/test/listing', 'projects › filters and sorts projects by %s'],
  },
  {
    endpoint: 'GET /users',
    call: (api) => api.users.list(),
    test: ['emulator/test/listing', 'users › lists users for administrators with "%s"'],
  },
  {
    endpoint: 'GET /projects/:id/issues',
    call: (api) => api.issues.list(1),
    test: ['emulator/test/issue', 'finds issues by %s'],
  },
])
