import { HttpError, internalError } from './errors'

/** Of two equal requests that are carried out at the same time, the first or the second one. */
export type Race = 'first' | 'second'

/** Carries out the first request. Its response is discarded. */
export function raceFirst(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
  }
}

/**
 * Carries out the second request. Neither found a conflict, so that the database refuses the second one: 500, not 409.
 */
export function raceSecond<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof HttpError && error.status === 409 ? internalError() : error
  }
}
