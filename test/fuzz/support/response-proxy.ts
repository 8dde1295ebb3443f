import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Emulator } from '../../../emulator'

/** A response on its way. */
export interface ProxiedResponse {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

/** Returns another response, or the bytes that are sent instead, after which the connection ends. */
export type Mutation = (answer: ProxiedResponse) => ProxiedResponse | Buffer

/** A proxy in front of an emulator that mutates responses. Valid from `beforeAll` on. */
export interface ResponseProxy {
  url: string
  /** Mutates a number of responses after `skip` others, or only responses to one method. */
  mutate(mutation: Mutation, where: { skip?: number; times: number; method?: string }): void
  /** Stops, and returns the number of mutated responses. */
  stop(): number
}

export function useResponseProxy(emulator: Emulator): ResponseProxy {
  const agent = new Agent({ keepAlive: true })
  let mutate: Mutation | undefined
  let [skip, left, hits] = [0, 0, 0]
  let only: string | undefined

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await forward(emulator.url, agent, request)
    const isStruck = left > 0 && (only ?? request.method) === request.method && skip-- <= 0
    if (isStruck) [left, hits] = [left - 1, hits + 1]
    const sent = isStruck && mutate ? mutate(answer) : answer
    if (Buffer.isBuffer(sent)) return void request.socket.end(sent)
    response.sendDate = false
    response.writeHead(sent.status, sent.headers.flat()).end(sent.body)
  }

  const server = createServer((request, response) => {
    // The library rejects some invalid responses. The connection then ends.
    handle(request, response).catch(() => response.destroy())
  })
  const proxy: ResponseProxy = {
    url: '',
    mutate: (mutation, where) => {
      mutate = mutation
      ;[skip, left, hits, only] = [where.skip ?? 0, where.times, 0, where.method]
    },
    stop: () => {
      left = 0
      return hits
    },
  }
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    agent.destroy()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  })
  return proxy
}

function forward(url: string, agent: Agent, request: IncomingMessage): Promise<ProxiedResponse> {
  return new Promise((resolve, reject) => {
    const { method, headers } = request
    const onward = send(`${url}${request.url}`, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const pairs = Object.entries(answer.headers).flatMap(([name, value]) =>
          hopByHop.has(name) ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
        )
        resolve({ status: answer.statusCode ?? 0, headers: pairs, body: Buffer.concat(chunks) })
      })
    })
    onward.on('error', reject)
    request.pipe(onward)
  })
}

/** Headers that only concern one connection. */
const hopByHop = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])
