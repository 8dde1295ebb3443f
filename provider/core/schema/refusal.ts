/** Why the service would refuse a change, or would not apply it. */
export interface Refusal {
  readonly reason: string
  /** Whether another resource can change this before, such as the one of the group above. */
  readonly isOfOther?: boolean
  /** The path of the group that does not exist, if that is the reason. */
  readonly missing?: string
}

/** A reason that only the resource itself can change. */
export const refusal = (reason: string): Refusal => ({ reason })

/** A reason that another resource of the program can change before. */
export const refusalOfOther = (reason: string): Refusal => ({ reason, isOfOther: true })

const reasonsOf = (refusals: readonly Refusal[]): string => refusals.map(({ reason }) => reason).join('; ')

/** Says in a preview that an update would fail. `what` is the resource. */
export function describeRefusals(what: string, refusals: readonly Refusal[]): string {
  const isCertain = refusals.some(({ isOfOther }) => !isOfOther)
  return `The update would fail${isCertain ? '' : ', unless another resource changes this before'}: ${what}: ${reasonsOf(refusals)}.`
}

/** The error of a request that is not sent. */
export const refused = (refusals: readonly Refusal[]): Error => new Error(`${reasonsOf(refusals)}. Nothing was sent.`)

/** @throws Error with the reasons, if there are any. */
export function throwIfAny(refusals: readonly Refusal[]): void {
  if (refusals.length > 0) throw refused(refusals)
}
