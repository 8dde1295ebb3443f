import { listReader, type OfGroup, reader } from '../core/pulumi/invoke'
import { groupVariable } from '../resources/group-variable'
import type { OfVariable } from './project-variable'

/** Reads a CI/CD variable of a group. The result is a secret. Its `value` is null if the variable is hidden. */
export const getGroupVariable = reader<OfGroup & OfVariable>({ secret: true, of: groupVariable })(
  'getGroupVariable',
  (api, { group, key, environmentScope = '*' }) =>
    api.groupVariables.get(group, key, { environment_scope: environmentScope }),
)

/** Lists the CI/CD variables of a group, without those that it inherits from other groups. The result is a secret. */
export const getGroupVariables = listReader<OfGroup>({ secret: true, of: groupVariable })(
  'getGroupVariables',
  (api, { group }) => api.groupVariables.list(group),
)
