import { randomUUID } from 'node:crypto'
import type { Json } from '../../schema/json'
import { fingerprint } from '../fingerprint'
import type { Holder } from './holder'

/** The output that contains the mark of the resource. Pulumi does not display properties with this prefix. */
export const OWNER = '__trueup'

/** The resource of a state. States of older releases have no mark, so a hash of the state is used. */
export function holderOf(state: Json): Holder & { mark: string } {
  const { mark, name } = (state[OWNER] ?? {}) as Holder
  return {
    mark: mark ?? (typeof state.adopted === 'string' ? state.adopted : `${UNMARKED}${fingerprint(state)}`),
    name,
  }
}

/** Whether a state contains a mark. */
export const hasMark = (state: Json): boolean => (state[OWNER] as Holder | undefined)?.mark !== undefined

/** The mark to store in a state. A hash of the state is replaced by a new mark. */
export const persistentMark = (mark: string): string => (mark.startsWith(UNMARKED) ? randomUUID() : mark)

const UNMARKED = 'unmarked '
