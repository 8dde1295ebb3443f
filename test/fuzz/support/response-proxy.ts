import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Emulator } from '../../../emulator'

/** An answer on its way. */
export interface ProxiedResponse {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

/** Makes another answer of one, or the bytes that cross the wire in its place, after which the connection ends. */
export type Mutation = (answer: ProxiedResponse) => ProxiedResponse | Buffer

/** Stands before an emulator and mutates what it answers. Valid from `beforeAll` on. */
export interface ResponseProxy {
  url: string
  /** Mutates so many answers, after `skip` others, or only those to this method. */
  mutate(mutation: Mutation, where: { skip?: number; times: number; method?: string }): void
  /** Mutates no more; says how many answers were. */
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
    // What no server of this library would say, it does not let through: the connection ends.
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

/** What is between two servers, and nobody else's business. */
const hopByHop = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])
