import type { Flavor } from '../../support/conforms'
import type { Cases } from './cases'
import { freezePeriodCases } from './freeze-period'
import { groupAccessTokenCases } from './group-access-token'
import { issueLinkCases } from './issue-link'
import { labelCases } from './label'
import { labelSubscriptionCases } from './label-subscription'
import { protectedEnvironmentCases } from './protected-environment'
import { remoteMirrorCases } from './remote-mirror'
import { triggerTokenCases } from './trigger-token'
import { vulnerabilityCases } from './vulnerability'

/** All kinds of objects; what one flavor of the service refuses is generated for the other alone. */
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
]
