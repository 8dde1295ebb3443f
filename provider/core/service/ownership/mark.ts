import { randomUUID } from 'node:crypto'
import type { Json } from '../../schema/json'
import { now } from '../clock'
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

/** The resource of a state, with its current name in the program. */
export function holderNow(state: Json, resource?: Holder): Holder {
  const holder = holderOf(state)
  return { ...holder, name: resource?.name ?? holder.name }
}

/** Whether a state contains a mark. */
export const hasMark = (state: Json): boolean => (state[OWNER] as Holder | undefined)?.mark !== undefined

/** For how long a new project or group counts as such, in milliseconds: the updates that follow a failed one. */
const NEW_MS = 24 * 60 * 60 * 1000

/** When the program created the project or group of a state, if that was not long ago. */
export function createdAt(state: Json): string | undefined {
  const { createdAt: at } = (state[OWNER] ?? {}) as { createdAt?: unknown }
  return typeof at === 'string' && now().getTime() - Date.parse(at) < NEW_MS ? at : undefined
}

/** The mark to store in a state. A hash of the state is replaced by a new mark. */
export const persistentMark = (mark: string): string => (mark.startsWith(UNMARKED) ? randomUUID() : mark)

const UNMARKED = 'unmarked '
