import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { projectHook } from '../resources/project-hook'

/**
 * Reads a webhook of a project, with the names of its headers and variables, and whether the service has disabled it after
 * failed calls. Newer services also tell whether it has a token and a signing token. The result is a secret.
 */
export const getProjectHook = reader<OfProject & OfHook>({ secret: true, of: projectHook })(
  'getProjectHook',
  (api, { project, hook }) => api.projectHooks.get(project, hook),
)

/** Lists the webhooks of a project, without the names of their headers and variables. The result is a secret. */
export const getProjectHooks = listReader<OfProject>({ secret: true, of: projectHook })(
  'getProjectHooks',
  (api, { project }) => api.projectHooks.list(project),
)

interface OfHook {
  /** Id of the hook: `hookId` of its resource. */
  hook: number
}
