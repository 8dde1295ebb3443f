import { ResourceError } from '../resource-error'
import { displayName } from '../resource-names'
import type { Intent } from './ledger-entries'

/** The maximum number of resources that the message names. */
const MAX_NAMES = 3

/** An object was not deleted, because another resource of the program may own it. */
export class StillDeclared extends ResourceError {
  /** The resources that declare it. */
  readonly by: readonly string[]
  /** Whether the engine has begun with one of them, so it may adopt the object at any moment. */
  readonly isBegun: boolean
  /** The text of a warning, if this is not an error. It is also true if one of them adopts the object afterwards. */
  readonly warning: string

  constructor(object: string, intents: readonly Intent[]) {
    const names = [...new Set(intents.map(({ name }) => displayName(name)))]
    const list = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '')
    const isUncertain = intents.every(({ open }) => open)
    const reason = `${list} may also declare it, because some of its arguments are not known yet.`
    super(
      `${object} was not deleted: ` +
        (isUncertain ? reason : `${list} also declares it, and is not known to have adopted it.`) +
        ' Update that resource in the same run. With --target, add it as a target. If it failed, fix its error first.',
    )
    this.by = names
    this.isBegun = !isUncertain && intents.some(({ checked }) => checked)
    this.warning = `${object} is kept: ${isUncertain ? reason : `${list} also declares it, and had not adopted it yet.`}`
  }
}
