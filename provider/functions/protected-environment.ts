import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { protectedEnvironment } from '../resources/protected-environment'

/** Reads a protected environment. */
export const getProtectedEnvironment = reader<OfProject & OfEnvironment>({ of: protectedEnvironment })(
  'getProtectedEnvironment',
  (api, { project, environment }) => api.protectedEnvironments.get(project, environment),
)

/** Lists the protected environments of a project, by name. */
export const getProtectedEnvironments = listReader<OfProject>({ of: protectedEnvironment })(
  'getProtectedEnvironments',
  (api, { project }) => api.protectedEnvironments.list(project),
)

interface OfEnvironment {
  /** Name of the environment. */
  environment: string
}
