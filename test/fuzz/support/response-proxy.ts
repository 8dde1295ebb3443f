import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Emulator } from '../../../emulator'

/** An answer on its way. */
export interface Answer {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

/** Makes another answer of one, or the bytes that cross the wire in its place, after which the connection ends. */
export type Mutation = (answer: Answer) => Answer | Buffer

/** Stands before an emulator and mutates what it answers. Valid from `beforeAll` on. */
export interface Front {
  url: string
  /** Mutates so many answers, after `skip` others, or only those to this method. */
  strike(mutation: Mutation, where: { skip?: number; times: number; method?: string }): void
  /** Mutates no more; says how many answers were. */
  calm(): number
}

export function useFront(emulator: Emulator): Front {
  const agent = new Agent({ keepAlive: true })
  let mutate: Mutation | undefined
  let [skip, left, struck] = [0, 0, 0]
  let only: string | undefined

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await forward(emulator.url, agent, request)
    const isStruck = left > 0 && (only ?? request.method) === request.method && skip-- <= 0
    if (isStruck) [left, struck] = [left - 1, struck + 1]
    const sent = isStruck && mutate ? mutate(answer) : answer
    if (Buffer.isBuffer(sent)) return void request.socket.end(sent)
    response.sendDate = false
    response.writeHead(sent.status, sent.headers.flat()).end(sent.body)
  }

  const server = createServer((request, response) => {
    // What no server of this library would say, it does not let through: the connection ends.
    handle(request, response).catch(() => response.destroy())
  })
  const front: Front = {
    url: '',
    strike: (mutation, where) => {
      mutate = mutation
      ;[skip, left, struck, only] = [where.skip ?? 0, where.times, 0, where.method]
    },
    calm: () => {
      left = 0
      return struck
    },
  }
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    agent.destroy()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  })
  return front
}

function forward(url: string, agent: Agent, request: IncomingMessage): Promise<Answer> {
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
