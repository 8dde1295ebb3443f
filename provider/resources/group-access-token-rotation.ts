import { required } from '../core/schema/field'
import { Type } from '../core/schema/fields'
import { hasUnknown, UNKNOWN } from '../core/schema/plain'

const day = 24 * 60 * 60 * 1000

const days = (most: number, least: number) => Type.Integer({ minimum: least, maximum: most })

/** When something that ends is followed by another one. In days. */
export interface Rotation {
  /** How long each lives, at most 365. */
  lifetimeDays: number
  /** How long before its end it is followed by the next: an update within this time does it. */
  rotateDaysBefore: number
  /**
   * How long it goes on beside the next, at most `rotateDaysBefore`; an update after this time ends it. Default 0: it
   * ends at once.
   */
  overlapDays?: number
}

/** The days that rotation decides: the last one, and that on which an overlap ends, if there is one. */
export interface RotationDays {
  expiresAt: string
  overlapEndsOn: string | null
}

/** What is wrong with a rotation. */
function rotationProblem({ lifetimeDays, rotateDaysBefore, overlapDays = 0 }: Rotation): string | undefined {
  if (rotateDaysBefore >= lifetimeDays) return 'must have rotateDaysBefore below lifetimeDays'
  return overlapDays > rotateDaysBefore ? 'must have overlapDays of at most rotateDaysBefore' : undefined
}

/** The argument. */
export const rotation = required<Rotation, Required<Rotation>>(
  Type.Object(
    { lifetimeDays: days(365, 1), rotateDaysBefore: days(364, 0), overlapDays: Type.Optional(days(364, 0)) },
    { additionalProperties: false },
  ),
  { local: true, canonical: (given) => ({ overlapDays: 0, ...given }), problem: rotationProblem },
)

/** Moves the days of before on: only when a rotation or the end of an overlap is due do they change. */
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
  // A day that is none, from a state that somebody has edited, is as good as none.
  if (!expiresAt || Number.isNaN(Date.parse(expiresAt))) return { expiresAt: last, overlapEndsOn: null }
  // One that lives longer than it may is due, too.
  if (today >= plusDays(expiresAt, -rotateDaysBefore) || expiresAt > last) {
    return { expiresAt: last, overlapEndsOn: overlapDays > 0 ? plusDays(today, overlapDays) : null }
  }
  const goesOn = overlapDays > 0 && olds.overlapEndsOn != null && today < olds.overlapEndsOn
  return { expiresAt, overlapEndsOn: goesOn ? (olds.overlapEndsOn ?? null) : null }
}

/** The day on which an overlap ends that continues without a rotation. Null if it has ended. */
export const overlapEnd = (endsOn: string | null | undefined, now: Date): string | null =>
  endsOn != null && dayOf(now) < endsOn ? endsOn : null

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const plusDays = (date: string, days: number) => dayOf(new Date(Date.parse(date) + days * day))
