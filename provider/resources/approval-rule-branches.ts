import type { Client } from '../../sdk'
import { inOrderOf } from '../core/schema/canonical'
import { show } from '../core/schema/display'
import { optional, required } from '../core/schema/field'
import { Type } from '../core/schema/type'

const allBranches: string[] = []

/** Names of protected branches in any order. */
export const branchNames = optional(
  required<string[]>(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { uniqueItems: true }), {
    canonical: (names, like) => inOrderOf(like, names, String),
  }),
  allBranches,
)

/** The ids of protected branches, which only the service knows. @throws Error that names those that do not exist. */
export async function branchIds(api: Client, project: number, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return []
  const branches = await api.protectedBranches.list(project).all()
  // Protections of the project take precedence over those of its group.
  const own = branches.filter(({ inherited }) => inherited !== true)
  const ids = new Map([...branches, ...own].map(({ name, id }) => [name, id]))
  const unknown = names.filter((name) => !ids.has(name))
  if (unknown.length === 0) return names.map((name) => ids.get(name)!)
  throw new Error(
    `protectedBranches contains ${unknown.map(show).join(', ')}, but the project does not protect a branch of this name, ` +
      `so nothing was sent. Correct the name, or protect the branch first: if this program does so, use the name of its ` +
      `resource, such as main.name.`,
  )
}
