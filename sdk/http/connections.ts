import { rootCertificates } from 'node:tls'
import type { Dispatcher } from 'undici'
import type { RawResponse } from './call'

/** No answer of the service is larger, in bytes. */
const largestAnswer = 64 * 1024 * 1024

/** Why an answer is given up. */
export const tooLarge = new Error('the answer is larger than 64 MiB: is this the address of the API?')

/** How far an exchange got. */
export interface Progress {
  sent: boolean
  status?: number
}

/** Sends one request, and resolves with its whole answer. */
export function dispatch(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let headers: Record<string, string> = {}
    // Rejects at once: while it connects, the library cannot be told to stop.
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    dispatcher.dispatch(request, {
      // Called when the request is about to be written to a socket that is connected: the exact moment after which it
      // may have been received. What an error says comes too late and is ambiguous.
      onRequestStart(controller) {
        if (signal.aborted) return controller.abort(signal.reason)
        progress.sent = true
        signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
      },
      onResponseStart(_controller, status, received) {
        if (status < 200) return
        progress.status = status
        headers = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, [value].flat().join(', ')]))
      },
      onResponseData(controller, chunk) {
        size += chunk.length
        if (size > largestAnswer) controller.abort(tooLarge)
        else chunks.push(chunk)
      },
      onResponseEnd() {
        resolve({ status: progress.status ?? 0, headers, body: Buffer.concat(chunks) })
      },
      onResponseError(_controller, error) {
        reject(error)
      },
    })
  })
}

/** The connections of a client, to every origin that it sends to. */
export class Connections {
  closing: Promise<void> | undefined
  private readonly dispatchers = new Map<string, Dispatcher>()

  constructor(private readonly caCertificate: string | undefined) {}

  to(origin: string, connections: number): Dispatcher {
    const dispatcher = this.dispatchers.get(origin) ?? dispatcherFor(origin, connections, this.caCertificate)
    this.dispatchers.set(origin, dispatcher)
    return dispatcher
  }

  close(): Promise<void> {
    this.closing ??= Promise.all([...this.dispatchers.values()].map((one) => one.close())).then(() => undefined)
    return this.closing
  }
}

/** Connections to the origin: straight, or through the proxy that the environment names, which is not asked for loopback. */
function dispatcherFor(origin: string, connections: number, caCertificate: string | undefined): Dispatcher {
  const tls = caCertificate === undefined ? undefined : { ca: [...rootCertificates, caCertificate] }
  const options = { connections, ...(tls && { connect: tls }) }
  const { http_proxy, HTTP_PROXY, https_proxy, HTTPS_PROXY } = process.env
  // Loaded once there is something to send: a program declares, and a preview mostly compares.
  const { EnvHttpProxyAgent, Pool } = require('undici') as typeof import('undici')
  return (http_proxy || HTTP_PROXY || https_proxy || HTTPS_PROXY) && !loopback.test(new URL(origin).hostname)
    ? new EnvHttpProxyAgent({ ...options, ...(tls && { requestTls: tls }) })
    : new Pool(origin, options)
}

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** What a certificate lacks whose authority nobody knows here. */
const untrusted = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY|GET)_\w+|CERT_UNTRUSTED)$/

/** An error's own words; a failure to connect to several addresses has none but those of its parts. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = error.message || (error instanceof AggregateError ? describe(error.errors[0]) : error.name)
  const remedy = untrusted.test((error as NodeJS.ErrnoException).code ?? '')
  return remedy ? `${said}: give the certificate of its authority as caCertificate` : said
}
