import { collection } from '../store/store'

/** The kinds of objects whose repositories can be moved. */
export const moveKinds = ['project', 'snippet', 'group'] as const

export type MoveKind = (typeof moveKinds)[number]

export const moveSteps = ['scheduled', 'started', 'replicated', 'finished'] as const

/** A move of a repository from one storage to another. */
export interface RepositoryStorageMoveRecord {
  id: number
  kind: MoveKind
  container_id: number
  state: (typeof moveSteps)[number] | 'failed' | 'cleanup failed'
  source_storage_name: string
  destination_storage_name: string
  error_message: string | null
  created_at: string
}

export type Move = RepositoryStorageMoveRecord

const newestFirst = (a: Move, b: Move): number => b.created_at.localeCompare(a.created_at) || b.id - a.id

export const containerKey = (kind: MoveKind, id: number): string => `${kind} ${id}`

const isUnderWay = ({ state }: Move): boolean => ['scheduled', 'started', 'replicated'].includes(state)

export const repositoryStorageMoves = collection<Move>('repository_storage_moves', {
  kind: { by: ({ kind }) => kind, order: newestFirst },
  container: { by: ({ kind, container_id }) => containerKey(kind, container_id), order: newestFirst },
  under_way: { by: (move) => String(isUnderWay(move)) },
})
