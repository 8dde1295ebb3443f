import { ConnectionError, ServerError } from '../../sdk'

/** A success whose answer shows nothing of what was made. */
export class EmptyAnswer extends Error {}

/** Whether a write may have been carried out although its answer says otherwise, or none came. */
export function isLost(error: unknown): boolean {
  return ServerError.is(error) || (ConnectionError.is(error) && error.sent) || error instanceof EmptyAnswer
}
