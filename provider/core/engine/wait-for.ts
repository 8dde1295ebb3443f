import type { Connection } from '../service/connection'

/** How often to check. All checks take up to 7 s, and the first ones follow each other quickly. */
const ATTEMPTS = 11

/**
 * Waits until another resource has done something, such as adopt an object. The engine runs updates in any order, and
 * does not report its plans. Returns whether it was done.
 */
export async function waitFor(connection: Connection, isDone: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (await isDone()) return true
    await connection.pause(attempt - ATTEMPTS)
  }
  return isDone()
}
