import { randomUUID } from 'node:crypto'
import type { Json } from '../schema/json'
import { fingerprint } from './fingerprint'
import type { Holder } from './holder'

/** The output that says whose state it is. Pulumi shows no properties whose names begin like this. */
export const OWNER = '__trueup'

/** Whose state this is. States of older releases have no mark: their content stands for one. */
export function holderOf(state: Json): Holder & { mark: string } {
  const { mark, name } = (state[OWNER] ?? {}) as Holder
  return {
    mark: mark ?? (typeof state.adopted === 'string' ? state.adopted : `${UNMARKED}${fingerprint(state)}`),
    name,
  }
}

/** Whether a state has a mark of its own. */
export const hasMark = (state: Json): boolean => (state[OWNER] as Holder | undefined)?.mark !== undefined

/** The mark that a state is written with: one that was worked out from its content makes way for one of its own. */
export const settled = (mark: string): string => (mark.startsWith(UNMARKED) ? randomUUID() : mark)

const UNMARKED = 'unmarked '
