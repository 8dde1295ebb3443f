import type { Client, RepositoryStorageKind, RepositoryStorageMove as Live } from '../../sdk'
import { InvalidResponse } from '../core/schema/invalid-response'

/** One move, or all that an emptied storage led to. */
export interface Moves {
  id: number | null
  state: string
  moves: Live[]
  /** The newest move that there was before. */
  previous_id: number
}

export const final = ['finished', 'failed', 'cleanup failed']

/** How often to look for the moves of a storage before it is taken to be empty. */
export const PATIENCE = 5

export function one(move: Live | undefined): Moves {
  const { id, state } = shown(move)
  return { id, state, moves: [shown(move)], previous_id: 0 }
}

/** Those of a storage of which none is seen yet. */
export const none = (previous_id: number): Moves => ({ id: null, state: 'scheduled', moves: [], previous_id })

export function shown(move: Live | undefined): Live {
  if (!move || typeof move.id !== 'number' || typeof move.state !== 'string') throw new InvalidResponse()
  return move
}

/** The moves off a storage that are newer than all that there were. */
export async function since(
  api: Client,
  kind: RepositoryStorageKind,
  source: string,
  previous_id: number,
): Promise<Moves> {
  const moves: Live[] = []
  // Newest first: once old ones come, all the new ones are there.
  for await (const move of api.repositoryStorageMoves.list(kind)) {
    if (shown(move).id <= previous_id) break
    if (move.source_storage_name === source) moves.push(move)
  }
  const states = moves.map(({ state }) => state)
  const left = states.filter((state) => !final.includes(state))
  const state = left[0] ?? states.find((one) => one !== 'finished') ?? (states.length > 0 ? 'finished' : 'scheduled')
  return { id: null, state, moves, previous_id }
}

export const nameOf = ({ project, snippet, group }: Live) =>
  project?.path_with_namespace ?? snippet?.web_url ?? group?.web_url ?? ''
