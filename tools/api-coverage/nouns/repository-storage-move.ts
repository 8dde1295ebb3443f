import { nothing, noun } from '../endpoint'

const storages = { source_storage_name: 'default', destination_storage_name: 'fast' }
const test = [
  'emulator/test/repository-storage-move',
  'of a %s › schedules moves of all containers on a storage',
] as const

export const repositoryStorageMoves = noun('Repository storage moves', nothing, [
  {
    endpoint: 'POST /project_repository_storage_moves',
    call: (api) => api.repositoryStorageMoves.createAll('project', storages),
    sends: storages,
    test,
  },
  {
    endpoint: 'POST /snippet_repository_storage_moves',
    call: (api) => api.repositoryStorageMoves.createAll('snippet', storages),
    sends: storages,
    variants: [
      {
        call: (api) => api.repositoryStorageMoves.createAll('snippet', { source_storage_name: 'a' }),
        sends: { source_storage_name: 'a' },
      },
    ],
    test,
  },
  {
    endpoint: 'POST /group_repository_storage_moves',
    call: (api) => api.repositoryStorageMoves.createAll('group', storages),
    sends: storages,
    test,
  },
  {
    endpoint: 'GET /projects?repository_storage=<storage_name>',
    call: (api) => api.projects.list({ repository_storage: 'default' }),
    sends: 'repository_storage=default',
    test: ['emulator/test/listing', 'projects › filters projects by storage only for administrators'],
  },
])
