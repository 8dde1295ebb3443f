import type { TestEmulator } from '../../../support/emulator'

/**
 * Options for any class of gitbeaker: where the emulator is and whose token to send, a user's (`developer`) or a special
 * one (`readonly`). Null for none: then the option must be left out, an undefined token would be sent as that word.
 */
export const access = ({ url }: TestEmulator, as: string | null = 'maintainer') =>
  as === null ? { host: url } : { host: url, token: `emulator-${as}` }

/** The error of gitbeaker for a refused request: the body's `error`, otherwise its `message`, as JSON if it is not a string. */
export const refused = (status: number, said: unknown) => ({
  name: 'GitbeakerRequestError',
  message: typeof said === 'string' ? said : JSON.stringify(said),
  cause: { response: { status } },
})
