import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { projectVariable } from '../resources/project-variable'

/** Reads a CI/CD variable of a project. The result is a secret. Its `value` is null if the variable is hidden. */
export const getProjectVariable = reader<OfProject & OfVariable>({ secret: true, of: projectVariable })(
  'getProjectVariable',
  (api, { project, key, environmentScope = '*' }) =>
    api.projectVariables.get(project, key, { environment_scope: environmentScope }),
)

/** Lists the CI/CD variables of a project, without those that it inherits from groups. The result is a secret. */
export const getProjectVariables = listReader<OfProject>({ secret: true, of: projectVariable })(
  'getProjectVariables',
  (api, { project }) => api.projectVariables.list(project),
)

/** Identifies a variable in its project or group. */
export interface OfVariable {
  /** Key of the variable. */
  key: string
  /** Environment scope of the variable. Default: `"*"`. */
  environmentScope?: string | undefined
}
