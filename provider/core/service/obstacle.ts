import { ApiError, Forbidden, NotFound, type Project } from '../../../sdk'
import type { Json } from '../schema/json'
import type { Access, Feature, Kind, Operation } from '../schema/kind'
import { isScopeMissing, userObstacle } from './causes'
import type { Connection } from './connection'
import type { Reference } from './parents'

/** A failed request whose cause is searched. */
export interface FailedRequest {
  readonly kind: Pick<Kind, 'plural' | 'access'>
  readonly operation: Operation
  /** The project, if the request is about one. */
  readonly project: Reference | undefined
}

/** What was read from a service to explain errors, once in a process. */
interface Lookups {
  readonly projects: Map<Reference, Promise<Project | undefined>>
  community?: Promise<boolean>
}

const lookups = new WeakMap<Connection, Lookups>()
const warned = new WeakSet<Connection>()

/**
 * Returns the cause and remedy of a rejected request, if the cause is something else than the role of the user, because
 * the response does not tell. Reads the project, or the version of the service, once in a process.
 */
export async function obstacleTo(
  connection: Connection,
  error: unknown,
  { kind, operation, project: reference }: FailedRequest,
): Promise<string | undefined> {
  const { access } = kind
  // For most kinds, the role is the only possible cause, so no request is needed.
  if (!(access.tier || access.features || access.unarchived) || !ApiError.is(error)) return undefined
  if (NotFound.is(error) && error.routeMissing) {
    if (access.tier === undefined || !(await isCommunity(connection))) return undefined
    return (
      `${connection.settings.baseUrl} is a GitLab Community Edition, which has no ${kind.plural}: ` +
      `they need the Enterprise Edition with ${access.tier}.`
    )
  }
  const isHidden = NotFound.is(error) && access.features !== undefined
  if (reference === undefined || !(isHidden || Forbidden.is(error))) return undefined
  if (isScopeMissing(error) || userObstacle(error, '') !== undefined) return undefined
  const project = await projectOf(connection, reference)
  return project && obstacleIn(project, kind, access, operation)
}

function obstacleIn(
  project: Project,
  kind: Pick<Kind, 'plural'>,
  access: Access,
  operation: Operation,
): string | undefined {
  const where = `project ${project.path_with_namespace}`
  const nouns = kind.plural
  const alternative =
    operation === 'create' ? 'or do not declare them there' : 'or remove them from the state with "pulumi state delete"'
  if (isReadOnly(project, access) && !(access.unarchived === 'changed' && operation === 'read')) {
    return `The ${where} is archived, so its ${nouns} cannot be ${access.unarchived}: unarchive it, ${alternative}.`
  }
  const disabled = disabledFeature(project, access)
  if (disabled) {
    return (
      `The ${where} has ${featureNames[disabled]} disabled (${disabled}_access_level), so its ${nouns} ` +
      `cannot be read or changed: enable it, ${alternative}.`
    )
  }
  return access.tier && isUnlicensed(project)
    ? `The ${where} has none of the paid tiers, and ${nouns} need ${access.tier}.`
    : undefined
}

/** Whether a project does not accept changes of the objects of a kind, because it is archived. */
export const isReadOnly = (project: Project, access: Access): boolean =>
  project.archived === true && stopsIfArchived(project, access)

/** Whether a project would not accept changes of the objects of a kind if it was archived. */
export const stopsIfArchived = (project: Project, { unarchived, unarchivedWithLicense }: Access): boolean =>
  unarchived !== undefined && !(unarchivedWithLicense && isUnlicensed(project))

/** The names of features in messages. */
export const featureNames: Readonly<Record<Feature, string>> = {
  builds: 'CI/CD',
  issues: 'issues',
  repository: 'the repository',
}

/** A feature that a kind needs and that is disabled in the project. */
export const disabledFeature = (project: Project, { features }: Access): Feature | undefined =>
  features?.find((feature) => project[`${feature}_access_level`] === 'disabled')

/**
 * Whether a project has none of the paid tiers. Only these have the settings, and only complete responses contain them.
 */
export const isUnlicensed = (project: Project): boolean =>
  'permissions' in project && !('mirror' in project) && !('approvals_before_merge' in project)

/**
 * Warns once in a process if the service stores objects of a kind in a project, but does not act on them. The Community
 * Edition does not store them.
 */
export async function warnIfInert(
  connection: Connection,
  kind: Pick<Kind, 'plural' | 'access'>,
  project: Project,
): Promise<void> {
  const { access } = kind
  if (!access.storedWithout || !isUnlicensed(project) || (await isCommunity(connection))) return
  if (warned.has(connection)) return
  warned.add(connection)
  connection.warn(
    `${connection.instance} accepts ${kind.plural}, but does not enforce them: project ${project.path_with_namespace} ` +
      `has none of the paid tiers, and they need ${access.tier}.`,
  )
}

/** The project, read once in a process. Undefined if it cannot be read. */
function projectOf(connection: Connection, reference: Reference): Promise<Project | undefined> {
  const { projects } = lookupsOf(connection)
  let found = projects.get(reference)
  if (!found) {
    const known = connection.parents.known('project', reference) ?? connection.api.projects.get(reference)
    found = known.catch(() => undefined)
    projects.set(reference, found)
  }
  return found
}

/** Whether the service says that it is the Community Edition. Reads its version once in a process. */
export const isCommunity = (connection: Connection): Promise<boolean> =>
  (lookupsOf(connection).community ??= connection.api.versions.current().then(
    ({ enterprise }) => enterprise === false,
    () => false,
  ))

function lookupsOf(connection: Connection): Lookups {
  let known = lookups.get(connection)
  if (!known) lookups.set(connection, (known = { projects: new Map() }))
  return known
}

/** The project among the values of a resource or the arguments of a function. */
export function projectIn(values: Json): Reference | undefined {
  const { projectId, project } = values
  return [projectId, project].find((one) => typeof one === 'number' || typeof one === 'string')
}
