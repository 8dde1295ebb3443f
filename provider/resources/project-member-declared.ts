import type { PreviewContext } from '../core/schema/preview-context'
import { groupMember } from './group-member'
import { projectMember } from './project-member'

/** A user, by the name that the program writes, or by the id. */
interface User {
  readonly user?: string | undefined
  readonly userId?: number | undefined
}

/** Whether the program declares that a user is a member of any project or group, so that the update may add the user. */
export const declaresMember = ({ declares }: Pick<PreviewContext, 'declares'>, { user, userId }: User): boolean =>
  [user, userId].some(
    (one) => one !== undefined && [projectMember, groupMember].some((kind) => declares(kind, { user: one })),
  )
