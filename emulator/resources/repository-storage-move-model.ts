import { invalid } from '../http/errors'
import { groups } from '../records/group'
import { projects } from '../records/project'
import { storages } from '../records/repository-storage'
import {
  containerKey,
  type Move,
  type MoveKind,
  moveSteps,
  repositoryStorageMoves,
} from '../records/repository-storage-move'
import { snippets } from '../records/snippet'
import type { Store } from '../store/store'

/** What can be moved: a project, a snippet or a group. */
export interface Container {
  id: number
  repository_storage: string
}

/** The common interface of the three collections. */
interface Containers {
  all(): Container[]
  get(id: number): Container | undefined
  update(container: Container, changes: { repository_storage: string }): unknown
}
const isReadOnly = ({ state }: Move): boolean => ['scheduled', 'started'].includes(state)

/** Duration of each state of a move, in milliseconds of the emulator's time. */
const stepMs = 1000

/** Advances the unfinished moves to their current state. A container changes its storage after it was replicated. */
export function advanceMoves(store: Store, now: Date): void {
  const model = new RepositoryStorageMoveModel(store)
  for (const move of store.of(repositoryStorageMoves).where('under_way', 'true')) {
    const steps = Math.floor((now.getTime() - Date.parse(move.created_at)) / stepMs)
    model.advance(move, steps)
  }
}

/** The moves in a store, and the rules of the model. */
export class RepositoryStorageMoveModel {
  constructor(private readonly store: Store) {}

  /** The moves of all containers of a kind, newest first. */
  all(kind: MoveKind): readonly Move[] {
    return this.#moves.where('kind', kind)
  }

  /** The moves of one container, newest first. */
  of(kind: MoveKind, container: number): readonly Move[] {
    return this.#moves.where('container', containerKey(kind, container))
  }

  /** The containers on a storage. */
  on(kind: MoveKind, storage: string): Container[] {
    return this.#containers(kind)
      .all()
      .filter(({ repository_storage }) => repository_storage === storage)
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  create(kind: MoveKind, { id, repository_storage }: Container, to: string | null | undefined, now: string): Move {
    const names = this.#storageNames()
    // GitLab picks one at random, by weight.
    const destination = to ?? names.find((name) => name !== repository_storage) ?? repository_storage
    const errors = {
      ...(!names.includes(destination) && {
        destination_storage_name: [...(destination === '' ? ["can't be blank"] : []), 'is not included in the list'],
      }),
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

  /** Advances a move to the state after this number of steps. Never moves it back. */
  advance(move: Move, count: number): void {
    const at = moveSteps.findIndex((state) => state === move.state)
    const to = Math.min(Math.max(count, at), moveSteps.length - 1)
    if (to === at) return
    const { failure } = this.store.of(storages).where('name', move.destination_storage_name)[0] ?? {}
    if (failure && to > moveSteps.indexOf('started')) {
      this.#moves.update(move, { state: 'failed', error_message: failure })
      return
    }
    this.#moves.update(move, { state: moveSteps[to]! })
    const containers = this.#containers(move.kind)
    const container = containers.get(move.container_id)
    if (container && isReadOnly(move) && to >= moveSteps.indexOf('replicated')) {
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
    return this.store.of(repositoryStorageMoves)
  }
}
