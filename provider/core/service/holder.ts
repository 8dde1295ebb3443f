/**
 * Who holds an object: the mark that the resource has in its state, and the name under which a program declares it.
 * Resources of older states have no mark, and those that no program declares now may have no name.
 */
export interface Holder {
  readonly mark?: string | undefined
  readonly name?: string | undefined
}

/** Whether two holders are one resource. A name alone counts where a state has no mark. */
export const isSame = (one: Holder, other: Holder): boolean =>
  one.mark !== undefined && other.mark !== undefined
    ? one.mark === other.mark && (one.name === other.name || one.name === undefined || other.name === undefined)
    : one.name !== undefined && one.name === other.name
