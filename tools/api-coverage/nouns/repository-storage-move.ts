import { nothing, noun } from '../endpoint'

const storages = { source_storage_name: 'default', destination_storage_name: 'fast' }

export const repositoryStorageMoves = noun('Repository storage moves', nothing, [
  {
    endpoint: 'POST /project_repository_storage_moves',
    parameters: ['source_storage_name', 'destination_storage_name'],
    call: (api) => api.repositoryStorageMoves.createAll('project', storages),
    test: ['emulator/test/repository-storage-move', 'of a %s › schedules moves of all containers on a storage'],
  },
  {
    endpoint: 'POST /snippet_repository_storage_moves',
    parameters: ['source_storage_name', 'destination_storage_name'],
    call: (api) => api.repositoryStorageMoves.createAll('snippet', storages),
    test: ['emulator/test/repository-storage-move', 'of a %s › schedules moves of all containers on a storage'],
  },
  {
    endpoint: 'POST /group_repository_storage_moves',
    parameters: ['source_storage_name', 'destination_storage_name'],
    call: (api) => api.repositoryStorageMoves.createAll('group', storages),
    test: ['emulator/test/repository-storage-move', 'of a %s › schedules moves of all containers on a storage'],
  },
  {
    endpoint: 'GET /projects?repository_storage=<storage_name>',
    parameters: ['repository_storage'],
    call: (api) => api.projects.list({ repository_storage: 'default' }),
    test: ['emulator/test/listing', 'projects › filters projects by storage only for administrators'],
  },
])
