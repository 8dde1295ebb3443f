import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Body, readBody } from './body'
import { type Exchange } from './call'
import { type Clock } from './clock'
import { type Fault, type Faults } from './faults'
import { type RequestLog, type RequestRecord } from './request-log'
import { EmulatorError } from './emulator-error'

/** A URL of more bytes never gets past the proxy in front of the service. */
const longestUrl = 8192

const tooLong = `<html>\r
<head><title>414 Request-URI Too Large</title></head>\r
<body>\r
<center><h1>414 Request-URI Too Large</h1></center>\r
<hr><center>nginx</center>\r
</body>\r
</html>\r
`

export interface ServerParts {
  /** Answers everything but the control endpoints. */
  api: (request: Request, exchange: Exchange) => Promise<Response>
  /** Answers what begins with `/-/`. */
  control: (request: Request) => Promise<Response>
  faults: Faults
  log: RequestLog
  clock: Clock
  /** Milliseconds before each answer. */
  latencyMs: number
  /** Told of each request once it is answered or cut off. */
  onRequest: (record: RequestRecord) => void
}

export interface Server {
  url: string
  close(): Promise<void>
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Listens. Faults and latency happen here, outside the web framework, which would not let a connection be cut. */
export async function listen(host: string, port: number, parts: ServerParts): Promise<Server> {
  // Node refuses long headers before we see them; the URL's own limit must win.
  const server = createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => {
    serve(parts, request, response).catch((error: Error) => {
      // A client that went away while it was sending is no fault of ours.
      if (request.complete) process.stderr.write(`trueup emulator: ${error.stack}\n`)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(host, port, error)))
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
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

async function serve(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const bytes = await readAll(request)
  if (url.startsWith('/-/')) {
    const init = bytes.length > 0 ? { method, body: bytes } : { method }
    return send(response, parts.clock, await toAnswer(await parts.control(new Request(`http://emulator${url}`, init))))
  }
  const body = await readBody(request.headers['content-type'], bytes)
  const record = parts.log.add(method, url, body.value)
  const fault = parts.faults.take(method, url)
  const delay = parts.latencyMs + (fault?.delayMs ?? 0)
  if (delay > 0) await wait(delay)
  if (fault?.drop !== 'before') {
    const answer = withFault(fault, await work(parts, fault, request, body, record))
    record.status = answer.status
    if (fault?.drop !== 'after') send(response, parts.clock, answer, fault?.truncate)
  }
  if (fault?.drop) request.socket.destroy()
  parts.onRequest(record)
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function work(
  parts: ServerParts,
  fault: Fault | undefined,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Body,
  record: RequestRecord,
): Promise<Answer> {
  const nothing: Answer = { status: fault?.status ?? 200, headers: {}, body: '' }
  if (fault?.status !== undefined && !fault.work) return nothing
  if (url.length > longestUrl) {
    return { status: 414, headers: { 'Content-Type': 'text/html' }, body: tooLong }
  }
  const [path = '/', search = ''] = url.split(/\?(.*)/s)
  const exchange = { method, path: squeeze(path), search, headers, body, record }
  const began = performance.now()
  const answer = await toAnswer(await parts.api(carrier(method), exchange))
  const seconds = (performance.now() - began) / 1000
  return { ...answer, headers: { 'x-runtime': seconds.toFixed(6), ...answer.headers } }
}

/** `//` is `/`, and a slash at the end is none. */
const squeeze = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')

const carriers = new Map<string, Request>()

/** The framework wants a `Request`; all but the method travels in the exchange, untouched by any parser. */
function carrier(method: string): Request {
  let request = carriers.get(method)
  if (!request) {
    // Methods that a `Request` does not allow match no route either.
    const allowed = ['CONNECT', 'TRACE', 'TRACK'].includes(method) ? 'UNKNOWN' : method
    request = new Request('http://emulator', { method: allowed })
    carriers.set(method, request)
  }
  return request
}

async function toAnswer(response: Response): Promise<Answer> {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

function withFault(fault: Fault | undefined, answer: Answer): Answer {
  if (!fault) return answer
  const { status = answer.status, headers = {}, body } = fault
  const own = body === undefined ? answer.headers : { ...answer.headers, 'content-type': typeOf(body) }
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const content = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: { ...own, ...lower }, body: body === undefined ? answer.body : content }
}

const typeOf = (body: unknown): string => (typeof body === 'string' ? 'text/plain' : 'application/json')

function send(response: ServerResponse, clock: Clock, { status, headers, body }: Answer, truncate = false): void {
  const bodiless = status === 204 || status === 304 || response.req.method === 'HEAD'
  response.writeHead(status, {
    'X-Request-Id': randomUUID(),
    Date: clock.now().toUTCString(),
    ...headers,
    ...(!bodiless && { 'Content-Length': String(Buffer.byteLength(body)) }),
  })
  // Text goes out together with the headers, in one write.
  if (!truncate) response.end(body)
  else response.write(body.slice(0, body.length / 2), () => response.destroy())
}
