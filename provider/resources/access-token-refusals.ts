import type { Client } from '../../sdk'
import { memberLevels } from '../core/schema/kind'
import type { PreviewContext } from '../core/schema/preview-context'
import { type Refusal, refusal } from '../core/schema/refusal'
import { unlessHidden } from '../core/service/parent-group'

const { planner, security_manager, owner } = memberLevels

/** The roles with rights that a Maintainer does not have. */
const ofOwners: readonly number[] = [planner, security_manager, owner]

interface In {
  readonly project?: number
  readonly group?: number
}

/** Why the service would not create or rotate a token for the user of the provider's access token. */
export async function refusalsOfUser(
  api: Client,
  { project }: In,
  { accessLevel }: { readonly accessLevel: number },
  changed: ReadonlySet<string>,
  context: PreviewContext,
): Promise<Refusal[]> {
  const user = await context.currentUser()
  if (user.bot === true) {
    return [refusal("the provider's access token belongs to a bot user, which cannot create or rotate tokens")]
  }
  // Only a new token has another role than before.
  const isNew = changed.has('accessLevel')
  const needsOwner = isNew ? ofOwners.includes(accessLevel) : accessLevel >= owner
  // Administrators can do everything, and in groups only Owners can read tokens.
  if (project === undefined || !needsOwner || user.is_admin === true) return []
  const member = await unlessHidden(() => api.projectMembers.getInherited(project, user.id))
  if (!member || member.access_level >= owner) return []
  return [
    refusal(
      `only an Owner of the project can ${isNew ? 'create' : 'rotate'} a token with the role ${nameOf(accessLevel)}, ` +
        `and ${user.username} is not one`,
    ),
  ]
}

const nameOf = (level: number): string =>
  Object.entries(memberLevels).find(([, one]) => one === level)?.[0] ?? String(level)
