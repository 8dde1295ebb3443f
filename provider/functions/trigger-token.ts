import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { triggerToken } from '../resources/trigger-token'

/** One trigger token of a project, unless it has expired. The answer is a secret. */
export const getTriggerToken = reader<OfProject & OfTrigger>({ secret: true, of: triggerToken })(
  'getTriggerToken',
  (api, { project, trigger }) => api.triggerTokens.get(project, trigger),
)

/**
 * The trigger tokens of a project, but for those that have expired. The answer is a secret, though of other people's
 * tokens it holds no more than the first four characters.
 */
export const getTriggerTokens = listReader<OfProject>({ secret: true, of: triggerToken })(
  'getTriggerTokens',
  (api, { project }) => api.triggerTokens.list(project),
)

interface OfTrigger {
  /** The trigger token's number on the service: `triggerId` of its resource. */
  trigger: number
}
