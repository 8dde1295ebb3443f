import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../store/clock'
import { EmulatorError } from '../store/emulator-error'
import { type Body, readBody } from './body'
import type { Exchange } from './exchange'
import type { Fault, Faults } from './faults'
import { complaintAboutSender, isLoopback, type Place } from './reach'
import type { RequestLog, RequestRecord } from './request-log'

/** Maximum length of a URL in bytes. The proxy in front of GitLab refuses longer ones. */
const longestUrl = 8192

/** Maximum size of a body in bytes. The rest of a larger body is read and discarded. */
const longestBody = 10 * 1024 * 1024
/** The same for control endpoints, because states are larger. */
const longestState = 256 * 1024 * 1024

export interface ServerParts {
  /** Handles all requests except those to the control endpoints. */
  api: (request: Request, exchange: Exchange) => Promise<Response>
  /** Handles requests to paths that start with `/-/`. */
  control: (request: Request) => Promise<Response>
  faults: Faults
  log: RequestLog
  clock: Clock
  /** Delay of each response in milliseconds. */
  latencyMs: number
  /** Whether a body without a media type must be JSON. */
  untypedIsJson: boolean
  /** Whether pages of all sites can use the API. They can never use the control endpoints. */
  cors: boolean
  /** Called for each request after the response was sent or the connection was closed. */
  onRequest: (record: RequestRecord) => void
}

export interface Server {
  url: string
  /** Whether only this machine can reach the server. */
  loopback: boolean
  close(): Promise<void>
}

interface WireResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** A response of the proxy in front of GitLab. */
function refusal(status: number, reason: string): WireResponse {
  const body = `<html>\r
<head><title>${status} ${reason}</title></head>\r
<body>\r
<center><h1>${status} ${reason}</h1></center>\r
<hr><center>nginx</center>\r
</body>\r
</html>\r
`
  return { status, headers: { 'Content-Type': 'text/html' }, body }
}

/** Starts a server. Handles faults and latency here because the web framework cannot close connections. */
export async function listen(host: string, port: number, parts: ServerParts): Promise<Server> {
  if (host === '') throw new EmulatorError('The host to listen on must not be empty. Set an address, or omit it.')
  const place = { host, loopback: true }
  // Node refuses long headers before this handler runs. The limit of the URL must take precedence.
  const server = createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => {
    serve(parts, place, request, response).catch((error: Error) => {
      // A client that closes the connection while it sends is not an error of the emulator.
      if (request.complete) process.stderr.write(`trueup emulator: ${error.stack}\n`)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(host, port, error)))
    server.listen(port, host, resolve)
  })
  const { address, port: bound } = server.address() as AddressInfo
  place.loopback = isLoopback(address)
  return {
    loopback: place.loopback,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function cannotListen(host: string, port: number, error: NodeJS.ErrnoException): EmulatorError {
  if (error.code === 'EADDRINUSE') {
    return new EmulatorError(
      `Port ${port} on ${host} is taken: stop what listens there, or choose another port (0 finds a free one).`,
    )
  }
  return new EmulatorError(`Cannot listen on ${host}, port ${port} (${error.code}): choose another host or port.`)
}

const hintForApi = '. With the option --cors, the API accepts all of them.'

async function serve(
  parts: ServerParts,
  place: Place,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = request
  const url = targetOf(request)
  const control = url.startsWith('/-/')
  const bytes = await readAll(request, control ? longestState : longestBody)
  const complaint = control || !parts.cors ? complaintAboutSender(request.headers, place) : undefined
  if (complaint) return send(response, parts.clock, json(403, { error: `${complaint}${control ? '' : hintForApi}` }))
  if (control) return send(response, parts.clock, await controlResponse(parts, request, bytes))
  const body = bytes && (await readBody(request.headers['content-type'], bytes, parts))
  const record = parts.log.add(method, url, body?.value, bytes?.length)
  const fault = parts.faults.take(method, url)
  const delay = parts.latencyMs + (fault?.delayMs ?? 0)
  if (delay > 0) await wait(delay)
  if (fault?.drop !== 'before') {
    const sent = withFault(fault, await apiResponse(parts, fault, request, body, record))
    record.status = sent.status
    if (fault?.drop !== 'after') send(response, parts.clock, sent, fault?.truncate)
  }
  if (fault?.drop) request.socket.destroy()
  parts.onRequest(record)
}

/** Path and query. Clients behind a proxy send them with the server's address. */
const targetOf = ({ url = '/' }: IncomingMessage): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')

/**
 * Undefined for more than `most` bytes. Reads everything because a client that still sends would not see the response.
 */
async function readAll(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= most) chunks.push(chunk)
    else chunks = []
  }
  return size <= most ? Buffer.concat(chunks) : undefined
}

/** The response of the control endpoints. */
async function controlResponse(
  parts: ServerParts,
  request: IncomingMessage,
  bytes: Buffer | undefined,
): Promise<WireResponse> {
  if (!bytes) return json(413, { error: `the body must have at most ${longestState} bytes` })
  const method = allowed(request.method)
  const body = method === 'GET' || method === 'HEAD' || bytes.length === 0 ? {} : { body: bytes }
  return toWireResponse(await parts.control(new Request(`http://emulator${targetOf(request)}`, { method, ...body })))
}

const json = (status: number, body: unknown): WireResponse => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

async function apiResponse(
  parts: ServerParts,
  fault: Fault | undefined,
  request: IncomingMessage,
  body: Body | undefined,
  record: RequestRecord,
): Promise<WireResponse> {
  const nothing: WireResponse = { status: fault?.status ?? 200, headers: {}, body: '' }
  if (fault?.status !== undefined && !fault.work) return nothing
  const { method = 'GET', headers } = request
  const url = targetOf(request)
  if (url.length > longestUrl) return refusal(414, 'Request-URI Too Large')
  if (!body) return refusal(413, 'Request Entity Too Large')
  const [path = '/', search = ''] = url.split(/\?(.*)/s)
  const exchange = { method, path: squeeze(path), search, headers, body, record, race: fault?.race ?? false }
  const start = performance.now()
  const response = await toWireResponse(await parts.api(carrier(method), exchange))
  const seconds = (performance.now() - start) / 1000
  return { ...response, headers: { 'x-runtime': seconds.toFixed(6), ...response.headers } }
}

/** Merges repeated slashes and removes a trailing one. */
const squeeze = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')

const carriers = new Map<string, Request>()

/**
 * The framework requires a `Request`. It only has the method; the rest is in the exchange, not changed by any parser.
 */
function carrier(method: string): Request {
  let request = carriers.get(method)
  if (!request) {
    request = new Request('http://emulator', { method: allowed(method) })
    carriers.set(method, request)
  }
  return request
}

/** Methods that a `Request` does not allow do not match any route. */
const allowed = (method = 'GET'): string => (['CONNECT', 'TRACE', 'TRACK'].includes(method) ? 'UNKNOWN' : method)

async function toWireResponse(response: Response): Promise<WireResponse> {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

function withFault(fault: Fault | undefined, response: WireResponse): WireResponse {
  if (!fault) return response
  const { status = response.status, headers = {}, body } = fault
  const own = body === undefined ? response.headers : { ...response.headers, 'content-type': typeOf(body) }
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const content = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: { ...own, ...lower }, body: body === undefined ? response.body : content }
}

const typeOf = (body: unknown): string => (typeof body === 'string' ? 'text/plain' : 'application/json')

function send(response: ServerResponse, clock: Clock, { status, headers, body }: WireResponse, truncate = false): void {
  const bodiless = status === 204 || status === 304 || response.req.method === 'HEAD'
  response.writeHead(status, {
    'X-Request-Id': randomUUID(),
    Date: clock.now().toUTCString(),
    ...headers,
    ...(!bodiless && { 'Content-Length': String(Buffer.byteLength(body)) }),
  })
  // Sends a string together with the headers, in one write.
  if (!truncate) response.end(body)
  else response.write(body.slice(0, body.length / 2), () => response.destroy())
}
