import type { ProtectedBranch as Live } from '../../sdk'
import type { Collection } from '../core/schema/define'

/** What GitLab Community Edition omits: there, all Maintainers can change protections, and code owners do not exist. */
export const complete = (live: Live): Live => ({
  unprotect_access_levels: [],
  code_owner_approval_required: false,
  ...live,
})

/** The protections of the project itself. Its group can have another one of the same name. */
export function ownOf(list: Collection<Live>): Collection<Live> {
  const own = (items: Live[]) => items.filter(({ inherited }) => inherited !== true).map(complete)
  return {
    all: async () => own(await list.all()),
    page: async (number) => {
      // The total also counts the others.
      const { total: _, items, ...page } = await list.page!(number)
      return { ...page, items: own(items) }
    },
  }
}
