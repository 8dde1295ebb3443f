import type { Id, RepositoryStorageKind } from '../../sdk'
import { listReader, reader } from '../core/pulumi/invoke'
import { repositoryStorageMove } from '../resources/repository-storage-move'

/** Reads a move of a repository. */
export const getRepositoryStorageMove = reader<OfKind & OfMove>({ of: repositoryStorageMove })(
  'getRepositoryStorageMove',
  (api, { kind, move }) => api.repositoryStorageMoves.get(kind, move),
)

/** Lists the moves of the repositories of all projects, snippets or groups, or of one of them, newest first. */
export const getRepositoryStorageMoves = listReader<OfKind & OfObject>({ of: repositoryStorageMove })(
  'getRepositoryStorageMoves',
  (api, { kind, objectId }) => {
    const moves = api.repositoryStorageMoves
    return objectId === undefined ? moves.list(kind) : moves.listOf(kind, objectId)
  },
)

interface OfKind {
  /** Owner of the repositories: `"project"`, `"snippet"` or `"group"` (the wiki of the group). */
  kind: RepositoryStorageKind
}

interface OfObject {
  /**
   * Only moves of this project, snippet or group: its numeric id, or the full path of a project or group. Default: all.
   */
  objectId?: Id | undefined
}

interface OfMove {
  /** Id of the move: `moveId` of its resource. */
  move: number
}
