import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TlsOptions } from 'node:tls'

/** A certificate, or one with its key, of test/fixtures/tls. */
export const pem = (name: string): string =>
  readFileSync(join(__dirname, '..', '..', 'fixtures', 'tls', `${name}.pem`), 'utf8')

/** Somebody who has no business with the token. */
export interface Stranger {
  port: number
  /** Connections that were ever opened. */
  connections(): number
  /** Every byte that came. */
  heard(): string
}

const ends: (() => Promise<unknown>)[] = []

/** Closes all that listens; belongs into `afterEach`. */
export const stopServers = async (): Promise<void> => void (await Promise.all(ends.splice(0).map((end) => end())))

/** Listens on a free port, remembers what it hears, and never answers. */
export async function stranger(host = '127.0.0.1'): Promise<Stranger> {
  let [connections, heard] = [0, '']
  const server = createServer((socket) => {
    connections += 1
    socket.on('data', (bytes) => (heard += bytes.toString('latin1'))).on('error', () => undefined)
  })
  return { port: await listen(server, host), connections: () => connections, heard: () => heard }
}

/** A service over TLS that answers every request with an object; what it was asked is in `requests`. */
export async function tlsService(
  certificate: string,
  options: TlsOptions = {},
): Promise<{ port: number; requests: { headers: Record<string, unknown> }[] }> {
  const requests: { headers: Record<string, unknown> }[] = []
  const server = createHttpsServer({ cert: certificate, key: certificate, ...options }, (request, response) => {
    requests.push({ headers: request.headers })
    response.end('{"id":1,"name":"bug"}')
  })
  server.on('tlsClientError', () => undefined)
  return { port: await listen(server), requests }
}

/** A proxy that takes every CONNECT to `port`; every byte that it can read is in `heard`. */
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
