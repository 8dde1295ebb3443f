import { type Emulator, type EmulatorOptions, startEmulator } from '../..'

/** The time at the start of each test. */
export const testNow = '2026-06-15T12:00:00.000Z'

/** A response of the emulator. */
export interface TestResponse {
  status: number
  headers: Headers
  /** The parsed JSON, or the text. Undefined without a body. */
  body: unknown
}

export interface RequestOptions {
  /** The user (`developer`) or the special token (`readonly`) of the request. Null for none. Default: `maintainer`. */
  as?: string | null
  /** Sent as JSON. */
  json?: unknown
  /** Sent as a form. */
  form?: string | URLSearchParams | FormData
  /** Sent with these, on top of the usual ones. */
  headers?: Record<string, string>
}

/** A running emulator with methods for requests. Valid from `beforeAll` on. */
export interface TestEmulator extends Emulator {
  /** Sends a request to a path below `/api/v4`, or to one that starts with `/-/`. */
  send(method: string, path: string, asked?: RequestOptions): Promise<TestResponse>
  get(path: string, asked?: RequestOptions): Promise<TestResponse>
  post(path: string, json?: unknown, asked?: RequestOptions): Promise<TestResponse>
  put(path: string, json?: unknown, asked?: RequestOptions): Promise<TestResponse>
  delete(path: string, asked?: RequestOptions): Promise<TestResponse>
  /** Changes one record of the state in a way that no request can. */
  patch(collection: string, id: number, changes: Record<string, unknown>): void
}

/**
 * Starts an emulator for the tests of a file or of a `describe`. Every test starts with the seed world, no faults, an
 * empty log and the clock at `testNow`.
 *
 *     const emulator = useEmulator({ flavor: 'gitlab' })
 *     it('creates', async () => expect((await emulator.post('/projects/1/labels', …)).status).toBe(201))
 */
export function useEmulator(options: EmulatorOptions = {}): TestEmulator {
  const now = options.now ?? testNow
  const emulator = {} as TestEmulator
  let seed: ReturnType<Emulator['state']>

  beforeAll(async () => {
    const started = await startEmulator({ ...options, now })
    Object.assign(emulator, started, requestHelpers(started))
    seed = started.state()
  })
  beforeEach(() => {
    emulator.setState(seed)
    emulator.clearFaults()
    emulator.clearRequests()
    emulator.setClock(now)
  })
  afterAll(() => emulator.close())
  return emulator
}

/** The methods for requests to an emulator, or to another service with the same tokens. */
export function requestHelpers(emulator: Emulator): Omit<TestEmulator, keyof Emulator> {
  const send: TestEmulator['send'] = async (method, path, asked = {}) => {
    const { as = 'maintainer', json, form } = asked
    const headers = {
      ...(as !== null && { 'PRIVATE-TOKEN': `emulator-${as}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(typeof form === 'string' && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...asked.headers,
    }
    const body = json === undefined ? form : JSON.stringify(json)
    const url = path.startsWith('/-/') ? `${emulator.url}${path}` : `${emulator.url}/api/v4${path}`
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, body: parse(await response.text(), response) }
  }
  return {
    send,
    get: (path, asked) => send('GET', path, asked),
    post: (path, json, asked) => send('POST', path, { json, ...asked }),
    put: (path, json, asked) => send('PUT', path, { json, ...asked }),
    delete: (path, asked) => send('DELETE', path, asked),
    patch: (collection, id, changes) => {
      const state = emulator.state()
      const record = state.collections[collection]?.records.find((one) => one.id === id)
      if (!record) throw new Error(`there is no record ${id} in collection ${collection}`)
      Object.assign(record, changes)
      emulator.setState(state)
    },
  }
}

function parse(text: string, { headers }: Response): unknown {
  if (text === '') return undefined
  return headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
}
