import type { ApprovalLock, ApprovalLocks, ApprovalSettingsUpdate, Client } from '../../sdk'

type Setting = Exclude<keyof ApprovalSettingsUpdate, 'approvals_before_merge'>

/** The setting of groups and of the instance for each setting of projects, and whether it has the opposite meaning. */
const upper: Readonly<Record<Setting, readonly [name: keyof ApprovalLocks, isOpposite: boolean]>> = {
  reset_approvals_on_push: ['retain_approvals_on_push', true],
  selective_code_owner_removals: ['selective_code_owner_removals', false],
  disable_overriding_approvers_per_merge_request: ['allow_overrides_to_approver_list_per_merge_request', true],
  merge_requests_author_approval: ['allow_author_approval', false],
  merge_requests_disable_committers_approval: ['allow_committer_approval', true],
  require_reauthentication_to_approve: ['require_reauthentication_to_approve', false],
}

/**
 * Rejects settings that the group or the instance locks to another value, because the service silently ignores them.
 *
 * @throws Error that names them and what locks them.
 */
export async function refuseLocked(api: Client, project: number, sent: ApprovalSettingsUpdate): Promise<void> {
  const locks = await locksOf(api, project)
  const problems = Object.entries(sent).flatMap(([name, value]) => {
    const [setting, isOpposite] = upper[name as Setting]
    const lock: ApprovalLock | undefined = locks?.[setting]
    if (!lock?.locked || lock.value === (isOpposite ? !value : value)) return []
    const by = lock.inherited_from === 'instance' ? 'the instance' : 'the group'
    return [`${camel(name)} is locked to ${String(!value)} by ${by}, with its setting ${setting}`]
  })
  if (problems.length === 0) return
  throw new Error(
    `${problems.join('; ')}. Nothing was sent. Declare the locked value, or omit the argument, or change the setting there.`,
  )
}

/** Undefined if the service does not say it: it then needs a license, or is older. */
async function locksOf(api: Client, project: number): Promise<Partial<ApprovalLocks> | undefined> {
  try {
    return (await api.projectApprovalSettings.locks(project)) ?? undefined
  } catch (error) {
    if (!refusals.includes((error as { status?: unknown }).status)) throw error
    return undefined
  }
}

const refusals: readonly unknown[] = [403, 404]

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
