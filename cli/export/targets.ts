import {
  causeOf,
  type Connection,
  deletionOf,
  type Parents,
  pathOf,
  trimSlashes,
} from '../../provider/command-line/service'
import { ApiError, type Group, type Project, type User } from '../../sdk'
import { listed } from '../calendar/words'
import { groupsIn, owner } from '../shared/group-tree'

/** A project or group to export. */
export interface Target {
  parentKind: keyof Parents
  id: number
  /** Its full path. */
  path: string
  /** The kinds to read. Default: all that are exported. */
  kinds?: readonly string[]
  /** The number of groups with access. Undefined if it is not known. */
  invited?: number | undefined
}

/** The projects and groups to export, and the projects that are left out. */
export interface Targets {
  targets: Target[]
  archived: string[]
  /** Paths of projects that are scheduled for deletion. */
  scheduledForDeletion: string[]
  /** Sentences about objects that were not searched. */
  notes: string[]
}

/** Finds the named projects, the named groups, and all projects below these groups. `recursive` includes their subgroups. */
export async function targetsOf(
  connection: Connection,
  user: User,
  wanted: { projects: readonly string[]; groups: readonly string[]; recursive: boolean },
): Promise<Targets> {
  const get = <P extends keyof Parents>(noun: P, names: readonly string[]): Promise<Parents[P][]> =>
    Promise.all(names.map((name) => parentOf(connection, noun, name)))
  const named = await get('project', wanted.projects)
  const asked = await get('group', wanted.groups)
  const subgroups = asked.length > 0 ? await subgroupsOf(connection, asked) : { groups: [], leaving: [] }
  const groups = wanted.recursive ? [...asked, ...subgroups.groups] : asked
  const below =
    groups.length > 0
      ? await projectsBelow(
          connection,
          user,
          asked.map(({ full_path }) => full_path),
        )
      : []
  const isLeaving = new Set<Project>()
  for (const project of below) {
    if (await deletionOf('project', project, (id) => connection.parents.get('group', id))) isLeaving.add(project)
  }
  const targets: Target[] = [
    ...groups.map(({ id, full_path, shared_with_groups: invited }): Target => ({
      ...{ parentKind: 'group', id, path: full_path, invited: invited?.length },
    })),
    ...[...named, ...below.filter((one) => !one.archived && !isLeaving.has(one))].map(targetOf),
  ]
  const only = new Map(targets.map((target) => [`${target.parentKind} ${target.id}`, target]))
  const leftOut = below.filter(({ id }) => !only.has(`project ${id}`))
  return {
    targets: [...only.values()],
    archived: leftOut.filter((one) => !isLeaving.has(one)).map(pathOf),
    scheduledForDeletion: [
      ...leftOut.filter((one) => isLeaving.has(one)).map(pathOf),
      ...(wanted.recursive ? subgroups.leaving : []),
    ],
    notes: asked.length > 0 ? notesOn(user, asked, wanted.recursive ? [] : subgroups.groups) : [],
  }
}

/**
 * The subgroups in which the user can read access tokens, variables, labels and members, and the paths of those that are
 * scheduled for deletion.
 */
async function subgroupsOf(connection: Connection, asked: Group[]): Promise<{ groups: Group[]; leaving: string[] }> {
  const named = new Set(asked.map(({ id }) => id))
  const below = (await groupsIn(connection.api, asked, owner)).filter(({ id }) => !named.has(id))
  const groups: Group[] = []
  for (const group of below.sort((one, other) => (one.full_path < other.full_path ? -1 : 1))) {
    if (!(await deletionOf('group', group, (id) => connection.parents.get('group', id)))) groups.push(group)
  }
  return { groups, leaving: below.filter((one) => !groups.includes(one)).map(({ full_path }) => full_path) }
}

/** Notes about objects of the groups that the flags do not include. */
function notesOn(user: User, groups: Group[], subgroups: Group[]): string[] {
  const names = groups.map(({ full_path }) => full_path).join(', ')
  const below = subgroups.map(({ full_path }) => full_path)
  return [
    ...(below.length > 0
      ? [
          `Access tokens, variables, labels and members of subgroups are not exported: ${listed(below, 10)}. Pass --recursive, or these groups with --group.`,
        ]
      : []),
    ...(user.is_admin
      ? []
      : [
          `Projects below ${names} in which ${user.username} is not a member are not exported, even if they are public.`,
        ]),
    `Projects of other groups that are shared with ${names} are not exported. Pass them with --project.`,
  ]
}

const targetOf = ({ id, path_with_namespace: path, shared_with_groups: invited }: Project): Target => ({
  ...{ parentKind: 'project', id, path, invited: invited?.length },
})

async function parentOf<P extends keyof Parents>(connection: Connection, noun: P, name: string): Promise<Parents[P]> {
  try {
    return await connection.parents.get(noun, referenceOf(name))
  } catch (error) {
    if (!ApiError.is(error)) throw error
    const what = `${noun} ${name}`
    throw new Error(`${what} cannot be read. ${error.message}. ${causeOf(connection.settings, what, error)}`, {
      cause: error,
    })
  }
}

const referenceOf = (written: string): string | number =>
  /^\d+$/.test(written) ? Number(written) : trimSlashes(written)

/** Lists the projects below groups. Administrators see every project, but are members of few. */
async function projectsBelow({ api }: Connection, user: User, groups: string[]): Promise<Project[]> {
  const folders = groups.map((path) => `${path.toLowerCase()}/`)
  const below: Project[] = []
  for await (const project of api.projects.list({ membership: !user.is_admin, pagination: 'keyset' })) {
    const path = project.path_with_namespace.toLowerCase()
    if (folders.some((folder) => path.startsWith(folder))) below.push(project)
  }
  return below
}
