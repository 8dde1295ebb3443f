import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { protectedBranch } from '../resources/protected-branch'

/** One protected branch of a project. Its group may also protect a branch with this name. */
export const getProtectedBranch = reader<OfProject & OfProtectedBranch>({ of: protectedBranch })(
  'getProtectedBranch',
  (api, given) => api.protectedBranches.get(given.project, given.branch),
)

/** The protected branches of a project, and those that it inherits from its group. */
export const getProtectedBranches = listReader<OfProject & OptionalSearch>({ of: protectedBranch })(
  'getProtectedBranches',
  (api, { project, search }) => api.protectedBranches.list(project, { search }),
)

interface OfProtectedBranch {
  /** Name of the protected branch. */
  branch: string
}

interface OptionalSearch {
  /** Only branches with this string in their names, ignoring case. Shorter than 3 characters: only this name. */
  search?: string | undefined
}
