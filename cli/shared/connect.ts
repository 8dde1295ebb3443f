import { refuseMisplaced, risksOf, settingsFrom } from '../../provider/service'
import { Client, Unauthorized } from '../../sdk'
import { warn } from './warn'

/** Options of commands that talk to the service. */
export interface ConnectFlags {
  baseUrl?: string
}

/** A client set up from the environment, as the provider is. @throws where no token is meant for the service. */
export function clientFromEnvironment(flags: ConnectFlags): Client {
  const found = settingsFrom(flags)
  const { baseUrl, token, maxConcurrency, maxRequestsPerMinute, caCertificate } = found
  refuseMisplaced(found)
  const client = new Client({ baseUrl, token, maxConcurrency, maxRequestsPerMinute, caCertificate })
  if (token === undefined) {
    const sources = found.tokenFrom.split(' or ').filter((source) => !source.startsWith('stack config'))
    throw new Error(
      `No access token for ${client.baseUrl} (base URL from ${found.baseUrlFrom}): set ${sources.join(' or ')} in the environment.`,
    )
  }
  risksOf(found).forEach(warn)
  return client
}

/** Lets a command use a client, and closes it. @throws what the command does; for a token that is refused, where it is from. */
export async function withClient<T>(flags: ConnectFlags, use: (client: Client) => Promise<T>): Promise<T> {
  const client = clientFromEnvironment(flags)
  try {
    return await use(client)
  } catch (error) {
    if (!Unauthorized.is(error)) throw error
    const { tokenFrom } = settingsFrom(flags)
    throw new Error(
      `${client.baseUrl} refuses the access token of ${tokenFrom}: look whether it is right, revoked or expired (${error.message}).`,
      { cause: error },
    )
  } finally {
    await client.close()
  }
}
