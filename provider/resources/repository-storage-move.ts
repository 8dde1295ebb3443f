import { resource } from '../core/pulumi/resource'
import { action } from '../core/schema/action'
import { computed, isNumber, number, orNull, string } from '../core/schema/computed'
import { type ArgsOf, optional } from '../core/schema/field'
import { choice, flag, integer, text } from '../core/schema/fields'
import { InvalidResponse } from '../core/schema/invalid-response'
import { isOutcomeUnknown } from '../core/service/lost'
import {
  finalStates,
  MAX_LOOKS,
  type Moves,
  movesSince,
  nameOf,
  noMoves,
  singleMove,
  validMove,
} from './repository-storage-move-state'

export const repositoryStorageMove = action<Moves>()({
  kind: 'repository-storage-move',
  plural: 'repository storage moves',
  page: 'The service has no page for it.',
  access: { read: 'administrator', write: 'administrator', tierCondition: 'self-managed' },
  identity: {
    key: 'moveId',
    title: 'objectId',
  },
  input: {
    /**
     * Owner of the repository: `"project"`, `"snippet"` or `"group"` (the wiki of the group). Changing it replaces the
     * move.
     */
    kind: choice(['project', 'snippet', 'group']),
    /** Numeric id of the project, snippet or group. Changing it replaces the move. Default: null (all on `sourceStorageName`). */
    objectId: optional(integer({ minimum: 1 }), null),
    /** The storage from which to move all repositories. Only without `objectId`. Changing it replaces the move. Default: null. */
    sourceStorageName: optional(text(), null),
    /** Target storage. Changing it replaces the move. Default: null (the service chooses a storage by its weights). */
    destinationStorageName: optional(text(), null),
    /** Whether to wait for the end of the move. If the move fails, the update then also fails. Default: true. */
    wait: optional(flag({ local: true }), true),
  },
  output: {
    /** Id of the move on the service. Null for all moves from a storage. */
    moveId: computed<number | null>(orNull(isNumber), { wire: 'id' }),
    /**
     * Last known state: `"scheduled"`, `"started"`, `"replicated"`, `"finished"`, `"failed"` or `"cleanup failed"`. For
     * several moves, the least advanced state.
     */
    state: string({ changedBy: 'any' }),
    /** Id of the newest move before all moves from a storage. 0 for a single move. */
    previousMoveId: number('previous_id'),
  },
  replaceOn: ['kind', 'objectId', 'sourceStorageName', 'destinationStorageName'],
  check: ({ objectId, sourceStorageName }) => {
    if (objectId === null && sourceStorageName === null) {
      return [{ property: 'objectId', reason: 'exactly one of objectId and sourceStorageName is required' }]
    }
    return typeof objectId === 'number' && typeof sourceStorageName === 'string'
      ? [
          {
            property: 'sourceStorageName',
            reason: 'exactly one of objectId and sourceStorageName is required',
          },
        ]
      : []
  },
  hints: {
    byStatus: {
      403: 'Moving repositories requires an administrator of a self-managed service.',
    },
  },
  idOf: ({ kind, objectId, moveId, previousMoveId }) =>
    objectId === null
      ? `${String(kind)}/all/after-${String(previousMoveId)}`
      : `${String(kind)}/${String(objectId)}/${String(moveId)}`,
  perform: async (api, { kind, objectId, sourceStorageName, destinationStorageName }, _at, [previous]) => {
    const to = destinationStorageName === null ? {} : { destination_storage_name: destinationStorageName }
    if (objectId !== null) return singleMove(await api.repositoryStorageMoves.create(kind, objectId, to))
    const source_storage_name = String(sourceStorageName)
    const previous_id = previous?.previous_id ?? 0
    const findMoves = () => movesSince(api, kind, source_storage_name, previous_id)
    try {
      const response = await api.repositoryStorageMoves.createAll(kind, { source_storage_name, ...to })
      if (!response?.message) throw new InvalidResponse()
    } catch (error) {
      const moves = isOutcomeUnknown(error) ? (await findMoves().catch(() => noMoves(previous_id))).moves : []
      if (moves.length === 0) throw error
    }
    // The moves are scheduled, even if they cannot be listed.
    return findMoves().catch(() => noMoves(previous_id))
  },
  recent: async (api, { kind, objectId, destinationStorageName }) => {
    if (objectId === null) {
      // Emptying a storage is idempotent: the service skips moves in progress. Only the newest move before the start is
      // needed.
      const [newest] = (await api.repositoryStorageMoves.list(kind).page(1, 1)).items
      return [noMoves(newest ? validMove(newest).id : 0)]
    }
    const { items } = await api.repositoryStorageMoves.listOf(kind, objectId).page()
    return items
      .filter((move) => [null, move.destination_storage_name].includes(destinationStorageName))
      .map((move) => singleMove(move))
  },
  read: async (api, { kind, objectId, moveId, sourceStorageName, previousMoveId }) =>
    objectId === null
      ? movesSince(api, kind, String(sourceStorageName), Number(previousMoveId))
      : singleMove(await api.repositoryStorageMoves.getOf(kind, objectId, Number(moveId))),
  ending: {
    isAwaited: ({ wait }) => wait,
    isReached: ({ moves, state }, looks) => (moves.length === 0 ? looks > MAX_LOOKS : finalStates.includes(state)),
    progress: ({ moves, state }) => (moves.length > 1 ? `${state}, ${moves.length} moves` : state),
    failure: (_api, { moves }) => {
      const failed = moves.filter(({ state }) => finalStates.includes(state) && state !== 'finished')
      const failures = failed.map(
        (move) => `${nameOf(move)} (move ${move.id}) ${move.state}: ${move.error_message ?? 'no reason was reported'}`,
      )
      return Promise.resolve(failures.length > 0 ? `did not succeed. ${failures.join('; ')}` : undefined)
    },
    warning: ({ moves }) => (moves.length === 0 ? 'found nothing to move' : undefined),
  },
  undo: () => Promise.resolve('remains in effect: repositories are not moved back'),
})

/** Arguments of a {@link RepositoryStorageMove}. */
export type RepositoryStorageMoveArgs = ArgsOf<typeof repositoryStorageMove.input>

/**
 * A move of the repository of a project, a snippet or a group's wiki to another storage, or of all repositories on a
 * storage. The move starts when the resource is created. Deleting the resource does not move anything back.
 *
 * ```ts
 * new trueup.RepositoryStorageMove("web", { kind: "project", objectId: 1, destinationStorageName: "fast" })
 * ```
 */
export class RepositoryStorageMove extends resource<RepositoryStorageMoveArgs>()(repositoryStorageMove) {}
