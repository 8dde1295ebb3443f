import type { Api, Resource } from '../http/api'
import type { Call } from '../http/call'
import { badParameters, notFound, recordNotFound } from '../http/errors'
import { isBasic } from '../http/instance'
import { administrator } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { segment, segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import { groups } from '../records/group'
import { projects } from '../records/project'
import { type MoveKind, moveKinds, type RepositoryStorageMoveRecord } from '../records/repository-storage-move'
import { type SnippetRecord, snippets } from '../records/snippet'
import { users } from '../records/user'
import { findGroup } from './group'
import { findProject } from './project'
import { presentProjectIdentity } from './project-presenter'
import { advanceMoves, type Container, RepositoryStorageMoveModel } from './repository-storage-move-model'
import { presentUserBasic } from './user'

/** Moves of the repositories of projects, snippets and groups between storages. */
export const repositoryStorageMove: Resource = (api) => {
  api.tick(advanceMoves)
  for (const kind of moveKinds) {
    // Only the paid editions have the endpoints of groups.
    if (kind === 'group' && isBasic(api)) continue
    addAll(api, kind)
    addOfContainer(api, kind)
  }
}

const before = administrator
const movePath = { repository_storage_move_id: segmentId }

function addAll(api: Api, kind: MoveKind): void {
  const path = `/${kind}_repository_storage_moves`

  api.get(path, { before, params: params(paging) }, (call, query) =>
    paginate(call, moves(call).all(kind), query).map((move) => presentMove(call, move)),
  )

  api.get(`${path}/:repository_storage_move_id`, { before, params: params(movePath) }, (call, query) =>
    presentMoveWithId(call, moves(call).all(kind), query.repository_storage_move_id),
  )

  api.post(
    path,
    { before, params: params({ source_storage_name: string.required(), destination_storage_name: string }) },
    (call, { source_storage_name, destination_storage_name }) => {
      requireStorages(call, { source_storage_name, destination_storage_name })
      for (const container of moves(call).on(kind, source_storage_name ?? '')) {
        if (moves(call).isReadOnly(kind, container.id)) continue
        moves(call).create(kind, container, destination_storage_name, call.now())
      }
      call.status = 202
      return { message: '202 Accepted' }
    },
  )
}

function addOfContainer(api: Api, kind: MoveKind): void {
  const path = `/${kind}s/:id/repository_storage_moves`
  const find = finders[kind]

  api.get(path, { before, params: params({ id: segment, ...paging }) }, (call, query) =>
    paginate(call, moves(call).of(kind, find(call).id), query).map((move) => presentMove(call, move)),
  )

  api.get(
    `${path}/:repository_storage_move_id`,
    { before, params: params({ id: segment, ...movePath }) },
    (call, query) => presentMoveWithId(call, moves(call).of(kind, find(call).id), query.repository_storage_move_id),
  )

  api.post(
    path,
    { before, params: params({ id: segment, destination_storage_name: string }) },
    (call, { destination_storage_name }) =>
      presentMove(call, moves(call).create(kind, find(call), destination_storage_name, call.now())),
  )
}

const moves = (call: Call): RepositoryStorageMoveModel => new RepositoryStorageMoveModel(call.store)

/** The project, snippet or group in the path. @throws HttpError 404 if it does not exist. */
const finders: Record<MoveKind, (call: Call) => Container> = {
  project: findProject,
  group: findGroup,
  snippet: (call) => {
    const snippet = call.store.of(snippets).get(parseInt(call.segment('id'), 10))
    if (!snippet) throw notFound('Snippet')
    return snippet
  },
}

/** @throws HttpError 400 that names each parameter with an unknown storage. */
function requireStorages(call: Call, named: Record<string, string | null | undefined>): void {
  const complaints = Object.entries(named)
    .filter(([, storage]) => storage !== undefined && storage !== null && !moves(call).isStorage(storage))
    .map(([name]) => `${name} does not have a valid value`)
  if (complaints.length > 0) throw badParameters(complaints)
}

function presentMoveWithId(call: Call, all: readonly RepositoryStorageMoveRecord[], id: number) {
  const move = all.find((one) => one.id === id)
  if (!move) throw recordNotFound()
  return presentMove(call, move)
}

const presentMove = (call: Call, move: RepositoryStorageMoveRecord) => ({
  id: move.id,
  created_at: move.created_at,
  state: move.state,
  source_storage_name: move.source_storage_name,
  destination_storage_name: move.destination_storage_name,
  error_message: move.error_message,
  [move.kind]: presentContainer(call, move),
})

function presentContainer(call: Call, { kind, container_id }: RepositoryStorageMoveRecord) {
  const { store, instance } = call
  if (kind === 'project') {
    const project = store.of(projects).get(container_id)
    return project ? presentProjectIdentity(call, project) : null
  }
  if (kind === 'snippet') {
    const snippet = store.of(snippets).get(container_id)
    return snippet ? presentSnippet(call, snippet) : null
  }
  const group = store.of(groups).get(container_id)
  return group ? { id: group.id, web_url: `${instance.url}/groups/${group.full_path}`, name: group.name } : null
}

function presentSnippet(call: Call, snippet: SnippetRecord) {
  const { store, instance } = call
  const author = store.of(users).get(snippet.author_id)
  const project = snippet.project_id === null ? undefined : store.of(projects).get(snippet.project_id)
  const place = project ? `${instance.url}/${project.path_with_namespace}` : instance.url
  const web_url = `${place}/-/snippets/${snippet.id}`
  return {
    id: snippet.id,
    title: snippet.title,
    description: snippet.description,
    visibility: snippet.visibility,
    author: author ? presentUserBasic(call, author) : null,
    created_at: snippet.created_at,
    updated_at: snippet.updated_at,
    project_id: snippet.project_id,
    web_url,
    raw_url: `${web_url}/raw`,
  }
}
