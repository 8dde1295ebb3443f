import { ConnectionError, MaintenanceMode, ServerError, UnreadableAnswer } from '../../sdk'
import type { Connection } from './connection'

/** A success whose answer does not show what it is about: whether it is the service's own is anybody's guess. */
export class EmptyAnswer extends Error {
  constructor(reason = 'The service said yes, but its answer does not show what this was about') {
    super(reason)
  }
}

/** What an answer shows. Where it has no such shape that it could be read, it shows nothing. */
export function legible<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof TypeError ? new EmptyAnswer() : error
  }
}

/** Whether a write may have been carried out although its answer says otherwise, or none came. */
export function isLost(error: unknown): boolean {
  if (MaintenanceMode.is(error)) return false
  return ServerError.is(error) || (ConnectionError.is(error) && error.sent) || error instanceof EmptyAnswer
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
      if (!(UnreadableAnswer.is(error) || error instanceof EmptyAnswer) || looks === LOOKS) throw error
      await connection.pause(looks)
    }
  }
}
