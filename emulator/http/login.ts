import type { UserRecord } from '../records/user'
import type { Call } from './call'
import { forbidden, unauthorized } from './errors'

/** A request of a user, directly or through one of their jobs. */
export interface UserCall extends Call {
  readonly user: UserRecord
}

/** Runs before the parameters are validated. @throws HttpError 401 without a user. */
export function login(call: Call): asserts call is UserCall {
  if (!call.user) throw unauthorized()
}

/**
 * Runs before the parameters are validated. @throws HttpError 401 without a user, 403 for other users than
 * administrators.
 */
export function administrator(call: Call): asserts call is UserCall {
  login(call)
  if (!call.user.admin) throw forbidden()
}
