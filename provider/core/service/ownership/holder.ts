/**
 * The resource that owns an object: its mark in the state, and its name in the program. Resources of older states have
 * no mark, and resources that the program no longer declares can have no name.
 */
export interface Holder {
  readonly mark?: string | undefined
  readonly name?: string | undefined
}

/** Whether two holders are the same resource. Only the names are compared if a state has no mark. */
export const isSame = (one: Holder, other: Holder): boolean =>
  one.mark !== undefined && other.mark !== undefined
    ? one.mark === other.mark && (one.name === other.name || one.name === undefined || other.name === undefined)
    : one.name !== undefined && one.name === other.name
