import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Emulator } from '../../emulator'
import { bytesOf, forward, type Message } from '../support/forward'

/** When the service carries out a request to which it does not respond; `late` is after the next write. */
export type Hanging = 'before the work' | 'after the work' | 'late'

/** A proxy in front of an emulator that forwards one request after the other, except for one that hangs. */
export interface HangingProxy {
  url: string
  /** Lets the first write hang, or the first request after `skip` others. */
  hang(where: 'write' | { skip: number }, when: Hanging): void
  /** Lets no further request hang, and carries out a late one. */
  settle(): Promise<void>
}

/** The response time-out of clients. */
const timeoutMs = 60_000

/** Valid from `beforeAll` on. Time-outs fire as soon as a request hangs, without a real wait. */
export function useHangingProxy(emulator: Emulator): HangingProxy {
  let hanging: { where: 'write' | { skip: number }; when: Hanging } | undefined
  let late: Message | undefined
  // A retry is handled after all requests that were sent before it.
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
      const forwarded = await forward(emulator.url, message)
      if (message.method !== 'GET') await doLate()
      if (!when) response.writeHead(forwarded.status, forwarded.headers).end(forwarded.body)
    }
    if (when) jest.advanceTimersByTime(timeoutMs)
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
  const proxy: HangingProxy = {
    url: '',
    hang: (where, when) => (hanging = { where, when }),
    settle: () => {
      if (hanging) throw new Error('nothing has hung')
      return inTurn(doLate)
    },
  }
  beforeAll(() => jest.useFakeTimers({ doNotFake }))
  afterAll(() => jest.useRealTimers())
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return proxy
}

/** Everything except `setTimeout`, which implements the time-outs. */
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
