import { ApiError } from '../../../sdk'
import { isOutcomeUnknown } from '../service/lost'
import { isTaken } from './send-create'
import { ATTEMPTS } from './send-once'

/** The result of a search after which the request is sent again. */
export const AGAIN = Symbol('again')

/** What is known about something that exists after a request that was to create it. */
export interface Existing {
  /** The error of the request. */
  readonly error: unknown
  /** Whether a request whose response was lost may have created it. */
  readonly mayBeOwn: boolean
  /** Whether the request is not sent again. */
  readonly isLast: boolean
}

/** A request that creates something with a path or a name that nothing else can have. */
export interface UniqueRequest<Live, Result> {
  send(): Promise<Result>
  /** Looks for what has the path or the name. `mayBeOwn`: whether a request may have created it. */
  find(mayBeOwn: boolean): Promise<Live | undefined>
  /** Continues with what exists, or throws an error. */
  found(live: Live, existing: Existing): Promise<Result | typeof AGAIN>
  /** Whether a name that the service refused because it was in use is free now. Default: no. */
  isFreed?(): boolean
}

/**
 * Sends a request that creates something unique: a project or group, an object with a natural key, or one that is created
 * again. If the response is lost, or the service refuses the path or the name, the service is asked what exists, and the
 * request is only sent again if that is nothing.
 */
export async function sendUnique<Live, Result>(request: UniqueRequest<Live, Result>): Promise<Result> {
  let mayBeOwn = false
  for (let attempt = 1; ; attempt++) {
    try {
      return await request.send()
    } catch (error) {
      const isUnknown = isOutcomeUnknown(error)
      // The service can refuse a second request because it has carried out the first one.
      if (!isUnknown && !isTaken(error) && !(mayBeOwn && ApiError.is(error))) throw error
      mayBeOwn ||= isUnknown
      const isLast = attempt === ATTEMPTS
      const live = await request.find(mayBeOwn)
      if (live !== undefined) {
        const result = await request.found(live, { error, mayBeOwn, isLast })
        if (result !== AGAIN) return result
      } else if (isLast || !(isUnknown || request.isFreed?.() === true)) throw error
    }
  }
}
