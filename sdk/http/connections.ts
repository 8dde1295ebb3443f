import { rootCertificates, type SecureContextOptions } from 'node:tls'
import type { Dispatcher } from 'undici'
import type { RawResponse } from './call'
import type { ClientOptions } from './options'

/** The maximum size of a response, in bytes. Responses of the service are smaller. */
const maxResponseBytes = 64 * 1024 * 1024

/** The reason for aborting a response that is too large. */
export const responseTooLarge = new Error('the response is larger than 64 MiB: check baseUrl')

/** The progress of a request. */
export interface Progress {
  sent: boolean
  status?: number
}

/** Sends one request and resolves with the complete response. */
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
    // Rejects immediately, because undici cannot be interrupted while it connects.
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    dispatcher.dispatch(request, {
      // Called when the request is about to be written to a connected socket. From then on the service can have
      // received it. An error comes too late to decide that and is ambiguous.
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
        if (size > maxResponseBytes) controller.abort(responseTooLarge)
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

type Undici = typeof import('undici')

type TlsOptions = Pick<ClientOptions, 'caCertificate' | 'clientCertificate' | 'clientKey'>

/** The connections of a client, by origin. */
export class Connections {
  closing: Promise<void> | undefined
  private readonly dispatchers = new Map<string, Dispatcher>()

  /** @param origin The origin of the service, which alone gets the certificate of the client. */
  constructor(
    private readonly options: TlsOptions,
    private readonly origin: string,
  ) {}

  to(origin: string, connections: number): Dispatcher {
    const dispatcher = this.dispatchers.get(origin) ?? dispatcherFor(origin, connections, this.tlsFor(origin))
    this.dispatchers.set(origin, dispatcher)
    return dispatcher
  }

  private tlsFor(origin: string): SecureContextOptions {
    const { caCertificate, clientCertificate: cert, clientKey: key } = this.options
    const ofClient = origin === this.origin && cert !== undefined && key !== undefined ? { cert, key } : {}
    return { ...(caCertificate !== undefined && { ca: [...rootCertificates, caCertificate] }), ...ofClient }
  }

  close(): Promise<void> {
    this.closing ??= Promise.all([...this.dispatchers.values()].map((one) => one.close())).then(() => undefined)
    return this.closing
  }
}

/** Connects directly or through the proxy of the environment. Loopback addresses never use the proxy. */
function dispatcherFor(origin: string, connections: number, tls: SecureContextOptions): Dispatcher {
  const isSet = Object.keys(tls).length > 0
  const options = { connections, ...(isSet && { connect: tls }) }
  const { http_proxy, HTTP_PROXY, https_proxy, HTTPS_PROXY } = process.env
  return (http_proxy || HTTP_PROXY || https_proxy || HTTPS_PROXY) && !loopback.test(new URL(origin).hostname)
    ? new (undici().EnvHttpProxyAgent)({ ...options, ...(isSet && { requestTls: tls }) })
    : new (pool())(origin, options)
}

/**
 * The library, loaded when the first request is sent, because programs and most previews send none. Bun replaces the
 * module `undici`, but not its file, by one without connections.
 */
const undici = () => require('undici/index.js') as Undici

/** The class of direct connections, without the rest of the library, such as its mocks, which takes twice as long to load. */
function pool(): Undici['Pool'] {
  try {
    return require('undici/lib/dispatcher/pool.js') as Undici['Pool']
  } catch {
    // A later release may have other files.
    return undici().Pool
  }
}

/** The hosts of this machine, for which no proxy is used. */
export const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** Error codes for a certificate of an unknown certificate authority. */
const untrusted = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY|GET)_\w+|CERT_UNTRUSTED)$/

/** Whether a connection failed because the authority of the certificate is unknown. */
export const isUntrusted = (error: unknown): boolean =>
  error instanceof Error && untrusted.test((error as NodeJS.ErrnoException).code ?? '')

/** Error codes for alerts with which a server ends a handshake because of the client's certificate, or its absence. */
const clientRefused =
  /ALERT_(?:CERTIFICATE_(?:REQUIRED|EXPIRED|REVOKED|UNKNOWN)|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE|ACCESS_DENIED)$/

/** Whether a connection failed because the service requires a client certificate, or rejects it. */
export const isClientRefused = (error: unknown): boolean =>
  clientRefused.test(String((error as { code?: unknown } | null | undefined)?.code))

/** The message of an error. If connecting to several addresses failed, the message of the first failure. */
export function describe(error: unknown): string {
  if (isClientRefused(error)) {
    const [, alert = 'handshake failure'] = /:SSL routines:[^:]*:([^:]+)/.exec(String(error)) ?? []
    return `${alert.trim()}: the service may require a client certificate, or reject the one that is set`
  }
  if (!(error instanceof Error)) return String(error)
  const message = error.message || (error instanceof AggregateError ? describe(error.errors[0]) : error.name)
  if (/:SSL routines:.*:(wrong version number|packet length too long)/.test(message)) {
    return 'the server does not use TLS on this port: check the scheme and the port of baseUrl'
  }
  return isUntrusted(error) ? `${message}: set caCertificate to the certificate of its authority` : message
}
