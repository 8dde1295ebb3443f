import { deletionOf, describeDeletion, pathOf, restoreRemedy } from '../../provider/command-line/service'
import { type Group, NotFound, type Project, SdkError, Unauthorized, type User } from '../../sdk'
import { roleName } from '../shared/role-name'
import type { Place, Want } from './declared'
import type { Findings, Purpose } from './finding'
import { obstacleProblems } from './obstacles'
import type { Problem } from './problem'
import type { Service } from './service'

/**
 * Checks that each project and group is still the one in the state, is visible, and that the user's role allows reading or
 * writing the declared resources. Returns the id of a visible project, if there is one.
 */
export async function checkPlaces(
  findings: Findings,
  service: Service,
  user: User,
  places: readonly Place[],
  purpose: Purpose,
): Promise<number | undefined> {
  const looked = await Promise.all(
    places.map((place) =>
      place.noun === 'group' ? lookAtGroup(service, place) : lookAtProject(service, user, place, purpose),
    ),
  )
  const problems = looked.flatMap((one) => one.problems)
  for (const { check, level, message, remedy } of problems) findings[level](check, message, remedy)
  const fine = places.filter((_, at) => looked[at]?.problems.length === 0)
  if (fine.length > 0)
    findings.ok(
      'role',
      `The user of the access token can ${purpose === 'up' ? 'write' : 'read'} the declared resources of ${listed(fine)}.`,
    )
  return looked.find(({ project }) => project !== undefined)?.project
}

interface Looked {
  problems: Problem[]
  /** The id of a visible project. */
  project?: number
}

/** Names, or the number if there are many. */
const listed = (places: readonly Place[]): string =>
  places.length > 3
    ? `${places.length} projects and groups`
    : places.map(({ noun, written }) => `${noun} ${written}`).join(', ')

async function lookAtProject(service: Service, user: User, place: Place, purpose: Purpose): Promise<Looked> {
  const { written, id } = place
  let project: Project
  try {
    project = await service.projects.get(written)
  } catch (error) {
    return { problems: [await unseen(service, place, error)] }
  }
  if (id !== undefined && project.id !== id) return { problems: [taken(place, project.id)], project: project.id }
  const deletion = await deletionProblem(service, place, project, 'warning')
  const problems = [
    ...(deletion ? [deletion] : moved(place, project)),
    ...(await accessProblems(service, user, place, project, purpose)),
  ]
  return { problems, project: project.id }
}

async function lookAtGroup(service: Service, place: Place): Promise<Looked> {
  const { written, id } = place
  const problems: Problem[] = []
  try {
    const group = await service.groups.get(written)
    if (id !== undefined && group.id !== id) return { problems: [taken(place, group.id)] }
    const deletion = await deletionProblem(service, place, group, 'warning')
    if (deletion) problems.push(deletion)
  } catch (error) {
    return { problems: [await unseen(service, place, error)] }
  }
  try {
    // The service does not show the user's role in a group, but only Owners can list its access tokens.
    await service.groupAccessTokens.list(id ?? written).page(1, 1)
    return { problems }
  } catch (error) {
    if (!SdkError.is(error)) throw error
    const lacking = { level: 'error', check: 'role', remedy: remedyOf('Owner') } as const
    const message = Unauthorized.is(error)
      ? `In group ${written}, the user of the access token is not an Owner. Access tokens and variables of groups require this role.`
      : `The access tokens of group ${written} cannot be read: ${error.message}.`
    return { problems: [...problems, { ...lacking, message }] }
  }
}

/** Describes that a project or group is scheduled for deletion; undefined if it is not. */
async function deletionProblem(
  service: Service,
  { noun }: Place,
  parent: Project | Group,
  level: Problem['level'],
): Promise<Problem | undefined> {
  const deletion = await deletionOf(noun, parent, (id) => service.groups.get(id))
  if (!deletion) return undefined
  const sentence = describeDeletion(deletion)
  return {
    level,
    check: 'deletion',
    message: `${sentence[0]?.toUpperCase()}${sentence.slice(1)} "pulumi up" does not create anything in it, but still updates, deletes and refreshes.`,
    remedy: `${restoreRemedy(deletion)} Otherwise, remove its resources from the program.`,
  }
}

/** Explains why a project or group cannot be seen. Looks it up by id, because its path may have changed. */
async function unseen(service: Service, place: Place, error: unknown): Promise<Problem> {
  if (!SdkError.is(error)) throw error
  const { noun, written, id } = place
  const wrong = { level: 'error', check: 'reference' } as const
  if (!NotFound.is(error) || error.routeMissing) {
    return {
      ...wrong,
      message: `${noun} ${written} cannot be read: ${error.message}.`,
      remedy: 'Check its name and the base URL.',
    }
  }
  const found = id === undefined || id === written ? undefined : await seenById(service, noun, id)
  if (found) {
    const now = pathOf(found)
    const deletion = await deletionProblem(service, place, found, 'error')
    if (deletion) return deletion
    return {
      ...wrong,
      message: `The ${noun} ${written} no longer exists. The ${noun} with id ${id} now has the path ${now}.`,
      remedy: `Use the path ${now} or the id ${id} in the program.`,
    }
  }
  return {
    ...wrong,
    message: `The ${noun} ${written} does not exist, or the user of the access token cannot see it.`,
    remedy: `Add the user as a member. If the ${noun} was deleted, set TRUEUP_GONE_PARENTS=${written} for one run to drop its resources.`,
  }
}

const seenById = (service: Service, noun: Place['noun'], id: number): Promise<Project | Group | undefined> =>
  (noun === 'group' ? service.groups.get(id) : service.projects.get(id)).catch(() => undefined)

function moved({ written }: Place, { path_with_namespace: path }: Project): Problem[] {
  if (typeof written === 'number' || written.toLowerCase() === path.toLowerCase()) return []
  return [
    {
      level: 'warning',
      check: 'reference',
      message: `Project ${written} has moved to ${path}. The old path works until another project uses it.`,
      remedy: `Use the path ${path} in the program.`,
    },
  ]
}

/** Another project or group has the path now. The provider refuses to write there. */
const taken = ({ noun, written, id }: Place, is: number): Problem => ({
  level: 'error',
  check: 'reference',
  message: `In the state, ${written} is the ${noun} with id ${id}, but now it is the ${noun} with id ${is}.`,
  remedy: `Use the id ${id}, or the current path of that ${noun}.`,
})

async function accessProblems(
  service: Service,
  user: User,
  place: Place,
  project: Project,
  purpose: Purpose,
): Promise<Problem[]> {
  const { written, wants } = place
  const path = project.path_with_namespace
  const demanding = wants.filter(({ role }) => role > 0)
  const problems = obstacleProblems(project, written, wants, purpose)
  const hidden = wants.map((want) => want.hidden?.(project)).find((reason) => reason !== undefined)
  if (hidden !== undefined) {
    const remedy = 'Enable one of them, or remove the labels from the program.'
    problems.push({ level: 'error', check: 'hidden', message: `In project ${path}, ${hidden}.`, remedy })
  }
  if (user.is_admin) return problems
  const roles = [...new Set(demanding.map(({ role }) => role))].sort((one, other) => other - one)
  const has = await roleIn(service, project, roles)
  if (demanding.some(({ role }) => role > has)) problems.push(roleProblem(path, has, demanding))
  return problems
}

/**
 * The user's role in a project. The project shows the role, except for one through invited groups: only a search for each
 * of the `wanted` roles, the highest first, finds that.
 */
async function roleIn(service: Service, { id, permissions }: Project, wanted: readonly number[]): Promise<number> {
  const { project_access, group_access } = (permissions ?? {}) as Permissions
  const own = Math.max(project_access?.access_level ?? 0, group_access?.access_level ?? 0)
  for (const role of wanted.filter((one) => one > own)) {
    const min_access_level = nextOlder[role] ?? role
    const only = { id_after: id - 1, id_before: id + 1, simple: true }
    const { items } = await service.projects.list({ min_access_level, ...only }).page(1, 1)
    if (items.length > 0) return min_access_level
  }
  return own
}

/** Older releases do not have the roles Planner and Security Manager: the next higher ones that they have. */
const nextOlder: Readonly<Record<number, number>> = { 15: 20, 25: 30 }

interface Permissions {
  project_access?: { access_level: number } | null
  group_access?: { access_level: number } | null
}

function roleProblem(path: string, has: number, wants: Want[]): Problem {
  const lacking = wants.filter(({ role }) => role > has)
  const most = Math.max(...lacking.map(({ role }) => role))
  const kinds = [...new Set(lacking.map(({ kind, role }) => `${kind} (${nameOf(role)})`))].sort()
  const role = has === 0 ? 'no role' : `the role ${roleName(has)}`
  return {
    level: 'error',
    check: 'role',
    message: `In project ${path}, the user of the access token has ${role}, which is too low for ${kinds.join(', ')}.`,
    remedy: remedyOf(nameOf(most)),
  }
}

const nameOf = (role: number): string => (role === 15 ? 'Reporter' : roleName(role))

const remedyOf = (role: string): string =>
  `Give the user the role ${role} there, or use the token of a user who has it.`
