import { type OfProject, reader } from '../core/pulumi/invoke'
import { approvalSettings } from '../resources/approval-settings'

/** The effective approval settings of a project: a group or the instance can lock some of them. */
export const getApprovalSettings = reader<OfProject>({ of: approvalSettings })(
  'getApprovalSettings',
  (api, { project }) => api.projectApprovalSettings.get(project),
)
