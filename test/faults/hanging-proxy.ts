import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Emulator } from '../../emulator'
import { bytesOf, forward, type Message } from '../support/forward'

/** When the service does the work of a request that it never answers; `late` is after the next write. */
export type Hanging = 'before the work' | 'after the work' | 'late'

/** Stands before an emulator and hands on what it is sent, one request after the other, but for one that hangs. */
export interface Front {
  url: string
  /** Lets the first write hang, or the first request after `skip` others. */
  hang(where: 'write' | { skip: number }, when: Hanging): void
  /** Lets no further request hang; what is late is done. */
  calm(): Promise<void>
}

/** How long clients wait for an answer. */
const patienceMs = 60_000

/** Valid from `beforeAll` on. Time-outs come when a request hangs, and not otherwise: nobody has to sit them out. */
export function useFront(emulator: Emulator): Front {
  let hanging: { where: 'write' | { skip: number }; when: Hanging } | undefined
  let late: Message | undefined
  // Whoever gave up waiting finds everything done that was sent before.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  async function handle(message: Message, response: ServerResponse): Promise<void> {
    const when = takeHanging(message)
    if (when === 'late') late = message
    if (when === undefined || when === 'after the work') {
      const answer = await forward(emulator.url, message)
      if (message.method !== 'GET') await doLate()
      if (!when) response.writeHead(answer.status, answer.headers).end(answer.body)
    }
    if (when) jest.advanceTimersByTime(patienceMs)
  }

  function takeHanging({ method }: Message): Hanging | undefined {
    const { where, when } = hanging ?? {}
    if (where === undefined || (where === 'write' ? method === 'GET' : where.skip-- > 0)) return undefined
    hanging = undefined
    return when
  }

  async function doLate(): Promise<void> {
    const message = late
    late = undefined
    if (message) await forward(emulator.url, message)
  }

  const server: Server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request
    void inTurn(async () => {
      await handle({ method, path, headers, body: await bytesOf(request) }, response)
    }).catch(() => response.destroy())
  })
  const front: Front = {
    url: '',
    hang: (where, when) => (hanging = { where, when }),
    calm: () => {
      if (hanging) throw new Error('nothing has hung')
      return inTurn(doLate)
    },
  }
  beforeAll(() => jest.useFakeTimers({ doNotFake }))
  afterAll(() => jest.useRealTimers())
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return front
}

/** All but `setTimeout`, which has the time-outs. */
const doNotFake: FakeableAPI[] = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
]
