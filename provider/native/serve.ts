import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Server } from '@grpc/grpc-js'
import { engineAddress } from '../core/service/log'
import { pulumiModules } from '../core/service/pulumi-modules'
import { CallsInProgress } from './calls-in-progress'
import { type Package, providerService } from './service'

/** The largest message, in bytes: that of Pulumi's own plugins. */
const MAX_MESSAGE = 400 * 1024 * 1024

/** The engine closes its connections shortly before it ends the process, and reports processes that end earlier. */
const GRACE_MS = 5_000

/** How long calls in progress can continue at the end, in milliseconds. Nothing uses their results. */
const MAX_LAST_CALLS_MS = 30_000

/**
 * Serves the package to the engine until the engine ends, for any reason. Calls in progress continue. Prints the
 * port of the server, which the engine reads. Serves only this machine.
 */
export async function serve(served: Package): Promise<Server> {
  const { Server, ServerCredentials } = pulumiModules.grpc()
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE,
    'grpc.max_send_message_length': MAX_MESSAGE,
    // Statistics that nothing reads take a tenth of the time of gRPC.
    'grpc.enable_channelz': 0,
  })
  const calls = new CallsInProgress()
  const service = providerService(() => new (resourceProvider())(), served, calls)
  server.addService(pulumiModules.providerService().ResourceProviderService, service)
  const bind = promisify(server.bindAsync.bind(server))
  const port = await bind('127.0.0.1:0', ServerCredentials.createInsecure())
  const end = () => void Promise.race([calls.ended(), sleep(MAX_LAST_CALLS_MS)]).then(() => process.exit())
  // The engine ends the process with SIGINT or, on Windows, with SIGBREAK.
  for (const signal of ['SIGINT', 'SIGBREAK', 'SIGTERM'] as const) process.on(signal, end)
  onDisconnect(() => setTimeout(end, GRACE_MS))
  process.stdout.write(`${port}\n`)
  return server
}

/** Loaded on demand: the engine and language hosts start the plugin only for its schema, too. */
export const resourceProvider = () =>
  (require('./resource-provider') as typeof import('./resource-provider')).ResourceProvider

/** Calls back when the connection to the engine is lost, because the engine was killed. */
function onDisconnect(callback: () => void): void {
  const address = engineAddress()
  if (address === undefined) return
  const { Client, connectivityState, credentials } = pulumiModules.grpc()
  const channel = new Client(address, credentials.createInsecure()).getChannel()
  const watch = (): void => {
    const state = channel.getConnectivityState(true)
    const isLost = state === connectivityState.TRANSIENT_FAILURE || state === connectivityState.SHUTDOWN
    if (isLost) callback()
    else channel.watchConnectivityState(state, Infinity, watch)
  }
  watch()
}
