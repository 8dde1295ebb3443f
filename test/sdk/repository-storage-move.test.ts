import type { Client } from '../../sdk'
import { client, closeClients } from './support/client'
import { inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const move = { id: 7, state: 'scheduled', source_storage_name: 'default', destination_storage_name: 'fast' }

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  [
    'list',
    ({ repositoryStorageMoves }) => repositoryStorageMoves.list('project').all(),
    'GET /api/v4/project_repository_storage_moves?per_page=100',
  ],
  [
    'list of groups, in small pages',
    ({ repositoryStorageMoves }) => repositoryStorageMoves.list('group', { per_page: 2 }).all(),
    'GET /api/v4/group_repository_storage_moves?per_page=2',
  ],
  [
    'get',
    ({ repositoryStorageMoves }) => repositoryStorageMoves.get('snippet', 7),
    'GET /api/v4/snippet_repository_storage_moves/7',
  ],
  [
    'createAll',
    ({ repositoryStorageMoves }) =>
      repositoryStorageMoves.createAll('project', { source_storage_name: 'a', destination_storage_name: 'b' }),
    'POST /api/v4/project_repository_storage_moves',
    { source_storage_name: 'a', destination_storage_name: 'b' },
  ],
  [
    'createAll of snippets to any storage',
    ({ repositoryStorageMoves }) => repositoryStorageMoves.createAll('snippet', { source_storage_name: 'a' }),
    'POST /api/v4/snippet_repository_storage_moves',
    { source_storage_name: 'a' },
  ],
  [
    'listOf',
    ({ repositoryStorageMoves }) => repositoryStorageMoves.listOf('project', 'acme/web').all(),
    'GET /api/v4/projects/acme%2Fweb/repository_storage_moves?per_page=100',
  ],
  [
    'getOf',
    ({ repositoryStorageMoves }) => repositoryStorageMoves.getOf('group', 'acme', 7),
    'GET /api/v4/groups/acme/repository_storage_moves/7',
  ],
  [
    'create',
    ({ repositoryStorageMoves }) => repositoryStorageMoves.create('snippet', 3, { destination_storage_name: 'b' }),
    'POST /api/v4/snippets/3/repository_storage_moves',
    { destination_storage_name: 'b' },
  ],
  [
    'create to any storage',
    ({ repositoryStorageMoves }) => repositoryStorageMoves.create('project', 3),
    'POST /api/v4/projects/3/repository_storage_moves',
    {},
  ],
])('sends the request of the API for %s', async (_what, call, line, ...[body]) => {
  const response = line.includes('per_page') ? [move] : line.includes('POST') ? { message: '202 Accepted' } : move
  const service = await serve(inTurn(json(response, line.includes('POST') ? 202 : 200)))
  expect(await call(client(service.url))).toEqual(response)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})
