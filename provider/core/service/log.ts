import type { EngineClient } from '@pulumi/pulumi/proto/engine_grpc_pb'
import { pulumiModules } from './pulumi-modules'

const printed = new Set<string>()
let engine: EngineClient | undefined

/** Prints a warning in Pulumi's output, once per process. */
export function warn(text: string): void {
  if (printed.has(text)) return
  printed.add(text)
  try {
    send(text, 'WARNING')
  } catch {
    process.stderr.write(`warning: ${text}\n`)
  }
}

/** Prints a line in Pulumi's output, if this is a provider process. */
export const inform = (text: string): void => print(text, false)

/** Sets the text of Pulumi's status line, if this is a provider process. */
export const status = (text: string): void => print(text, true)

let toldAddress: string | undefined

/**
 * Sets the address of the engine, which the engine also sends to a running process that it attaches to. Returns whether
 * it is another engine than before.
 */
export function useEngine(address: string): boolean {
  const isOther = address !== engineAddress()
  toldAddress = address
  if (isOther) {
    engine = undefined
    printed.clear()
  }
  return isOther
}

/**
 * The engine's address. Pulumi passes it to a provider process as its last argument, after options such as
 * `--tracing ENDPOINT`.
 */
export function engineAddress(): string | undefined {
  const address = toldAddress ?? process.argv.at(-1)
  return address !== undefined && /^([\w.-]+|\[[\da-f:.]+\]):\d+$/i.test(address) ? address : undefined
}

/** The URN of the program's stack. Undefined if no program is running in this operation. */
export async function rootResource(): Promise<string | undefined> {
  const { client, messages } = connect()
  const urn = await new Promise<string>((resolve, reject) =>
    client.getRootResource(new messages.GetRootResourceRequest(), (error, response) =>
      error ? reject(error) : resolve(response.getUrn()),
    ),
  )
  return urn === '' ? undefined : urn
}

function print(text: string, ephemeral: boolean): void {
  try {
    send(text, 'INFO', ephemeral)
  } catch {
    // Not a provider process.
  }
}

function send(text: string, severity: 'INFO' | 'WARNING', ephemeral = false): void {
  const { client, messages } = connect()
  const request = new messages.LogRequest()
  request.setSeverity(messages.LogSeverity[severity])
  request.setMessage(text)
  request.setEphemeral(ephemeral)
  client.log(request, () => {})
}

/** Only a provider process can reach the engine this way. */
function connect(): { client: EngineClient; messages: typeof import('@pulumi/pulumi/proto/engine_pb') } {
  const address = engineAddress()
  if (address === undefined) throw new Error('not a provider process')
  if (!engine) {
    const { EngineClient: Client } = pulumiModules.engineService()
    engine = new Client(address, pulumiModules.grpc().credentials.createInsecure())
  }
  return { client: engine, messages: pulumiModules.engine() }
}
