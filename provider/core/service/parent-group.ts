import { type Client, type Group, NotFound } from '../../../sdk'
import { type Refusal, refusalOfOther } from '../schema/refusal'

type Reference = number | string

/** Reads the parent of a group. Undefined if it does not exist, or the token cannot see it. */
export const findParent = (api: Client, reference: Reference): Promise<Group | undefined> =>
  unlessHidden(() => api.groups.get(reference))

/** Why nothing can be created in, or moved to, a group or user that was not found. `what` is its name in messages. */
export const notFound = (what: string, reference: Reference): Refusal => ({
  ...refusalOfOther(
    `${what} ${reference} does not exist, or the user of the access token cannot see it: create it first, or correct the path`,
  ),
  missing: String(reference).toLowerCase(),
})

/** Returns undefined if what is read does not exist, or the token cannot see it. */
export async function unlessHidden<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!NotFound.is(error) || error.routeMissing) throw error
    return undefined
  }
}
