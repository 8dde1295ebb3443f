import type { Client } from '../../sdk'
import { show } from '../core/schema/display'
import type { PreviewContext } from '../core/schema/preview-context'
import { type Refusal, refusalOfOther } from '../core/schema/refusal'
import { unlessHidden } from '../core/service/parent-group'
import type { StoredApprover } from './approval-rule-approvers'
import { declaresMember } from './project-member-declared'
import { protectedBranch } from './protected-branch'

interface Declared {
  readonly approvers: readonly StoredApprover[]
  readonly protectedBranches: readonly string[]
}

/**
 * Why the service would not accept the approvers and branches of a rule. What the program itself declares is not checked,
 * because the update may create it before.
 */
export async function refusalsOfRule(
  api: Client,
  { project }: { readonly project: number },
  { approvers, protectedBranches }: Declared,
  changed: ReadonlySet<string>,
  context: PreviewContext,
): Promise<Refusal[]> {
  const unprotected = changed.has('protectedBranches')
    ? await unprotectedOf(api, project, protectedBranches, context)
    : []
  const outsiders = changed.has('approvers') ? await outsidersOf(api, project, approvers, context) : []
  return [
    ...outsiders.map((name) => refusalOfOther(`approvers contains ${name}, who is not a member of the project`)),
    ...unprotected.map((name) =>
      refusalOfOther(
        `protectedBranches contains ${show(name)}, but the project does not protect a branch of this name`,
      ),
    ),
  ]
}

/** The users of the entries who are not members of the project, nor of a group above or an invited one. */
async function outsidersOf(
  api: Client,
  project: number,
  approvers: readonly StoredApprover[],
  context: PreviewContext,
): Promise<string[]> {
  const found = approvers.map(async (entry) => {
    const { user, userId } = entry
    if (userId === undefined || declaresMember(context, entry)) return []
    const member = await context.readOnce(`member ${userId} of project ${project}`, () =>
      unlessHidden(() => api.projectMembers.getInherited(project, userId)),
    )
    return member ? [] : [user === undefined ? `userId ${userId}` : `user ${user}`]
  })
  return (await Promise.all(found)).flat()
}

async function unprotectedOf(
  api: Client,
  project: number,
  names: readonly string[],
  { readOnce, declares }: PreviewContext,
): Promise<string[]> {
  const others = names.filter((name) => !declares(protectedBranch, { name }))
  if (others.length === 0) return []
  const branches = await readOnce(`protected branches of project ${project}`, () =>
    api.protectedBranches.list(project).all(),
  )
  return others.filter((one) => branches.every(({ name }) => name !== one))
}
