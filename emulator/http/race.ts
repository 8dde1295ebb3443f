import { HttpError, internalError, invalid } from './errors'

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
 * Carries out the second request. Neither found a conflict, so that the database refuses the second one with 500, unless
 * it has no rule for it: then, the endpoint does not look for a conflict.
 */
export function raceSecond<T>(work: () => T, refusal = internalError()): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof HttpError && isConflict(error) ? refusal : error
  }
}

/** The refusal of the database where the service reports it. */
export const uniqueViolation = (): HttpError =>
  invalid({ base: ['PG::UniqueViolation: ERROR:  duplicate key value violates unique constraint'] })

const isConflict = ({ status, body }: HttpError): boolean =>
  status === 409 || /already been taken/.test(JSON.stringify(body) ?? '')
