import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TlsOptions, TLSSocket } from 'node:tls'

/** A certificate, or one with its key, of test/fixtures/tls. */
export const pem = (name: string): string =>
  readFileSync(join(__dirname, '..', '..', 'fixtures', 'tls', `${name}.pem`), 'utf8')

/** A server that must not receive the token. */
export interface Stranger {
  port: number
  /** The number of connections. */
  connections(): number
  /** All received bytes. */
  heard(): string
}

const ends: (() => Promise<unknown>)[] = []

/** Closes all servers. Call it in `afterEach`. */
export const stopServers = async (): Promise<void> => void (await Promise.all(ends.splice(0).map((end) => end())))

/** Listens on a free port, records what it receives, and never responds. */
export async function stranger(host = '127.0.0.1'): Promise<Stranger> {
  let [connections, heard] = [0, '']
  const server = createServer((socket) => {
    connections += 1
    socket.on('data', (bytes) => (heard += bytes.toString('latin1'))).on('error', () => undefined)
  })
  return { port: await listen(server, host), connections: () => connections, heard: () => heard }
}

/** A service over TLS that responds to every request with an object and records the requests and the names of clients. */
export async function tlsService(
  certificate: string,
  options: TlsOptions = {},
): Promise<{ port: number; requests: { headers: Record<string, unknown> }[]; clients: unknown[] }> {
  const clients: unknown[] = []
  const requests: { headers: Record<string, unknown> }[] = []
  const server = createHttpsServer({ cert: certificate, key: certificate, ...options }, (request, response) => {
    requests.push({ headers: request.headers })
    clients.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
    response.end('{"id":1,"name":"bug"}')
  })
  server.on('tlsClientError', () => undefined)
  return { port: await listen(server), requests, clients }
}

/** A proxy that forwards every CONNECT to `port` and records every byte that it can read. */
export async function connectProxy(port: number): Promise<Stranger & { url: string }> {
  let [connections, heard] = [0, '']
  const proxy = createHttpServer()
  proxy.on('connect', (request, socket: Socket) => {
    connections += 1
    heard += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n`
    socket.on('data', (bytes) => (heard += bytes.toString('latin1')))
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  })
  const at = await listen(proxy)
  return {
    port: at,
    url: `http://proxyUserBw47:proxyPassKz83@127.0.0.1:${at}`,
    connections: () => connections,
    heard: () => heard,
  }
}

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}
