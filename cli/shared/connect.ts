import { refuseMisplaced, risksOf } from '../../provider/core/service/connection'
import { settings, type Settings } from '../../provider/core/service/settings'
import { Client, Unauthorized } from '../../sdk'
import { warn } from './warn'

/** Options of commands that talk to the service. */
export interface ConnectFlags {
  baseUrl?: string
}

/** A client set up from the environment, as the provider is. @throws where no token is meant for the service. */
export function clientFromEnvironment({ baseUrl: asked }: ConnectFlags, env = process.env): Client {
  const found = settingsOf(asked, env)
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
    const { tokenFrom } = settingsOf(flags.baseUrl, process.env)
    throw new Error(
      `${client.baseUrl} refuses the access token of ${tokenFrom}: look whether it is right, revoked or expired (${error.message}).`,
      { cause: error },
    )
  } finally {
    await client.close()
  }
}

/** There is no stack here, and no configuration but the environment's. */
function settingsOf(baseUrl: string | undefined, env: NodeJS.ProcessEnv): Settings {
  const config = { get: () => undefined }
  if (!baseUrl) return settings(config, env)
  return { ...settings(config, { ...env, TRUEUP_BASE_URL: baseUrl }), baseUrlFrom: '--base-url' }
}
