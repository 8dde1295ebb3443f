import type { AccessTokenCreate, AccessTokens, NewAccessToken } from '../../sdk'
import { NEVER } from '../core/schema/time-fields'
import { now } from '../core/service/clock'
import type { Rotation } from './access-token-rotation'

const dayMs = 24 * 60 * 60 * 1000

/** The days that a token can live on most services. */
const usualDays = 365

/** The date of a rotation. @throws Error if there is none: the API would choose one. */
export function dateOf(expiresAt: string | null): string {
  if (expiresAt === NEVER) throw new Error('The API cannot rotate a token to expiresAt "never". Replace the resource.')
  return String(expiresAt)
}

/** Creates a token without an expiry date. A service that requires one chooses it: such a token is not kept. */
export async function createEndless(
  tokens: AccessTokens,
  parent: number,
  body: Omit<AccessTokenCreate, 'expires_at'>,
): Promise<NewAccessToken> {
  const made = await tokens.create(parent, { ...body, expires_at: null })
  // An invalid response is a lost one.
  if (typeof made?.expires_at !== 'string' || !Number.isSafeInteger(made.id)) return made
  const revoked = await tokens.delete(parent, made.id).then(
    () => 'was revoked',
    () => `exists (id ${made.id}): revoke it`,
  )
  throw new Error(
    `The service requires an expiration date: the new token would have expired on ${made.expires_at}, and ${revoked}. ` +
      'Declare a date or a rotation. Only administrators can allow tokens without a date, in the settings of the instance.',
  )
}

/** Warns of a lifetime that most services refuse. */
export function mistakeInLifetime(expiresAt?: string | null, rotation?: Rotation | null): string[] {
  const isDate = expiresAt != null && expiresAt !== NEVER
  const days = rotation?.lifetimeDays ?? (isDate ? (Date.parse(expiresAt) - now().getTime()) / dayMs : 0)
  return days > usualDays ? [`has a lifetime of more than ${usualDays} days, which most services refuse.`] : []
}
