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

/** Prints a line in Pulumi's output, if this is a provider process. */
export const inform = (text: string): void => show(text, false)

/** Sets the text of Pulumi's status line, if this is a provider process. */
export const status = (text: string): void => show(text, true)

/** Pulumi tells a provider process the engine's address in its first argument. */
export function engineAddress(): string | undefined {
  const address = process.argv[2]
  return address !== undefined && /^[\w.-]+:\d+$/.test(address) ? address : undefined
}

/** The URN of the program's stack; undefined where no program runs in this operation. */
export async function rootResource(): Promise<string | undefined> {
  const { client, messages } = connected()
  const urn = await new Promise<string>((resolve, reject) =>
    client.getRootResource(new messages.GetRootResourceRequest(), (error, response) =>
      error ? reject(error) : resolve(response.getUrn()),
    ),
  )
  return urn === '' ? undefined : urn
}

function show(text: string, ephemeral: boolean): void {
  try {
    send(text, 'INFO', ephemeral)
  } catch {
    // Not a provider process.
  }
}

function send(text: string, severity: 'INFO' | 'WARNING', ephemeral = false): void {
  const { client, messages } = connected()
  const request = new messages.LogRequest()
  request.setSeverity(messages.LogSeverity[severity])
  request.setMessage(text)
  request.setEphemeral(ephemeral)
  client.log(request, () => {})
}

/** Only a provider process can reach the engine this way. */
function connected(): { client: EngineClient; messages: Proto['messages'] } {
  const address = engineAddress()
  if (address === undefined) throw new Error('not a provider process')
  // Loaded when there is something to say: hardly ever. gRPC is Pulumi's dependency, not ours: strict layouts hide it.
  const load = createRequire(createRequire(__filename).resolve('@pulumi/pulumi/package.json'))
  const { EngineClient: Client } = load('./proto/engine_grpc_pb') as Proto['service']
  engine ??= new Client(address, (load('@grpc/grpc-js') as Proto['grpc']).credentials.createInsecure())
  return { client: engine, messages: load('./proto/engine_pb') as Proto['messages'] }
}

interface Proto {
  service: typeof import('@pulumi/pulumi/proto/engine_grpc_pb')
  messages: typeof import('@pulumi/pulumi/proto/engine_pb')
  grpc: typeof import('@grpc/grpc-js')
}
