import { nothing, noun } from './endpoint'

/** Lists that the API does not describe. Their parameters are GitLab's. */
export const lists = noun('Further lists', nothing, [
  {
    endpoint: 'GET /groups',
    call: (api) => api.groups.list(),
    test: ['emulator/listing', 'groups › lists groups for %s with "%s"'],
  },
  {
    endpoint: 'GET /projects',
    call: (api) => api.projects.list(),
    test: ['emulator/listing', 'projects › filters and sorts projects by %s'],
  },
  {
    endpoint: 'GET /users',
    call: (api) => api.users.list(),
    test: ['emulator/listing', 'users › lists users for administrators with "%s"'],
  },
  {
    endpoint: 'GET /projects/:id/issues',
    call: (api) => api.issues.list(1),
    test: ['emulator/issue', 'finds issues by %s'],
  },
])
