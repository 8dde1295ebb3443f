import { trimSlashes } from '../../provider/command-line/service'
import { type Client, type Group, NotFound, type Project } from '../../sdk'

/** Access levels of roles. */
export const reporter = 20
export const maintainer = 40
export const owner = 50

/** Reads the project with an id or path. */
export async function findProject(client: Client, name: string): Promise<Project> {
  return found(client, 'project', name, () => client.projects.get(trimmed(name)))
}

/** Reads the group with an id or path. */
export async function findGroup(client: Client, name: string): Promise<Group> {
  return found(client, 'group', name, () => client.groups.get(trimmed(name)))
}

/** Lists the projects of groups and their subgroups, except those in which the user's role is lower. */
export async function projectsIn(
  client: Client,
  groups: Group[],
  role: number,
  filter: { archived?: boolean } = {},
): Promise<Project[]> {
  if (groups.length === 0) return []
  const projects = await client.projects.list({ ...(await withRole(client, role)), ...filter, simple: true }).all()
  return projects.filter(({ path_with_namespace }) => groups.some((group) => isIn(path_with_namespace, group)))
}

/** Lists the subgroups of groups, at all levels, in which the user has at least this role. */
export async function groupsIn(client: Client, groups: Group[], role: number): Promise<Group[]> {
  const all = await client.groups.list(await withRole(client, role)).all()
  return all.filter(({ full_path }) => groups.some((group) => isIn(full_path, group)))
}

/** Without a role, the list would contain all public objects of the service. Administrators need no role. */
async function withRole(client: Client, min_access_level: number): Promise<{ min_access_level?: number }> {
  const { is_admin } = await client.users.current()
  return is_admin ? {} : { min_access_level }
}

const isIn = (path: string, { full_path }: Group): boolean => path.startsWith(`${full_path}/`)

const trimmed = (name: string): string => trimSlashes(name.trim())

async function found<T>(client: Client, noun: string, name: string, get: () => Promise<T>): Promise<T> {
  try {
    return await get()
  } catch (error) {
    if (!NotFound.is(error)) throw error
    const message = `The ${noun} ${name} does not exist on ${client.baseUrl}, or the access token cannot see it. Check its path and the permissions of the token.`
    throw new Error(message, { cause: error })
  }
}
