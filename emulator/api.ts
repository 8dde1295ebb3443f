import { type Context, Hono } from 'hono'
import { purgeBots } from './access-token'
import { ownerOf, tokenOf } from './auth'
import { Call, type Exchange } from './call'
import { HttpError, internalError, routeNotFound } from './http-errors'
import { type Flavor, type Instance, type Tier } from './instance'
import { decode, nest, pairsOf, type RawParams } from './nest'
import { type Bound, type Declaration, params, type Shape } from './params'
import { advanceMoves } from './repository-storage-move-record'
import { type Throttle } from './throttle'

/** A resource adds its endpoints to the API. */
export type Resource = (api: Api) => void

/** What is to be known of an endpoint before its handler runs. */
export interface Endpoint<S extends Shape> {
  /** Runs before the parameters are judged, usually `login`. */
  before?: (call: Call) => void
  /** Parameters in path, query and body. */
  params?: Declaration<S>
  /** Scopes that are enough besides `api`, and `read_api` for reading. */
  scopes?: readonly string[]
}

/** Does the work at once, without awaiting anything, so that no two requests interleave. Gives the answer's body. */
export type Handler<S extends Shape> = (call: Call, params: Bound<S>) => unknown

type Env = { Bindings: Exchange; Variables: { query: RawParams } }

const usualStatus: Record<string, number> = { GET: 200, HEAD: 200, PUT: 200, POST: 201, DELETE: 204 }

/** The API below `/api/v4`: the order in which the service judges a request, and the shape of its answers. */
export class Api {
  readonly #app: Hono<Env>
  readonly #methods = new Map<string, string[]>()

  constructor(
    private readonly instance: Instance,
    throttle: Throttle | undefined,
  ) {
    // Routing goes by the path as sent: a URL parser would have resolved a label called `..`.
    this.#app = new Hono<Env>({ getPath: (_request, options) => options?.env?.path ?? '/' })
    this.#app.use(async (c, next) => {
      const { body, path, search, headers } = c.env
      if (body.refused) throw body.refused
      decode(path)
      const query = nest(pairsOf(search))
      c.set('query', query)
      purgeBots(instance.store, instance.clock.now())
      advanceMoves(instance.store, instance.clock.now())
      const token = tokenOf({ ...query, ...body.params }, headers)
      c.env.record.actor = ownerOf(instance.store, token)?.username ?? null
      const limits = throttle?.count(token)
      await next()
      for (const [name, value] of Object.entries(limits ?? {})) c.header(name, value)
    })
    this.#app.all('/api/v3/*', () => {
      throw new HttpError(410, { error: 'API V3 is no longer supported. Use API V4 instead.' })
    })
    this.#app.notFound(() => {
      throw routeNotFound()
    })
    this.#app.onError((error) => {
      if (error instanceof HttpError) return answer(error.status, error.body, error.headers)
      process.stderr.write(`trueup emulator: ${error.stack}\n`)
      return answer(500, internalError().body)
    })
  }

  get flavor(): Flavor {
    return this.instance.flavor
  }

  get tier(): Tier {
    return this.instance.tier
  }

  get<S extends Shape>(path: string, endpoint: Endpoint<S>, handler: Handler<S>): void {
    this.#add('GET', path, endpoint, handler)
  }

  post<S extends Shape>(path: string, endpoint: Endpoint<S>, handler: Handler<S>): void {
    this.#add('POST', path, endpoint, handler)
  }

  put<S extends Shape>(path: string, endpoint: Endpoint<S>, handler: Handler<S>): void {
    this.#add('PUT', path, endpoint, handler)
  }

  delete<S extends Shape>(path: string, endpoint: Endpoint<S>, handler: Handler<S>): void {
    this.#add('DELETE', path, endpoint, handler)
  }

  /** Answers a request. */
  async fetch(request: Request, exchange: Exchange): Promise<Response> {
    return this.#app.fetch(request, exchange)
  }

  #add<S extends Shape>(method: string, path: string, endpoint: Endpoint<S>, handler: Handler<S>): void {
    const declared = (endpoint.params ?? params({})) as Declaration<S>
    this.#app.on(method, spellings(path), (c) => {
      const call = this.#call(c, endpoint)
      const bound = declared.bind(call.all)
      Object.assign(call.all, bound)
      const body = handler(call, bound)
      return answer(call.status ?? usualStatus[method]!, body, call.headers)
    })
    const methods = this.#methods.get(path)
    if (methods) methods.push(method)
    else this.#options(path, method, endpoint)
  }

  #options(path: string, method: string, endpoint: Endpoint<Shape>): void {
    const methods = [method]
    this.#methods.set(path, methods)
    this.#app.on('OPTIONS', spellings(path), (c) => {
      this.#call(c, endpoint)
      const allowed = ['OPTIONS', ...methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]))]
      return answer(204, undefined, { Allow: allowed.join(', ') })
    })
  }

  #call(c: Context<Env>, { before, scopes = [] }: Pick<Endpoint<Shape>, 'before' | 'scopes'>): Call {
    const query = c.get('query')
    const { body } = c.env
    if (query.format !== undefined && query.format !== 'json') {
      throw new HttpError(406, { error: `The requested format '${String(query.format)}' is not supported.` })
    }
    if (body.unsupported !== undefined) {
      throw new HttpError(415, { error: `The provided content-type '${body.unsupported}' is not supported.` })
    }
    const call = new Call(this.instance, c.env, c.req.param(), query, scopes)
    before?.(call)
    return call
  }
}

/** `.json` after a word is ignored; after a parameter it is part of that. */
const spellings = (path: string): string[] =>
  /\/:\w+$/.test(path) ? [`/api/v4${path}`] : [`/api/v4${path}`, `/api/v4${path}.json`]

const always = { 'X-Frame-Options': 'SAMEORIGIN', 'X-Content-Type-Options': 'nosniff' }

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const empty = status === 204 || status === 304
  const text = typeof body === 'string'
  const type: Record<string, string> = empty ? {} : { 'Content-Type': text ? 'text/plain' : 'application/json' }
  const content = empty ? null : text ? body : JSON.stringify(body)
  return new Response(content, { status, headers: { ...always, ...type, ...headers } })
}
