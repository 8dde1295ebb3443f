import type { ApiError } from '../../../sdk'
import type { Json } from './json'
import { memberLevels } from './kind'

/** The hint for a role that only newer services have. */
export const hintForUnknownRole = ({ serverMessage }: ApiError, { accessLevel }: Json): string | undefined =>
  accessLevel === memberLevels.security_manager &&
  /is not included in the list|does not have a valid value/.test(serverMessage)
    ? 'Older services do not have the role "security_manager" (25).'
    : undefined
