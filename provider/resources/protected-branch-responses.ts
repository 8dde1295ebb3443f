import type { ProtectedBranch as Live } from '../../sdk'
import type { Collection } from '../core/schema/define'
import { selected } from '../core/schema/selected'

/** What GitLab Community Edition omits: there, all Maintainers can change protections, and code owners do not exist. */
export const complete = (live: Live): Live => ({
  unprotect_access_levels: [],
  code_owner_approval_required: false,
  ...live,
})

/** The protections of the project itself. Its group can have another one of the same name. */
export const ownOf = (list: Collection<Live>): Collection<Live> =>
  selected(list, (items) => items.filter(({ inherited }) => inherited !== true).map(complete))
