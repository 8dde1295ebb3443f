import { nothing, noun } from './endpoint'
import { group, project } from './nouns/ids'

/** Lists that the API does not describe. Their parameters are GitLab's. */
export const lists = noun('Further lists', nothing, [
  {
    endpoint: 'GET /groups',
    call: (api) => api.groups.list(),
    variants: [{ call: (api) => api.groups.list({ top_level_only: true }), sends: 'top_level_only=true' }],
    test: ['emulator/test/listing', 'groups › lists groups for %s with "%s"'],
  },
  {
    endpoint: 'GET /groups/:id/projects',
    call: (api) =>
      api.groups.projects(group, { include_subgroups: true, with_shared: false, visibility: 'public', simple: true }),
    sends: 'include_subgroups=true&with_shared=false&visibility=public&simple=true',
    test: ['emulator/test/group-contents', 'lists the projects of a group with %j'],
  },
  {
    endpoint: 'GET /groups/:id/subgroups',
    call: (api) => api.groups.subgroups(group, { visibility: 'private' }),
    sends: 'visibility=private',
    test: ['emulator/test/group-contents', 'lists the direct subgroups of a group that the caller can read'],
  },
  {
    endpoint: 'GET /projects',
    call: (api) => api.projects.list(),
    variants: [
      {
        call: (api) => api.projects.list({ repository_storage: 'fast', archived: false, per_page: 5 }),
        sends: 'repository_storage=fast&archived=false&per_page=5',
      },
    ],
    test: ['emulator/test/listing', 'projects › filters and sorts projects by %s'],
  },
  {
    endpoint: 'GET /users',
    call: (api) => api.users.list(),
    variants: [{ call: (api) => api.users.list({ username: 'root' }), sends: 'username=root' }],
    test: ['emulator/test/listing', 'users › lists users for administrators with "%s"'],
  },
  {
    endpoint: 'GET /projects/:id/issues',
    call: (api) => api.issues.list(project),
    variants: [
      {
        call: (api) => api.issues.list(project, { state: 'opened', iids: [7, 8], sort: 'asc', per_page: 5 }),
        sends: 'state=opened&iids%5B%5D=7&iids%5B%5D=8&sort=asc&per_page=5',
      },
    ],
    test: ['emulator/test/issue', 'finds issues by %s'],
  },
])
