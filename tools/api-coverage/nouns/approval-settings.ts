import { nothing, noun } from '../endpoint'
import { project } from './ids'

const settings = {
  approvals_before_merge: 1,
  reset_approvals_on_push: false,
  selective_code_owner_removals: true,
  disable_overriding_approvers_per_merge_request: true,
  merge_requests_author_approval: true,
  merge_requests_disable_committers_approval: true,
  require_reauthentication_to_approve: true,
}

const test = (title: string) => ['emulator/test/approval-settings', title] as const

export const approvalSettings = noun('Approval settings', nothing, [
  {
    endpoint: 'GET /projects/:id/approvals',
    call: (api) => api.projectApprovalSettings.get(project),
    test: test('reads and changes the settings of a project'),
  },
  {
    endpoint: 'POST /projects/:id/approvals',
    call: (api) => api.projectApprovalSettings.update(project, settings),
    sends: settings,
    test: test('reads and changes the settings of a project'),
  },
  {
    endpoint: 'GET /projects/:id/merge_request_approval_setting',
    call: (api) => api.projectApprovalSettings.locks(project),
    test: test('ignores changes of settings that the group locks, and reports the locks'),
  },
])
