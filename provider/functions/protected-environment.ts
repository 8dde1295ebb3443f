import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { protectedEnvironment } from '../resources/protected-environment'

/** The protection of one environment. */
export const getProtectedEnvironment = reader<OfProject & OfEnvironment>({ of: protectedEnvironment })(
  'getProtectedEnvironment',
  (api, { project, environment }) => api.protectedEnvironments.get(project, environment),
)

/** The protected environments of a project, by name. */
export const getProtectedEnvironments = listReader<OfProject>({ of: protectedEnvironment })(
  'getProtectedEnvironments',
  (api, { project }) => api.protectedEnvironments.list(project),
)

interface OfEnvironment {
  /** The environment's name. */
  environment: string
}
