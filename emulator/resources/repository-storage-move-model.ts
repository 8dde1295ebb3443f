import { invalid } from '../http/errors'
import { groups, projects, snippets, storages } from '../store/records'
import { collection, type Store } from '../store/store'

/** What has a repository that can be moved. */
export const moveKinds = ['project', 'snippet', 'group'] as const
export type MoveKind = (typeof moveKinds)[number]

const steps = ['scheduled', 'started', 'replicated', 'finished'] as const

/** A move of a repository from one storage to another. */
export interface RepositoryStorageMoveRecord {
  id: number
  kind: MoveKind
  container_id: number
  state: (typeof steps)[number] | 'failed' | 'cleanup failed'
  source_storage_name: string
  destination_storage_name: string
  error_message: string | null
  created_at: string
}

/** What can be moved: a project, a snippet or a group. */
export interface Container {
  id: number
  repository_storage: string
}

/** What the three collections have in common. */
interface Containers {
  all(): Container[]
  get(id: number): Container | undefined
  update(container: Container, changes: { repository_storage: string }): unknown
}

type Move = RepositoryStorageMoveRecord

const newestFirst = (a: Move, b: Move): number => b.created_at.localeCompare(a.created_at) || b.id - a.id
const containerKey = (kind: MoveKind, id: number): string => `${kind} ${id}`
const isUnderWay = ({ state }: Move): boolean => ['scheduled', 'started', 'replicated'].includes(state)
const isReadOnly = ({ state }: Move): boolean => ['scheduled', 'started'].includes(state)

const moves = collection<Move>('repository_storage_moves', {
  kind: { by: ({ kind }) => kind, order: newestFirst },
  container: { by: ({ kind, container_id }) => containerKey(kind, container_id), order: newestFirst },
  under_way: { by: (move) => String(isUnderWay(move)) },
})

/** How long a move stays in each state, in milliseconds of the emulator's time. */
const stepMs = 1000

/** Takes the moves under way as far as they got by now; a container is on its new storage once it is replicated. */
export function advanceMoves(store: Store, now: Date): void {
  const model = new RepositoryStorageMoveModel(store)
  for (const move of store.of(moves).where('under_way', 'true')) {
    const steps = Math.floor((now.getTime() - Date.parse(move.created_at)) / stepMs)
    model.advance(move, steps)
  }
}

/** The moves of one store, and the rules of the model behind them. */
export class RepositoryStorageMoveModel {
  constructor(private readonly store: Store) {}

  /** Of all containers of a kind, newest first. */
  all(kind: MoveKind): readonly Move[] {
    return this.#moves.where('kind', kind)
  }

  /** Of one container, newest first. */
  of(kind: MoveKind, container: number): readonly Move[] {
    return this.#moves.where('container', containerKey(kind, container))
  }

  /** What is on a storage. */
  on(kind: MoveKind, storage: string): Container[] {
    return this.#containers(kind)
      .all()
      .filter(({ repository_storage }) => repository_storage === storage)
  }

  /** @throws HttpError 400 with what is wrong, by attribute. */
  create(kind: MoveKind, { id, repository_storage }: Container, to: string | null | undefined, now: string): Move {
    const names = this.#storageNames()
    // The service picks one at random, by weights.
    const destination = to ?? names.find((name) => name !== repository_storage) ?? repository_storage
    const errors = {
      ...(!names.includes(destination) && { destination_storage_name: ['is not included in the list'] }),
      ...(this.isReadOnly(kind, id) && { [kind]: ['is read-only'] }),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return this.#moves.insert({
      kind,
      container_id: id,
      state: 'scheduled',
      source_storage_name: repository_storage,
      destination_storage_name: destination,
      error_message: null,
      created_at: now,
    })
  }

  isReadOnly(kind: MoveKind, container: number): boolean {
    return this.of(kind, container).some(isReadOnly)
  }

  isStorage(name: string): boolean {
    return this.#storageNames().includes(name)
  }

  /** To the state that it has after so many steps, never back. */
  advance(move: Move, count: number): void {
    const at = steps.findIndex((state) => state === move.state)
    const to = Math.min(Math.max(count, at), steps.length - 1)
    if (to === at) return
    const { failure } = this.store.of(storages).where('name', move.destination_storage_name)[0] ?? {}
    if (failure && to > steps.indexOf('started')) {
      this.#moves.update(move, { state: 'failed', error_message: failure })
      return
    }
    this.#moves.update(move, { state: steps[to]! })
    const containers = this.#containers(move.kind)
    const container = containers.get(move.container_id)
    if (container && isReadOnly(move) && to >= steps.indexOf('replicated')) {
      containers.update(container, { repository_storage: move.destination_storage_name })
    }
  }

  #storageNames(): string[] {
    return this.store
      .of(storages)
      .all()
      .map(({ name }) => name)
  }

  #containers(kind: MoveKind): Containers {
    return { project: this.store.of(projects), snippet: this.store.of(snippets), group: this.store.of(groups) }[kind]
  }

  get #moves() {
    return this.store.of(moves)
  }
}
