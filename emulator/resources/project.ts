import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { failed, forbidden, HttpError, notFound } from '../http/errors'
import { keysetPaging, type Listing, paginateInOrder } from '../http/keyset'
import { boolean, segment, string } from '../http/param-types'
import { params } from '../http/params'
import type { JobRecord } from '../records/job'
import { type ProjectRecord, projects } from '../records/project'
import { redirects } from '../records/redirect'
import type { Store } from '../store/store'
import { mayRead } from './access'
import { chooseProjects, projectFilters } from './project-filter'
import { presentProject, presentSimpleProject } from './project-presenter'

/** How lists of projects are sorted. */
export const projectListing: Listing<ProjectRecord> = {
  type: 'Project',
  values: ({ id, name, path, created_at, updated_at }) => ({
    id,
    name,
    path,
    created_at,
    updated_at,
    last_activity_at: updated_at,
    star_count: 0,
  }),
  usual: { order_by: 'created_at', sort: 'desc' },
  keyset: { id: ['asc', 'desc'] },
  next: 'id',
}

export const projectOrders = ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at', 'star_count']

/** Orders that the emulator cannot compute: it uses the default order instead. */
const unknownOrders = ['similarity', 'repository_size', 'storage_size', 'packages_size', 'wiki_size']

/** Reading projects. */
export const project: Resource = (api) => {
  const order_by = string.oneOf(...projectOrders, ...unknownOrders)
  api.get(
    '/projects',
    {
      readingScopes: ['ai_workflows'],
      limit: 'projects_api_limit',
      params: params({ ...projectFilters(api), simple: boolean.default(false), ...keysetPaging, order_by }),
    },
    (call, { simple, ...query }) => {
      const found = chooseProjects(call, query)
      const order = unknownOrders.includes(query.order_by ?? '') ? { order_by: 'created_at' } : {}
      const page = paginateInOrder(
        call,
        found,
        { ...query, ...order },
        {
          ...projectListing,
          // GitLab does not limit the pages of this list.
          capped: api.flavor === 'spec' && !call.user,
        },
      )
      return page.map((project) =>
        simple || !call.user ? presentSimpleProject(call, project) : presentListedProject(call, project, query),
      )
    },
  )

  const shown = {
    statistics: boolean.default(false),
    license: boolean.default(false),
    with_custom_attributes: boolean.default(false).ignored(),
  }
  api.get(
    '/projects/:id',
    { readingScopes: ['ai_workflows'], limit: 'project_api_limit', params: params({ id: segment, ...shown }) },
    (call, { statistics, license }) => {
      const project = findProject(call)
      const view = { permissions: true, single: true, statistics, license }
      return call.user ? presentProject(call, project, view) : presentSimpleProject(call, project)
    },
  )
}

const presentListedProject = (call: Call, project: ProjectRecord, { statistics }: { statistics: boolean }) =>
  presentProject(call, project, { permissions: true, statistics })

/**
 * The project in the path, by id or full path.
 * @throws HttpError 404 if it does not exist or the caller cannot read it, 403 if it does not admit the caller's job,
 * 301 or 405 for a former path.
 */
export function findProject(call: Call): ProjectRecord {
  // First, because an invalid token is refused even if the project does not exist.
  const { job } = call
  const { found, moved } = lookUpProject(call.store, call.segment('id'))
  if (!found) throw notFound('Project')
  if (!mayRead(call, found)) throw job ? forbidden(keptOut(call, job, found)) : notFound('Project')
  if (!moved) return found
  // The specification redirects all requests to the current path, GitLab only those that read.
  if (call.instance.flavor === 'gitlab' && call.method !== 'GET') {
    throw failed(405, noWriteAfterMove)
  }
  const rest = call.path.slice(`/api/v4/projects/${encodedSegment(call)}`.length)
  const url = `${call.instance.url}/api/v4/projects/${found.id}${rest}${call.search && `?${call.search}`}`
  throw new HttpError(301, `This resource has been moved permanently to ${url}`, { Location: url })
}

/** The error of a request that writes to a former path. */
export const noWriteAfterMove = 'Non GET methods are not allowed for moved projects'

const keptOut = ({ store }: Call, { project_id }: JobRecord, { id }: ProjectRecord): string =>
  `Authentication by CI/CD job token not allowed from ${store.of(projects).get(project_id)?.path} to project #${id}.`

/** The project with this id or full path, without a check of permissions, and whether the path is a former one. */
export function lookUpProject(store: Store, name: string): { found: ProjectRecord | undefined; moved: boolean } {
  if (/^-?\d+$/.test(name)) return { found: store.of(projects).get(Number(name)), moved: false }
  // Names without a slash are never paths: every path contains a namespace.
  if (!name.includes('/')) return { found: undefined, moved: false }
  const path = name.toLowerCase()
  const found = store.of(projects).find('path', path)
  if (found) return { found, moved: false }
  const redirect = store.of(redirects).find('path', path)
  return { found: redirect && store.of(projects).get(redirect.project_id), moved: true }
}

const encodedSegment = (call: Call): string => call.path.split('/')[4] ?? ''
