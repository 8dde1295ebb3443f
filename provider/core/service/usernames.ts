import { ApiError, type Client } from '../../../sdk'
import { isKey } from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'

/** Finds users by their usernames. Looks for each of them once in a process. */
export class Usernames {
  private readonly found = new Map<string, Promise<number | undefined>>()

  constructor(private readonly api: Client) {}

  /** The id of the user. Undefined if no user has the name. */
  id(username: string): Promise<number | undefined> {
    const key = username.toLowerCase()
    let found = this.found.get(key)
    if (!found) {
      found = this.find(key)
      this.found.set(key, found)
      // Responses of the service are final for this process. Lost connections are not.
      found.catch((error) => ApiError.is(error) || this.found.delete(key))
    }
    return found
  }

  private async find(username: string): Promise<number | undefined> {
    const users: { id?: unknown; username?: unknown }[] = await this.api.users.list({ username }).all()
    const user = users.find((one) => String(one.username).toLowerCase() === username)
    // A service that ignores the filter returns other users.
    if (user ? !isKey(user.id) : users.length > 0) throw new InvalidResponse()
    return user?.id as number | undefined
  }
}
