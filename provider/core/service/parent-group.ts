import { type Client, type Group, NotFound } from '../../../sdk'

/** Reads the parent of a group. @throws Error if it does not exist, or the token cannot see it. */
export async function findParent(api: Client, reference: number | string): Promise<Group> {
  try {
    return await api.groups.get(reference)
  } catch (error) {
    if (!NotFound.is(error) || error.routeMissing) throw error
    throw new Error(
      `The parent group ${reference} does not exist, or the user of the access token cannot see it. Correct parent.`,
      { cause: error },
    )
  }
}
