import { ConnectionError, MaintenanceMode, ServerError, UnreadableResponse } from '../../../sdk'
import { InvalidResponse } from '../schema/invalid-response'
import type { Connection } from './connection'

/** Whether the service may have executed a write although its response is an error, invalid or missing. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (MaintenanceMode.is(error)) return false
  return ServerError.is(error) || (ConnectionError.is(error) && error.sent) || error instanceof InvalidResponse
}

/** How often a read is sent whose result decides what to do. */
const ATTEMPTS = 3

/** Reads the result of a request whose response was lost. Repeats the read if its response is unreadable. */
export async function readResponse<T>(connection: Connection, read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      // The client has retried all other errors itself.
      if (!(UnreadableResponse.is(error) || error instanceof InvalidResponse) || attempt === ATTEMPTS) throw error
      await connection.pause(attempt)
    }
  }
}
