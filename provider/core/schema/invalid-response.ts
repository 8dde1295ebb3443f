/** The reason if a response has another id than the one that was asked for, for example from the cache of a proxy. */
export const ABOUT_ANOTHER = 'The response is about another object, as if a proxy had sent it instead of the service'

/** A successful response that does not identify the object. A proxy may have sent it instead of the service. */
export class InvalidResponse extends Error {
  constructor(reason = 'The response reports success, but does not identify the object') {
    super(reason)
  }
}

/** Reads values of a response. @throws InvalidResponse if the response does not have the expected structure. */
export function parseResponse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof TypeError ? new InvalidResponse() : error
  }
}
