import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { approvalRule } from '../resources/approval-rule'

/** One approval rule of a project. */
export const getApprovalRule = reader<OfProject & OfApprovalRule>({ of: approvalRule })(
  'getApprovalRule',
  (api, given) => api.approvalRules.get(given.project, given.approvalRule),
)

/** The approval rules of a project. */
export const getApprovalRules = listReader<OfProject>({ of: approvalRule })('getApprovalRules', (api, { project }) =>
  api.approvalRules.list(project),
)

interface OfApprovalRule {
  /** Id of the approval rule on the service: `approvalRuleId` of its resource. */
  approvalRule: number
}
