import { methods, nothing } from './endpoint'
import { group, project } from './nouns/ids'

const storage = { destination_storage_name: 'fast' }

/** The methods of the client for which the API, as this project knows it, has no endpoint. */
export const others = [
  ...methods(nothing, [
    {
      endpoint: 'GET /projects/:id/deploy_keys/:key_id',
      call: (api) => api.deployKeys.get(project, 7),
    },
    {
      endpoint: 'POST /groups/:id/access_tokens/self/rotate',
      call: (api) => api.groupAccessTokens.rotateSelf(group, { expires_at: '2026-12-31' }),
      sends: { expires_at: '2026-12-31' },
      variants: [{ call: (api) => api.groupAccessTokens.rotateSelf(group) }],
    },
    {
      endpoint: 'POST /projects/:id/access_tokens/self/rotate',
      call: (api) => api.projectAccessTokens.rotateSelf(project, { expires_at: '2026-12-31' }),
      sends: { expires_at: '2026-12-31' },
      variants: [{ call: (api) => api.projectAccessTokens.rotateSelf(project) }],
    },
    {
      endpoint: 'GET /projects/:id/issues/:issue_iid',
      call: (api) => api.issues.get(project, 1),
      path: '/projects/acme%2Fweb/issues/1',
    },
    {
      endpoint: 'GET /projects/:id/:collection',
      call: (api) => api.objectCounts.get('projects', project, { collection: 'labels', params: { search: 'a b' } }),
      path: '/projects/acme%2Fweb/labels',
      sends: 'search=a+b&per_page=1',
      returns: { count: 1, isLeast: false },
    },
    {
      endpoint: 'GET /personal_access_tokens/self',
      call: (api) => api.personalAccessTokens.self(),
    },
    {
      endpoint: 'GET /user',
      call: (api) => api.users.current(),
    },
    {
      endpoint: 'GET /users/:user_id',
      call: (api) => api.users.get(7),
    },
    {
      endpoint: 'GET /version',
      call: (api) => api.versions.current(),
    },
  ]),
  ...methods(
    (api) =>
      api.remoteMirrors.create(project, {
        url: 'ssh://git@example.com/x.git',
        auth_method: 'ssh_public_key',
        enabled: true,
      }),
    [
      {
        endpoint: 'POST /projects/:id/remote_mirrors/:mirror_id/sync',
        call: (api, { id }) => api.remoteMirrors.sync(project, id),
        responds: null,
      },
      {
        endpoint: 'GET /projects/:id/remote_mirrors/:mirror_id/public_key',
        call: (api, { id }) => api.remoteMirrors.publicKey(project, id),
      },
    ],
  ),
  ...methods(
    (api) => api.repositoryStorageMoves.create('project', project, storage),
    [
      {
        endpoint: 'GET /project_repository_storage_moves',
        call: (api) => api.repositoryStorageMoves.list('project'),
        variants: [
          {
            call: (api) => api.repositoryStorageMoves.list('group', { per_page: 2 }),
            path: '/group_repository_storage_moves',
            sends: 'per_page=2',
          },
        ],
      },
      {
        endpoint: 'GET /project_repository_storage_moves/:move_id',
        call: (api, { id }) => api.repositoryStorageMoves.get('project', id),
        variants: [
          {
            call: (api, { id }) => api.repositoryStorageMoves.get('snippet', id),
            path: '/snippet_repository_storage_moves/7',
          },
        ],
      },
      {
        endpoint: 'GET /projects/:id/repository_storage_moves',
        call: (api) => api.repositoryStorageMoves.listOf('project', project),
      },
      {
        endpoint: 'GET /projects/:id/repository_storage_moves/:move_id',
        call: (api, { id }) => api.repositoryStorageMoves.getOf('project', project, id),
        variants: [
          {
            call: (api, { id }) => api.repositoryStorageMoves.getOf('group', group, id),
            path: '/groups/acme%2Fplatform/repository_storage_moves/7',
          },
        ],
      },
      {
        endpoint: 'POST /projects/:id/repository_storage_moves',
        call: (api) => api.repositoryStorageMoves.create('project', project, storage),
        sends: { destination_storage_name: 'fast' },
        variants: [
          { call: (api) => api.repositoryStorageMoves.create('project', project), sends: {} },
          {
            call: (api) => api.repositoryStorageMoves.create('snippet', 3, storage),
            path: '/snippets/3/repository_storage_moves',
            sends: { destination_storage_name: 'fast' },
          },
        ],
      },
    ],
  ),
  ...methods(
    (api) => api.vulnerabilities.create(project, 101),
    [
      {
        endpoint: 'GET /vulnerabilities/:vulnerability_id',
        call: (api, { id }) => api.vulnerabilities.get(id),
      },
      {
        endpoint: 'POST /vulnerabilities/:vulnerability_id/confirm',
        call: (api, { id }) => api.vulnerabilities.confirm(id),
      },
      {
        endpoint: 'POST /vulnerabilities/:vulnerability_id/resolve',
        call: (api, { id }) => api.vulnerabilities.resolve(id, { comment: 'mended' }),
        sends: { comment: 'mended' },
      },
      {
        endpoint: 'POST /vulnerabilities/:vulnerability_id/dismiss',
        call: (api, { id }) => api.vulnerabilities.dismiss(id),
      },
      {
        endpoint: 'POST /vulnerabilities/:vulnerability_id/revert',
        call: (api, { id }) => api.vulnerabilities.revert(id, { comment: 'after all' }),
        sends: { comment: 'after all' },
      },
    ],
  ),
]
