import type { Client, RepositoryStorageKind, RepositoryStorageMove as Live } from '../../sdk'
import { InvalidResponse } from '../core/schema/invalid-response'

/** One move, or all moves from a storage. */
export interface Moves {
  id: number | null
  state: string
  moves: Live[]
  /** The newest move before the moves from a storage. */
  previous_id: number
}

export const finalStates = ['finished', 'failed', 'cleanup failed']

/** The number of times to look for the moves from a storage before it is considered empty. */
export const MAX_LOOKS = 5

export function singleMove(move: Live | undefined): Moves {
  const { id, state } = validMove(move)
  return { id, state, moves: [validMove(move)], previous_id: 0 }
}

/** The moves from a storage before the first of them is visible. */
export const noMoves = (previous_id: number): Moves => ({ id: null, state: 'scheduled', moves: [], previous_id })

export function validMove(move: Live | undefined): Live {
  if (!move || typeof move.id !== 'number' || typeof move.state !== 'string') throw new InvalidResponse()
  return move
}

/** Lists the moves from a storage that are newer than a previous move. */
export async function movesSince(
  api: Client,
  kind: RepositoryStorageKind,
  source: string,
  previous_id: number,
): Promise<Moves> {
  const moves: Live[] = []
  // The list is sorted by newest first.
  for await (const move of api.repositoryStorageMoves.list(kind)) {
    if (validMove(move).id <= previous_id) break
    if (move.source_storage_name === source) moves.push(move)
  }
  const states = moves.map(({ state }) => state)
  const unfinished = states.filter((state) => !finalStates.includes(state))
  const state =
    unfinished[0] ?? states.find((other) => other !== 'finished') ?? (states.length > 0 ? 'finished' : 'scheduled')
  return { id: null, state, moves, previous_id }
}

export const nameOf = ({ project, snippet, group }: Live) =>
  project?.path_with_namespace ?? snippet?.web_url ?? group?.web_url ?? ''
