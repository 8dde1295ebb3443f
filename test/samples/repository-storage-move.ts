import type { Sample } from './sample'

export const repositoryStorageMove: Sample = {
  kind: 'repository-storage-move',
  collection: 'repository_storage_moves',
  id: 'moveId',
  as: 'root',
  args: { kind: 'project', objectId: 1, destinationStorageName: 'fast' },
  changes: {},
  replaces: { destinationStorageName: 'default' },
  object: ['/projects/1/repository_storage_moves', { destination_storage_name: 'fast' }],
  get: { kind: 'project', move: 1 },
  others: [],
}
