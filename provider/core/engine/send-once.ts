import { isOutcomeUnknown } from '../service/lost'

/** How often a request is sent. Each time, the service was checked and had not executed the one before. */
export const ATTEMPTS = 3

/** A request that creates something. If it is sent twice, it can create it twice. */
export interface CreateRequest<Live, Result> {
  send(): Promise<Result>
  /** Finds what the request may have created: objects that did not exist before and that no other resource created. */
  created(): Promise<Live[]>
  /** Continues with an object whose response was lost. */
  found(live: Live): Result | Promise<Result>
  /** Returns the error for several objects that a request may have created. */
  ambiguous(created: Live[]): Error
  /** Warns of objects that an earlier attempt may have created, although they were not found at that time. */
  warnOfLate(created: Live[]): void
}

/**
 * Sends a request that creates something, so that it creates it once. If the response is lost, the service is asked
 * what the request has created, and the request is only sent again if that is nothing.
 */
export async function sendOnce<Live, Result>(request: CreateRequest<Live, Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await request.send()
      if (attempt > 1) {
        const late = await request.created().catch(() => [])
        if (late.length > 0) request.warnOfLate(late)
      }
      return result
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      const created = await request.created()
      if (created.length > 1) throw request.ambiguous(created)
      if (created[0] !== undefined) return request.found(created[0])
      if (attempt === ATTEMPTS) throw error
    }
  }
}
