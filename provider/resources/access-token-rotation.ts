import { required } from '../core/schema/field'
import type { Json } from '../core/schema/json'
import { NEVER } from '../core/schema/time-fields'
import { Type } from '../core/schema/type'
import { hasUnknown, UNKNOWN } from '../core/schema/unknown'

const day = 24 * 60 * 60 * 1000

const days = (most: number, least: number) => Type.Integer({ minimum: least, maximum: most })

/** A schedule for rotating tokens, in days. */
export interface Rotation {
  /** Lifetime of each token, at most 3,650. Most services allow 365 days. */
  lifetimeDays: number
  /** How long before its expiry a token is rotated. The first update in this time rotates it. */
  rotateDaysBefore: number
  /**
   * How long the previous token continues to work, at most `rotateDaysBefore`. The first update after this time revokes
   * it. Default: 0 (it stops working immediately).
   */
  overlapDays?: number
}

/** The dates that a rotation sets: the expiry of the token, and the end of the overlap, if there is one. */
export interface RotationDays {
  expiresAt: string
  overlapEndsOn: string | null
}

/** Returns why a rotation is invalid. */
function rotationProblem({ lifetimeDays, rotateDaysBefore, overlapDays = 0 }: Rotation): string | undefined {
  if (rotateDaysBefore >= lifetimeDays) return 'must have rotateDaysBefore below lifetimeDays'
  return overlapDays > rotateDaysBefore ? 'must have overlapDays of at most rotateDaysBefore' : undefined
}

/** The field of the argument. */
export const rotation = required<Rotation, Required<Rotation>>(
  Type.Object(
    { lifetimeDays: days(3650, 1), rotateDaysBefore: days(3649, 0), overlapDays: Type.Optional(days(3649, 0)) },
    { additionalProperties: false },
  ),
  { local: true, canonical: (given) => ({ overlapDays: 0, ...given }), problem: rotationProblem },
)

/** Calculates the dates from the previous ones. They only change if a rotation or the end of an overlap is due. */
export function rotated(
  rotation: Rotation,
  olds: { readonly [name in keyof RotationDays]?: string | null | undefined },
  now: Date,
): RotationDays {
  // If a preview does not know the rotation, the dates are not known either.
  if (hasUnknown(rotation)) return { expiresAt: UNKNOWN, overlapEndsOn: UNKNOWN }
  const { lifetimeDays, rotateDaysBefore, overlapDays = 0 } = rotation
  const today = dayOf(now)
  const last = plusDays(today, lifetimeDays)
  const { expiresAt } = olds
  const isEndless = expiresAt === NEVER
  // Ignores an invalid date, which an edited state can contain.
  if (!expiresAt || (!isEndless && Number.isNaN(Date.parse(expiresAt)))) return { expiresAt: last, overlapEndsOn: null }
  // A token with a longer lifetime than declared is also rotated.
  if (isEndless || today >= plusDays(expiresAt, -rotateDaysBefore) || expiresAt > last) {
    return { expiresAt: last, overlapEndsOn: overlapDays > 0 ? plusDays(today, overlapDays) : null }
  }
  const overlaps = overlapDays > 0 && olds.overlapEndsOn != null && today < olds.overlapEndsOn
  return { expiresAt, overlapEndsOn: overlaps ? (olds.overlapEndsOn ?? null) : null }
}

/** The day on which an overlap ends that continues without a rotation. Null if it has ended. */
export const overlapEnd = (endsOn: string | null | undefined, now: Date): string | null =>
  endsOn != null && dayOf(now) < endsOn ? endsOn : null

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const plusDays = (date: string, days: number) => dayOf(new Date(Date.parse(date) + days * day))

/** The rotation of a resource of pulumi-gitlab. */
export function rotationOf(configuration: unknown): Json | undefined {
  const { expirationDays, rotateBeforeDays } = (configuration ?? {}) as Json
  return expirationDays == null ? undefined : { lifetimeDays: expirationDays, rotateDaysBefore: rotateBeforeDays }
}
