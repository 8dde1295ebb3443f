import type { Flavor } from '../../support/conforms'
import { groupAccessTokenCases, projectAccessTokenCases } from './access-token'
import { approvalRuleCases } from './approval-rule'
import type { Cases } from './cases'
import { freezePeriodCases } from './freeze-period'
import { groupLabelCases } from './group-label'
import { issueLinkCases } from './issue-link'
import { labelCases } from './label'
import { labelSubscriptionCases } from './label-subscription'
import { groupMemberCases, projectMemberCases } from './member'
import { projectHookCases } from './project-hook'
import { protectedBranchCases } from './protected-branch'
import { protectedEnvironmentCases } from './protected-environment'
import { protectedTagCases } from './protected-tag'
import { remoteMirrorCases } from './remote-mirror'
import { triggerTokenCases } from './trigger-token'
import { groupVariableCases, projectVariableCases } from './variable'
import { vulnerabilityCases } from './vulnerability'

/** All kinds of objects. Values that one flavor refuses are generated only for the other one. */
export const kinds: ((flavor: Flavor) => Cases)[] = [
  labelCases,
  freezePeriodCases,
  protectedEnvironmentCases,
  triggerTokenCases,
  remoteMirrorCases,
  groupAccessTokenCases,
  issueLinkCases,
  labelSubscriptionCases,
  vulnerabilityCases,
  protectedTagCases,
  projectVariableCases,
  groupVariableCases,
  protectedBranchCases,
  groupLabelCases,
  approvalRuleCases,
  projectHookCases,
  projectMemberCases,
  groupMemberCases,
  projectAccessTokenCases,
]
