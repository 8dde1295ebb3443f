import {
  clientOptionsOf,
  otherKindOfToken,
  refuseMisplaced,
  risksOf,
  settingsFrom,
} from '../../provider/command-line/service'
import { Client, Unauthorized } from '../../sdk'
import { warn } from './warn'

/** Flags of commands that send requests to the service. */
export interface ConnectFlags {
  baseUrl?: string
}

/** A client with the settings of the environment. @throws Error if there is no access token for the service. */
export function clientFromEnvironment(flags: ConnectFlags): Client {
  const found = settingsFrom(flags)
  refuseMisplaced(found)
  const client = new Client(clientOptionsOf(found))
  if (found.token === undefined) {
    const sources = found.tokenFrom.split(' or ').filter((source) => !source.startsWith('stack config'))
    throw new Error(
      `No access token for ${client.baseUrl} (base URL from ${found.baseUrlFrom}). Set the environment variable ${sources.join(' or ')}.`,
    )
  }
  risksOf(found).forEach(warn)
  return client
}

/** Calls a function with a client, and closes the client. If the service rejects the access token, the error names its source. */
export async function withClient<T>(flags: ConnectFlags, use: (client: Client) => Promise<T>): Promise<T> {
  const client = clientFromEnvironment(flags)
  try {
    return await use(client)
  } catch (error) {
    if (!Unauthorized.is(error)) throw error
    const { token, tokenFrom } = settingsFrom(flags)
    const other = otherKindOfToken(token)
    const cause =
      other === undefined ? 'Check whether it is correct, revoked or expired.' : `The token from ${tokenFrom} ${other}.`
    throw new Error(`${client.baseUrl} rejected the access token from ${tokenFrom} (${error.message}). ${cause}`, {
      cause: error,
    })
  } finally {
    await client.close()
  }
}
