import { trimSlashes } from '../../provider/service'
import { type Client, type Group, NotFound, type Project } from '../../sdk'

/** Roles of those who may read what a command shows. */
export const reporter = 20
export const owner = 50

/** The project of this id or path. */
export async function findProject(client: Client, name: string): Promise<Project> {
  return found(client, 'project', name, () => client.projects.get(trimmed(name)))
}

/** The group of this id or path. */
export async function findGroup(client: Client, name: string): Promise<Group> {
  return found(client, 'group', name, () => client.groups.get(trimmed(name)))
}

/**
 * The projects of groups and of all their sub-groups, without archived ones and those in which the token's user has a
 * lesser role.
 */
export async function projectsIn(client: Client, groups: Group[], role: number): Promise<Project[]> {
  if (groups.length === 0) return []
  const filter = { ...(await withRole(client, role)), archived: false, simple: true }
  const projects = await client.projects.list(filter).all()
  return projects.filter(({ path_with_namespace }) => groups.some((group) => isIn(path_with_namespace, group)))
}

/** The sub-groups of groups, at all levels, in which the token's user has at least this role. */
export async function groupsIn(client: Client, groups: Group[], role: number): Promise<Group[]> {
  const all = await client.groups.list(await withRole(client, role)).all()
  return all.filter(({ full_path }) => groups.some((group) => isIn(full_path, group)))
}

/** Without a role to ask for, a public service would list the world. An administrator may do all with no role at all. */
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
    const message = `There is no ${noun} ${name} on ${client.baseUrl} that the token may see: check its path, and the token's rights.`
    throw new Error(message, { cause: error })
  }
}
