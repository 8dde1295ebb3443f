import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A received request. */
export interface Received {
  method: string
  /** Path and query, byte for byte. */
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** Writes the response, or breaks it. */
export type Reply = (response: ServerResponse, socket: Socket) => unknown

/** Returns the response. `count` is 1 for the first request. */
export type Handler = (request: Received, count: number) => Reply | Promise<Reply>

/** A service on a real socket with the given responses. */
export interface Service {
  url: string
  port: number
  received: Received[]
  /** `METHOD path?query` of every request, in order. */
  lines(): string[]
  /** Connections that were ever opened. */
  connections(): number
}

const services: { close(): Promise<void> }[] = []

/** Starts a service that lives until the end of the test; needs `afterEach(stopServices)`. */
export async function serve(handler: Handler): Promise<Service> {
  const received: Received[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const entry = { method, url, headers, body: Buffer.concat(chunks).toString() }
      received.push(entry)
      void Promise.resolve(handler(entry, received.length)).then((reply) => reply(response, request.socket))
    })
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  services.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    lines: () => received.map(({ method, url }) => `${method} ${url}`),
    connections: () => connections,
  }
}

export async function stopServices(): Promise<void> {
  await Promise.all(services.splice(0).map((service) => service.close()))
}

type Headers = Record<string, string | string[]>

export const text =
  (body: string, status = 200, headers: Headers = { 'content-type': 'text/plain' }): Reply =>
  (response) =>
    response.writeHead(status, headers).end(body)

export const json = (body: unknown, status = 200, headers: Headers = {}): Reply =>
  text(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers })

/** Only a status and headers. */
export const bare =
  (status: number, headers: Headers = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end()

/** The request was read, then the connection ends. */
export const hangUp: Reply = (_response, socket) => socket.destroy()

/** As `hangUp`, but with a reset. */
export const reset: Reply = (_response, socket) => socket.resetAndDestroy()

/** The response ends in the middle of its body. */
export const truncated =
  (status = 200): Reply =>
  (response, socket) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"id":', () => socket.destroy())
  }

/** Reads the request and never responds. */
export const silence: Reply = () => undefined

/** Replies in turn; the last one stays. */
export const inTurn =
  (...replies: Reply[]): Handler =>
  (_request, count) =>
    replies[Math.min(count, replies.length) - 1] ?? silence
