import { setTimeout as wait } from 'node:timers/promises'
import { Agent, type Dispatcher, interceptors } from 'undici'
import { type Got, parseBody } from '../../emulator/test/truth/fill-in'
import type { RecordedRequest } from '../../emulator/test/truth/recordings'
import type { Holder } from './transplant'

/** The longest wait for what `Retry-After` asks for. */
const longestWait = 10 * 60_000

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** A request that says whose token it carries. */
export type Sendable = Omit<RecordedRequest, 'who'> & { holder: Holder }

/** The server could not be asked, or refused what has to succeed. */
export class Failed extends Error {}

/** Sends requests to one server, one after another and no faster than allowed. */
export class Connection {
  readonly #dispatcher: Dispatcher
  readonly #token: string
  readonly #origin: string
  readonly #prefix: string
  readonly #gap: number
  #next = 0

  constructor(
    readonly url: string,
    token: string,
    perMinute = Infinity,
  ) {
    this.#token = token
    this.#origin = new URL(url).origin
    this.#prefix = new URL(url).pathname.replace(/\/$/, '')
    this.#gap = 60_000 / perMinute
    // Only after this response can a request of any method be sent again.
    const retry = interceptors.retry({
      statusCodes: [429],
      errorCodes: [],
      methods: [...methods],
      maxRetries: 10,
      maxTimeout: longestWait,
      throwOnError: false,
    })
    this.#dispatcher = new Agent({ connections: 1, headersTimeout: 120_000 }).compose(retry)
  }

  async send({ holder, ...request }: Sendable, signal?: AbortSignal): Promise<Got> {
    const { method, path, json, text } = request
    const delay = this.#next - Date.now()
    this.#next = Math.max(Date.now(), this.#next) + this.#gap
    if (delay >= 1) await wait(delay, undefined, { ...(signal && { signal }) })
    const body = json === undefined ? text : JSON.stringify(json)
    const type = json === undefined ? request.type : 'application/json'
    const token = 'own' in holder ? this.#token : holder.token
    const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [
      name,
      value.replace('emulator-owner', this.#token),
    ])
    const response = await this.#request({
      origin: this.#origin,
      path: this.#prefix + path,
      method,
      headers: {
        'user-agent': 'trueup-compare',
        ...(token !== undefined && { 'private-token': token }),
        ...(body !== undefined && type !== undefined && { 'content-type': type }),
        ...(Object.fromEntries(headers) as Record<string, string>),
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    const whole = response.text
    const got = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')])
    const all = Object.fromEntries(got) as Record<string, string>
    return { status: response.statusCode, headers: all, etag: all.etag, body: parseBody(whole) }
  }

  async #request(options: Dispatcher.RequestOptions) {
    try {
      const { statusCode, headers, body } = await this.#dispatcher.request(options)
      return { statusCode, headers, text: await body.text() }
    } catch (error) {
      if (options.signal instanceof AbortSignal) options.signal.throwIfAborted()
      const { code, message } = error as Error & { code?: string }
      throw new Failed(`${options.method} ${options.path}: ${code ?? message}`)
    }
  }

  /** Sends a request with the token. @throws Failed unless it succeeds. */
  async call<T>(method: string, path: string, json?: object, signal?: AbortSignal): Promise<T> {
    const response = await this.attempt(method, path, json, signal)
    if (response.status >= 300) {
      const said = JSON.stringify(response.body ?? '').slice(0, 300)
      throw new Failed(`${method} ${path}: ${response.status} ${said}`)
    }
    return response.body as T
  }

  /** The same, for responses of any status. */
  async attempt(method: string, path: string, json?: object, signal?: AbortSignal): Promise<Got> {
    const request = { method, path: `/api/v4${path}`, holder: { own: true as const }, ...(json && { json }) }
    return this.send(request, signal)
  }

  close(): Promise<void> {
    return this.#dispatcher.close()
  }
}
