import { ConnectionError, MaintenanceMode, ServerError, UnreadableResponse } from '../../../sdk'
import { InvalidResponse } from '../schema/invalid-response'
import type { Connection } from './connection'

/** Whether a write may have been carried out although its answer says otherwise, or none came. */
export function isLost(error: unknown): boolean {
  if (MaintenanceMode.is(error)) return false
  return ServerError.is(error) || (ConnectionError.is(error) && error.sent) || error instanceof InvalidResponse
}

/** How often an answer on which everything hangs is asked for. */
const LOOKS = 3

/** Looks what became of a request whose answer was lost; what cannot be read is asked for again. */
export async function lookUp<T>(connection: Connection, look: () => Promise<T>): Promise<T> {
  for (let looks = 1; ; looks++) {
    try {
      return await look()
    } catch (error) {
      // All else the client has tried again itself.
      if (!(UnreadableResponse.is(error) || error instanceof InvalidResponse) || looks === LOOKS) throw error
      await connection.pause(looks)
    }
  }
}
