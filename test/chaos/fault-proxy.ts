import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Emulator } from '../../emulator'
import { type Answer, bytesOf, forward } from '../support/forward'
import type { Blow, Kill, Mishap } from './fault'

const refusedForMs = 150
const html = '<html><head><title>Bad Gateway</title></head><body>nginx</body></html>'

/** What the front cannot do to a request itself. */
export interface Powers {
  strike(kill: Kill): void
  moveProject(): void
  changeList(): Promise<void>
}

/** What happened to an operation. */
export interface Weather {
  blows: readonly Blow[]
  kill: Kill | undefined
}

const calm: Weather = { blows: [], kill: undefined }

/** Stands before an emulator and lets things go wrong. */
export class Front {
  /** How often each mishap happened. */
  readonly happened = new Map<Mishap, number>()
  /** Writes that were carried out, but not answered as such. */
  readonly lost: string[] = []
  url = ''
  private weather = calm
  private powers: Powers | undefined
  private seen = { requests: 0, writes: 0 }
  private under = 0
  private expired = false
  private killed = false
  private readonly hanging = new Set<ServerResponse>()
  private readonly server = createServer((incoming, response) => {
    this.under++
    this.handle(incoming, response)
      .catch(() => response.destroy())
      .finally(() => this.under--)
  })

  constructor(private readonly emulator: Emulator) {
    this.server.keepAliveTimeout = 0
  }

  async open(): Promise<this> {
    await this.listen(0)
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this
  }

  async close(): Promise<void> {
    await this.calm()
    await this.shut()
  }

  begin(weather: Weather, powers: Powers): void {
    Object.assign(this, { weather, powers, seen: { requests: 0, writes: 0 }, expired: false, killed: false })
  }

  /** Nothing goes wrong from here on, and nothing is under way. */
  async calm(): Promise<void> {
    this.weather = calm
    this.expired = false
    for (const response of this.hanging) response.destroy()
    this.hanging.clear()
    while (this.under > 0) await wait(5)
    if (!this.server.listening) await this.listen(Number(new URL(this.url).port))
  }

  private noteLost({ method, url }: IncomingMessage, status: number): void {
    if (method !== 'GET' && status < 300) this.lost.push(`${method} ${url}`)
  }

  private async listen(port: number): Promise<void> {
    this.server.listen(port, '127.0.0.1')
    await once(this.server, 'listening')
  }

  private shut(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { kill, blows } = this.weather
    const number = { ...this.seen }
    const writes = incoming.method !== 'GET'
    this.seen.requests++
    if (writes) this.seen.writes++
    const concerns = ({ of }: { of: keyof typeof number }) => of === 'requests' || writes
    const due = kill && !this.killed && concerns(kill) && number[kill.of] >= kill.at ? kill : undefined
    if (due) this.killed = true
    const strike = (moment: Kill['moment']) => {
      if (due?.moment === moment) this.powers?.strike(due)
    }
    const body = await bytesOf(incoming)
    strike('before the work')
    const blow = blows.find((one) => concerns(one) && number[one.of] >= one.at && number[one.of] < one.at + one.times)
    await this.befall(blow?.mishap, incoming, body, response, () => strike('before the answer'))
    strike('after the answer')
  }

  private async befall(
    mishap: Mishap | undefined,
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    beforeAnswer: () => void,
  ): Promise<void> {
    const work = async () => {
      const { method = 'GET', url: path = '/', headers } = incoming
      const answer = await forward(this.emulator.url, { method, path, headers, body })
      beforeAnswer()
      return answer
    }
    /** The same, but nobody will hear of it. */
    const workInVain = async () => {
      const answer = await work()
      this.noteLost(incoming, answer.status)
      return answer
    }
    const say = (status: number, text: string, headers = {}) => {
      response.writeHead(status, { 'content-type': 'text/html', 'content-length': text.length, ...headers }).end(text)
    }
    if (mishap) this.happened.set(mishap, (this.happened.get(mishap) ?? 0) + 1)
    if (mishap === 'the token has expired') this.expired = true
    if (this.expired) return say(401, tokenExpired, { 'content-type': 'application/json' })
    switch (mishap) {
      case 'a project moves':
        this.powers?.moveProject()
        break
      case 'a list changes':
        await this.powers?.changeList()
        break
      case 'cut before the work':
        return void response.destroy()
      case 'cut after the work':
        await workInVain()
        return void response.destroy()
      case 'half a body':
        return sendHalf(response, await workInVain())
      case 'a Content-Length too large': {
        const answer = await workInVain()
        return sendRaw(response, answer, answer.body.length + 7)
      }
      case 'a Content-Length too small': {
        const answer = await workInVain()
        return sendRaw(response, answer, Math.max(0, answer.body.length - 7))
      }
      case 'a slow drip':
        return drip(response, await work(), 10)
      case 'a drip that never ends': {
        this.hanging.add(response)
        const answer = await workInVain()
        return drip(response, answer, answer.body.length - 1, true)
      }
      case 'hangs before the work':
        return void this.hanging.add(response)
      case 'hangs after the work':
        this.hanging.add(response)
        return void (await workInVain())
      case '429':
        return say(429, 'Retry later', { 'retry-after': '1', 'content-type': 'text/plain' })
      case '500 before the work':
        return say(500, '{"message":"500 Internal Server Error"}', { 'content-type': 'application/json' })
      case '502 of HTML after the work':
        await workInVain()
        return say(502, html)
      case '503 of HTML before the work':
        return say(503, html)
      case 'connections are refused for a while': {
        response.destroy()
        if (!this.server.listening) return
        void this.shut()
        await wait(refusedForMs)
        if (!this.server.listening) await this.listen(Number(new URL(this.url).port))
        return
      }
    }
    const { status, headers, body: bytes } = await work()
    // Whoever was killed meanwhile has closed it already.
    if (!response.closed) {
      await new Promise<void>((resolve) => {
        response.on('close', resolve).on('finish', resolve)
        response.writeHead(status, headers).end(bytes)
      })
    }
    if (!response.writableFinished) this.noteLost(incoming, status)
  }
}

const tokenExpired =
  '{"error":"invalid_token","error_description":"Token is expired. You can either do re-authorization or token refresh."}'

function sendHalf(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers)
  response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

/** As no HTTP library would. */
function sendRaw(response: ServerResponse, { status, headers, body }: Answer, length: number): void {
  const type = headers['content-type'] ?? 'application/json'
  const head = `HTTP/1.1 ${status} Odd\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`
  response.socket?.end(Buffer.concat([Buffer.from(head), body]))
}

/** One byte after the other, at last the rest; or never. */
async function drip(
  response: ServerResponse,
  { status, headers, body }: Answer,
  bytes: number,
  forever = false,
): Promise<void> {
  response.writeHead(status, headers)
  for (let at = 0; at < bytes && at < body.length && !response.destroyed; at++) {
    response.write(body.subarray(at, at + 1))
    await wait(10)
  }
  if (!forever) response.end(body.subarray(bytes))
}
