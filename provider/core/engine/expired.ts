import type { Definition } from '../schema/define'
import type { ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { now } from '../service/clock'
import type { Connection } from '../service/connection'
import { find } from './find'

/** Whether the declared date of an object has passed. */
export const isExpired = ({ existence }: Definition, values: Json): boolean =>
  existence?.isExpired?.(values, now()) === true

/** Whether the object of a state has expired on its declared date, and no longer exists or was revoked. */
export const hasEnded = async (
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  state: Json,
): Promise<boolean> =>
  isExpired(definition, state) && typeof (await find(definition, connection, ref, state)) === 'string'
