import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Emulator } from '../../emulator'
import { bytesOf, forward, type ForwardedResponse } from '../support/forward'
import type { FaultName, Kill, PlannedFault } from './fault'

const refusedForMs = 150
const html = '<html><head><title>Bad Gateway</title></head><body>nginx</body></html>'

/** Actions outside of the proxy. */
export interface Actions {
  kill(kill: Kill): void
  moveProject(): void
  changeList(): Promise<void>
}

/** The faults of one command. */
export interface Faults {
  faults: readonly PlannedFault[]
  kill: Kill | undefined
}

const noFaults: Faults = { faults: [], kill: undefined }

/** A proxy in front of an emulator that produces faults. */
export class FaultProxy {
  /** How often each fault happened. */
  readonly counts = new Map<FaultName, number>()
  /** Writes that were carried out, but whose responses did not arrive. */
  readonly lostWrites: string[] = []
  url = ''
  private faults = noFaults
  private actions: Actions | undefined
  private seen = { requests: 0, writes: 0 }
  private openRequests = 0
  private expired = false
  private killed = false
  private readonly hanging = new Set<ServerResponse>()
  private readonly server = createServer((incoming, response) => {
    this.openRequests++
    this.handle(incoming, response)
      .catch(() => response.destroy())
      .finally(() => this.openRequests--)
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
    await this.stopFaults()
    await this.stopListening()
  }

  startFaults(faults: Faults, actions: Actions): void {
    Object.assign(this, { faults, actions, seen: { requests: 0, writes: 0 }, expired: false, killed: false })
  }

  /** Stops all faults and waits until no request is open. */
  async stopFaults(): Promise<void> {
    this.faults = noFaults
    this.expired = false
    for (const response of this.hanging) response.destroy()
    this.hanging.clear()
    while (this.openRequests > 0) await wait(5)
    if (!this.server.listening) await this.listen(Number(new URL(this.url).port))
  }

  private noteLostWrite({ method, url }: IncomingMessage, status: number): void {
    if (method !== 'GET' && status < 300) this.lostWrites.push(`${method} ${url}`)
  }

  private async listen(port: number): Promise<void> {
    this.server.listen(port, '127.0.0.1')
    await once(this.server, 'listening')
  }

  private stopListening(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { kill, faults } = this.faults
    const number = { ...this.seen }
    const writes = incoming.method !== 'GET'
    this.seen.requests++
    if (writes) this.seen.writes++
    const concerns = ({ of }: { of: keyof typeof number }) => of === 'requests' || writes
    const due = kill && !this.killed && concerns(kill) && number[kill.of] >= kill.at ? kill : undefined
    if (due) this.killed = true
    const killAt = (moment: Kill['moment']) => {
      if (due?.moment === moment) this.actions?.kill(due)
    }
    const body = await bytesOf(incoming)
    killAt('before the work')
    const fault = faults.find((one) => concerns(one) && number[one.of] >= one.at && number[one.of] < one.at + one.times)
    await this.respond(fault?.fault, incoming, body, response, () => killAt('before the response'))
    killAt('after the response')
  }

  private async respond(
    fault: FaultName | undefined,
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    beforeResponse: () => void,
  ): Promise<void> {
    const work = async () => {
      const { method = 'GET', url: path = '/', headers } = incoming
      const response = await forward(this.emulator.url, { method, path, headers, body })
      beforeResponse()
      return response
    }
    /** Carries the request out without sending its response. */
    const workAndLose = async () => {
      const response = await work()
      this.noteLostWrite(incoming, response.status)
      return response
    }
    const respondWith = (status: number, text: string, headers = {}) => {
      response.writeHead(status, { 'content-type': 'text/html', 'content-length': text.length, ...headers }).end(text)
    }
    if (fault) this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1)
    if (fault === 'the token has expired') this.expired = true
    if (this.expired) return respondWith(401, tokenExpired, { 'content-type': 'application/json' })
    switch (fault) {
      case 'a project moves':
        this.actions?.moveProject()
        break
      case 'a list changes':
        await this.actions?.changeList()
        break
      case 'cut before the work':
        return void response.destroy()
      case 'cut after the work':
        await workAndLose()
        return void response.destroy()
      case 'half a body':
        return sendHalf(response, await workAndLose())
      case 'a Content-Length too large': {
        const lost = await workAndLose()
        return sendRaw(response, lost, lost.body.length + 7)
      }
      case 'a Content-Length too small': {
        const lost = await workAndLose()
        return sendRaw(response, lost, Math.max(0, lost.body.length - 7))
      }
      case 'a slow drip':
        return drip(response, await work(), 10)
      case 'a drip that never ends': {
        this.hanging.add(response)
        const lost = await workAndLose()
        return drip(response, lost, lost.body.length - 1, true)
      }
      case 'hangs before the work':
        return void this.hanging.add(response)
      case 'hangs after the work':
        this.hanging.add(response)
        return void (await workAndLose())
      case '429':
        return respondWith(429, 'Retry later', { 'retry-after': '1', 'content-type': 'text/plain' })
      case '500 before the work':
        return respondWith(500, '{"message":"500 Internal Server Error"}', { 'content-type': 'application/json' })
      case '502 of HTML after the work':
        await workAndLose()
        return respondWith(502, html)
      case '503 of HTML before the work':
        return respondWith(503, html)
      case 'connections are refused for a while': {
        response.destroy()
        if (!this.server.listening) return
        void this.stopListening()
        await wait(refusedForMs)
        if (!this.server.listening) await this.listen(Number(new URL(this.url).port))
        return
      }
      case 'the token has expired':
      case undefined:
    }
    const { status, headers, body: bytes } = await work()
    // A client that was killed meanwhile has already closed the connection.
    if (!response.closed) {
      await new Promise<void>((resolve) => {
        response.on('close', resolve).on('finish', resolve)
        response.writeHead(status, headers).end(bytes)
      })
    }
    if (!response.writableFinished) this.noteLostWrite(incoming, status)
  }
}

const tokenExpired =
  '{"error":"invalid_token","error_description":"Token is expired. You can either do re-authorization or token refresh."}'

function sendHalf(response: ServerResponse, { status, headers, body }: ForwardedResponse): void {
  response.writeHead(status, headers)
  response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

/** Writes a response that no HTTP library would send. */
function sendRaw(response: ServerResponse, { status, headers, body }: ForwardedResponse, length: number): void {
  const type = headers['content-type'] ?? 'application/json'
  const head = `HTTP/1.1 ${status} Odd\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`
  response.socket?.end(Buffer.concat([Buffer.from(head), body]))
}

/** Writes single bytes slowly, then the rest. With `forever`, the rest is not sent. */
async function drip(
  response: ServerResponse,
  { status, headers, body }: ForwardedResponse,
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
