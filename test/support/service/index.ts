import { appendFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Emulator, EmulatorOptions } from '../../../emulator'
import type { Got } from '../../../emulator/test/truth/fill-in'
import { Connection } from '../../../tools/compare/connection'
import { hasDotSegment } from '../../../tools/compare/transplant'
import { isHarmless, refusal } from './refusals'
import { Restore } from './restore'
import { type ScratchWorld, Translation, UnknownId } from './scratch-world'

/**
 * The tests of `test/resources/` on a real service, for `npm run test:service`.
 *
 * The command creates a scratch group on the service with a copy of the seed world (`tools/service/world.ts`), passes
 * it on in a variable, and runs the tests. `useEmulator` then returns a `ScratchService` in place of an emulator. It is a
 * proxy on loopback: a test sends the ids, paths, tokens and dates of the seed world, and the proxy replaces them
 * (`scratch-world.ts`) and restores them in the response. It sends no request that names anything
 * else (`refusals.ts`), and deletes after each test what that test created (`restore.ts`).
 *
 * A test is reported as skipped if it needs what only an emulator has, such as its clock, or a request that is not sent.
 */
export const scratchWorld = (): ScratchWorld => JSON.parse(process.env.TRUEUP_TEST_SERVICE!) as ScratchWorld

/** What the command reads about a test, beside its result: a line of the file `TRUEUP_TEST_SERVICE_NOTES`. */
export interface TestNote {
  file: string
  test: string
  /** Why the test counts as skipped. */
  skips: string[]
  /** The errors that the service responded with. */
  errors: string[]
}

/** The methods of an emulator that a service does not have, with what they do. */
const emulatorOnly: Partial<Record<keyof Emulator, string>> = {
  fault: 'makes the service fail',
  setClock: 'sets the clock of the service',
  advanceClock: 'sets the clock of the service',
  state: 'reads the state of the emulator',
  setState: 'sets the state of the emulator',
  changeSettings: 'changes the settings of the instance',
  putAlertIntegration: 'needs an alert integration, which the REST API cannot create',
  now: 'reads the clock of the service',
}

/** Headers of a response that are of the connection. */
const ownHeaders = new Set(['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'])

/** Takes the place of an emulator in the tests of a file or of a `describe`. */
export class ScratchService {
  #requests: ReturnType<Emulator['requests']> = []
  #skips = new Set<string>()
  #errors: string[] = []
  readonly #restore = new Restore()
  readonly #server: Server = createServer((incoming, response) => {
    this.#handle(incoming, response).catch((error: Error) => {
      this.#errors.push(error.message)
      response.destroy()
    })
  })
  #connection!: Connection
  #translation!: Translation

  constructor(private readonly world: ScratchWorld) {}

  /** The groups and projects of the scratch world, as parts of paths. */
  get #places(): string[] {
    const { groups, projects, common } = this.world
    return [
      ...Object.values(groups).map((id) => `/groups/${id}`),
      ...[...Object.values(projects), common].map((id) => `/projects/${id}`),
    ]
  }

  /** Starts the proxy. What it returns has all methods of an emulator; some only skip the test. */
  async start(): Promise<Emulator> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    this.#translation = new Translation(this.world, url)
    const { urls, tokens, requestsPerMinute } = this.world
    this.#connection = new Connection(urls[0], tokens['emulator-root']!, requestsPerMinute)
    const skipping = Object.entries(emulatorOnly).map(([name, why]) => [name, () => this.skip(why)])
    return {
      url,
      requests: () => [...this.#requests],
      clearRequests: () => void (this.#requests = []),
      clearFaults: () => undefined,
      close: () => this.#close(),
      ...Object.fromEntries(skipping),
    } as Emulator
  }

  /** Ends the current test. It counts as skipped. */
  skip(why: string): never {
    this.#skips.add(why)
    throw new Error(`skipped: the test ${why}`)
  }

  /** Repairs the scratch world, and reports about the test that ended. */
  async endTest(): Promise<void> {
    await this.#restore.run(this.#connection, Object.values(this.world.groups))
    const { currentTestName: test = '', testPath: file = '' } = expect.getState()
    const note: TestNote = { file, test, skips: [...this.#skips], errors: this.#errors.slice(-5) }
    appendFileSync(process.env.TRUEUP_TEST_SERVICE_NOTES!, `${JSON.stringify(note)}\n`)
    this.#skips.clear()
    this.#errors = []
    this.#requests = []
  }

  async #close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    await this.#connection.close()
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = incoming
    const sent = await text(incoming)
    const token = headers['private-token'] as string | undefined
    const json: unknown = sent === '' ? undefined : JSON.parse(sent)
    const actor = token?.startsWith('emulator-') ? token.replace('emulator-', '') : null
    const record = { method, path, status: 0, actor, ...(json !== undefined && { body: json }) }
    this.#requests.push(record)

    const given = await this.#send(method, path, json, token, headers)
    record.status = given.status
    if (given.status >= 400) {
      this.#errors.push(`${method} ${path}: ${given.status} ${JSON.stringify(given.body ?? '').slice(0, 300)}`)
    }
    for (const [name, value] of Object.entries(given.headers)) {
      if (!ownHeaders.has(name)) response.setHeader(name, this.#translation.textBack(value))
    }
    const body = given.body === undefined ? undefined : JSON.stringify(this.#translation.back(given.body))
    response.writeHead(given.status, body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }).end(body)
  }

  async #send(
    method: string,
    path: string,
    json: unknown,
    token: string | undefined,
    { 'if-none-match': etag }: IncomingMessage['headers'],
  ): Promise<Omit<Got, 'etag'>> {
    const request = { method, path, json }
    const why = refusal(request, this.world)
    if (why !== undefined) return this.#refuse(why)
    const real = token?.startsWith('emulator-') ? this.world.tokens[token] : token
    if (token !== undefined && real === undefined) {
      return this.#refuse('needs a token that has expired or belongs to a job')
    }
    try {
      const there = isHarmless(request) ? path : this.#translation.path(path)
      if (there === undefined || hasDotSegment(path)) throw new UnknownId(path)
      if (method !== 'GET') await this.#restore.before(this.#connection, there, this.#places)
      const got = await this.#connection.send({
        method,
        path: there,
        holder: real === undefined ? {} : { token: real },
        ...(json !== undefined && { json: this.#translation.body(json) }),
        ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
      })
      if (method !== 'GET' && got.status < 300) this.#restore.note(method, there)
      return got
    } catch (error) {
      if (error instanceof UnknownId) return this.#refuse('names what is not in the scratch group')
      throw error
    }
  }

  #refuse(why: string) {
    this.#skips.add(why)
    return { status: 403, headers: {}, body: { message: `not sent: the test ${why}` } }
  }
}

/** Why an emulator with these options has no counterpart, if so. */
export function unlikeService(options: EmulatorOptions, { tier }: ScratchWorld): string | undefined {
  if (options.flavor === 'spec') return 'expects a service that follows the specification'
  if (options.tier !== undefined && options.tier !== tier) return `expects a service of the tier ${options.tier}`
  const others = Object.keys(options).filter((name) => !['flavor', 'tier'].includes(name))
  return others.length > 0 ? `needs an emulator with the options ${others.join(', ')}` : undefined
}
