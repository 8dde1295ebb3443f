import type { Client, List } from '../../../sdk'
import type { Preparation } from '../../../tools/api-coverage/endpoint'
import { nouns } from '../../../tools/api-coverage/endpoints'

/** A call of the client, with the creation of its object. */
interface Call {
  name: string
  prepare: Preparation
}

const call = (
  name: string,
  run: (api: Client, id: number) => Promise<unknown> | List<unknown>,
  create?: (api: Client) => Promise<{ id: number }>,
): Call => ({
  name,
  prepare: async (api) => {
    const made = await create?.(api)
    return (recorded) => run(recorded, made?.id ?? 0)
  },
})

const token = (api: Client) =>
  api.groupAccessTokens.create(10, { name: 'deploy', scopes: ['api'], expires_at: '2026-12-31' })
const mirror = (api: Client) =>
  api.remoteMirrors.create(1, { url: 'ssh://git@example.com/x.git', auth_method: 'ssh_public_key', enabled: true })
const move = (api: Client) => api.repositoryStorageMoves.create('project', 1, { destination_storage_name: 'fast' })
const vulnerability = (api: Client) => api.vulnerabilities.create(1, 101)

/** Every method of the client: the calls of the endpoints of the API, and others. */
export const calls: readonly Call[] = [
  ...nouns.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ endpoint, calls }) => calls.map((prepare) => ({ name: endpoint, prepare }))),
  ),
  call('groupAccessTokens.get', (api, id) => api.groupAccessTokens.get('acme', id), token),
  call('groupAccessTokens.rotateSelf', (api) => api.groupAccessTokens.rotateSelf(10, { expires_at: '2026-12-31' })),
  call('groups.list', (api) => api.groups.list()),
  call('groups.get', (api) => api.groups.get('acme')),
  call('issues.list', (api) => api.issues.list(1)),
  call('issues.get', (api) => api.issues.get(1, 1)),
  call('labels.create in a project that has moved', (api) =>
    api.labels.create('acme/old-name', { name: 'x', color: 'red' }),
  ),
  call('personalAccessTokens.self', (api) => api.personalAccessTokens.self()),
  call('projects.get', (api) => api.projects.get('acme/old-name')),
  call('remoteMirrors.sync', (api, id) => api.remoteMirrors.sync(1, id), mirror),
  call('remoteMirrors.publicKey', (api, id) => api.remoteMirrors.publicKey(1, id), mirror),
  call('repositoryStorageMoves.list', (api) => api.repositoryStorageMoves.list('project'), move),
  call('repositoryStorageMoves.get', (api, id) => api.repositoryStorageMoves.get('project', id), move),
  call('groups.projects', (api) => api.groups.projects(10)),
  call('groups.subgroups', (api) => api.groups.subgroups(10)),
  call('repositoryStorageMoves.listOf', (api) => api.repositoryStorageMoves.listOf('project', 1), move),
  call('repositoryStorageMoves.getOf', (api, id) => api.repositoryStorageMoves.getOf('project', 1, id), move),
  call('repositoryStorageMoves.create', (api) => move(api)),
  call('users.current', (api) => api.users.current()),
  call('users.list', (api) => api.users.list({ pagination: 'keyset', per_page: 2 })),
  call('users.get', (api) => api.users.get(1)),
  call('deployKeys.get', (api) => api.deployKeys.get(1, 5)),
  call('objectCounts.get', (api) => api.objectCounts.get('projects', 1, { collection: 'labels' })),
  call('members.getInherited', (api) => api.projectMembers.getInherited(1, 3)),
  call('versions.current', (api) => api.versions.current()),
  ...(['get', 'confirm', 'resolve', 'dismiss', 'revert'] as const).map((verb) =>
    call(`vulnerabilities.${verb}`, (api, id) => api.vulnerabilities[verb](id), vulnerability),
  ),
]
