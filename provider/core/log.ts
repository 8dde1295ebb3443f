import { createRequire } from 'node:module'
import type { EngineClient } from '@pulumi/pulumi/proto/engine_grpc_pb'

const said = new Set<string>()
let engine: EngineClient | undefined

/** Shows a warning in Pulumi's output, once per process. */
export function warn(text: string): void {
  if (said.has(text)) return
  said.add(text)
  try {
    send(text, 'WARNING')
  } catch {
    process.stderr.write(`warning: ${text}\n`)
  }
}

/** Shows in Pulumi's status line what goes on; nobody misses it where there is none. */
export function status(text: string): void {
  try {
    send(text, 'INFO', true)
  } catch {
    // Not a provider process.
  }
}

/** Pulumi tells a provider process the engine's address in its first argument; only there can the engine be reached. */
function send(text: string, severity: 'INFO' | 'WARNING', ephemeral = false): void {
  const address = process.argv[2]
  if (!address || !/^[\w.-]+:\d+$/.test(address)) throw new Error('not a provider process')
  // Loaded when there is something to say: hardly ever. gRPC is Pulumi's dependency, not ours: strict layouts hide it.
  const load = createRequire(createRequire(__filename).resolve('@pulumi/pulumi/package.json'))
  const { EngineClient: Client } = load('./proto/engine_grpc_pb') as Proto['service']
  const { LogRequest, LogSeverity } = load('./proto/engine_pb') as Proto['messages']
  engine ??= new Client(address, (load('@grpc/grpc-js') as Proto['grpc']).credentials.createInsecure())
  const request = new LogRequest()
  request.setSeverity(LogSeverity[severity])
  request.setMessage(text)
  request.setEphemeral(ephemeral)
  engine.log(request, () => {})
}

interface Proto {
  service: typeof import('@pulumi/pulumi/proto/engine_grpc_pb')
  messages: typeof import('@pulumi/pulumi/proto/engine_pb')
  grpc: typeof import('@grpc/grpc-js')
}
