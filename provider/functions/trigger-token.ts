import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { triggerToken } from '../resources/trigger-token'

/** Reads a trigger token of a project, unless it has expired. The result is a secret. */
export const getTriggerToken = reader<OfProject & OfTrigger>({ secret: true, of: triggerToken })(
  'getTriggerToken',
  (api, { project, trigger }) => api.triggerTokens.get(project, trigger),
)

/**
 * Lists the trigger tokens of a project, except expired tokens. The result is a secret. Tokens of other users contain
 * only the first four characters.
 */
export const getTriggerTokens = listReader<OfProject>({ secret: true, of: triggerToken })(
  'getTriggerTokens',
  (api, { project }) => api.triggerTokens.list(project),
)

interface OfTrigger {
  /** Id of the trigger token: `triggerId` of its resource. */
  trigger: number
}
