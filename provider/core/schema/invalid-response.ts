/** A success whose answer does not show what it is about: whether it is the service's own is anybody's guess. */
export class InvalidResponse extends Error {
  constructor(reason = 'The service said yes, but its answer does not show what this was about') {
    super(reason)
  }
}

/** What an answer shows. Where it has no such shape that it could be read, it shows nothing. */
export function parsed<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof TypeError ? new InvalidResponse() : error
  }
}
