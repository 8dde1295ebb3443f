import type { Client, List } from '../../sdk'
import { companyProjects } from './company'

/** A change by another user, and how `trueup drift` reports it: `difference · parent · subject · properties`. */
export interface Change {
  row: string
  make(api: Client): Promise<unknown>
}

/** A change of a project, which is the parent of the object. */
function change(
  difference: string,
  project: string,
  object: string,
  make: (api: Client, project: number) => Promise<unknown>,
): Change {
  const path = `corp/${project}`
  return {
    row: [difference, path, object].join(' · '),
    make: (api) => make(api, companyProjects.indexOf(path) + 1),
  }
}

const first = async (objects: List<{ id: number }>) => (await objects.all())[0]!.id
const userId = async (api: Client, username: string) => (await api.users.list({ username }).all())[0]!.id
const evil = { url: 'https://evil.example.com' }

/** Changes of objects that the export declares, each in a project or group of its own. */
export const companyChanges: readonly Change[] = [
  change('deleted', 'data/svc-01', 'label "bug"', (api, id) => api.labels.delete(id, 'bug')),
  change('changed', 'data/svc-02', 'label "chore" · color', (api, id) =>
    api.labels.update(id, 'chore', { color: '#000000' }),
  ),
  change('changed', 'data/svc-03', 'label "area::ui" · name', (api, id) =>
    api.labels.update(id, 'area::ui', { new_name: 'ui' }),
  ),
  change('deleted', 'data/svc-04', 'protected branch "main"', (api, id) => api.protectedBranches.delete(id, 'main')),
  change('changed', 'data/svc-05', 'protected branch "release/*" · allowForcePush', (api, id) =>
    api.protectedBranches.update(id, 'release/*', { allow_force_push: true }),
  ),
  change('deleted', 'data/svc-06', 'protected environment "production"', (api, id) =>
    api.protectedEnvironments.delete(id, 'production'),
  ),
  change('changed', 'data/svc-07', 'protected environment "production" · deployAccessLevels[1]', (api, id) =>
    api.protectedEnvironments.update(id, 'production', { deploy_access_levels: [{ access_level: 30 }] }),
  ),
  change('deleted', 'data/svc-11', 'protected tag "v*"', (api, id) => api.protectedTags.delete(id, 'v*')),
  change('changed', 'data/svc-08', 'project member "gina" · accessLevel', async (api, id) =>
    api.projectMembers.update(id, await userId(api, 'gina'), { access_level: 40 }),
  ),
  change('deleted', 'data/svc-10', 'project member "hugo"', async (api, id) =>
    api.projectMembers.delete(id, await userId(api, 'hugo')),
  ),
  change('changed', 'data/svc-13', 'approval rule "All Members" · approvalsRequired', async (api, id) => {
    const any = (await api.approvalRules.list(id).all()).find((rule) => rule.rule_type === 'any_approver')!
    await api.approvalRules.update(id, any.id, { approvals_required: 0 })
  }),
  change('changed', 'payments/svc-03', 'approval settings · resetApprovalsOnPush', (api, id) =>
    api.projectApprovalSettings.update(id, { reset_approvals_on_push: true }),
  ),
  change('changed', 'data/svc-09', 'project variable "REGION" "*" · value', (api, id) =>
    api.projectVariables.update(id, 'REGION', { value: 'mars-1' }),
  ),
  change('deleted', 'payments/svc-01', 'project variable "DEPLOY_KEY" "production"', (api, id) =>
    api.projectVariables.delete(id, 'DEPLOY_KEY'),
  ),
  change('changed', 'data/svc-12', 'project hook "ci" "ci" · url', async (api, id) =>
    api.projectHooks.update(id, await first(api.projectHooks.list(id)), evil),
  ),
  change(
    'changed',
    'payments/svc-02',
    'remote mirror "https://backup.example.com/corp/payments/svc-02.git" · enabled',
    async (api, id) => api.remoteMirrors.update(id, await first(api.remoteMirrors.list(id)), { enabled: false }),
  ),
  change('deleted', 'payments/svc-04', 'trigger token "nightly"', async (api, id) =>
    api.triggerTokens.delete(id, await first(api.triggerTokens.list(id))),
  ),
  change('deleted', 'payments/svc-05', 'freeze period "0 18 * * 5"', async (api, id) =>
    api.freezePeriods.delete(id, await first(api.freezePeriods.list(id))),
  ),
  change('changed', 'payments/svc-06', 'freeze period "0 18 * * 5" · freezeEnd', async (api, id) =>
    api.freezePeriods.update(id, await first(api.freezePeriods.list(id)), { freeze_end: '0 9 * * 1' }),
  ),
  change('changed', 'platform', 'group label "team::platform" · color', (api) =>
    api.groupLabels.update('corp/platform', 'team::platform', { color: '#000000' }),
  ),
  change('deleted', 'payments', 'group variable "TEAM" "*"', (api) =>
    api.groupVariables.delete('corp/payments', 'TEAM'),
  ),
]

/** Objects that another user adds, and that no program declares. */
export const companyStrays: readonly Change[] = [
  change('unmanaged', 'payments/svc-07', 'label "stray"', (api, id) =>
    api.labels.create(id, { name: 'stray', color: '#123456' }),
  ),
  change('unmanaged', 'payments/svc-08', 'project member "mallory"', (api, id) =>
    api.projectMembers.create(id, { username: 'mallory', access_level: 40 }),
  ),
  change('unmanaged', 'payments/svc-09', 'project hook 10', (api, id) => api.projectHooks.create(id, evil)),
  change('unmanaged', 'payments/svc-10', 'trigger token "stray"', (api, id) =>
    api.triggerTokens.create(id, { description: 'stray' }),
  ),
]
