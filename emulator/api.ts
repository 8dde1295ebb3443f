import { type Context, Hono } from 'hono'
import { purgeBots } from './access-token'
import { ownerOf } from './auth'
import { Call, type Exchange, isReading } from './call'
import { unlessKnown, validators } from './conditional-get'
import { corsHeaders, preflight } from './cors'
import { accessTokenOf } from './credentials'
import { HttpError, internalError, routeNotFound } from './http-errors'
import { type Flavor, type Instance, type Tier } from './instance'
import { endMemberships } from './member-record'
import { decode, nest, pairsOf, type RawParams } from './nest'
import { type Bound, type Declaration, isScalar, params, type Shape } from './params'
import { type Limit, RateLimiter } from './rate-limiter'
import { requireOpen } from './read-only'
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
  /** Whether a CI/CD job may ask by its own token; default false: such a token is then not looked at. */
  jobTokens?: boolean
  /** Which limit it has of its own. */
  limit?: Limit
}

/** Does the work at once, without awaiting anything, so that no two requests interleave. Gives the answer's body. */
export type Handler<S extends Shape> = (call: Call, params: Bound<S>) => unknown

/** Named parts of a path, decoded; undefined where it has none. */
export type Segments = Record<string, string | undefined>

type Env = { Bindings: Exchange; Variables: { query: RawParams } }

const usualStatus: Record<string, number> = { GET: 200, HEAD: 200, PUT: 200, POST: 201, DELETE: 204 }

/** The API below `/api/v4`: the order in which the service judges a request, and the shape of its answers. */
export class Api {
  readonly #app: Hono<Env>
  readonly #methods = new Map<string, string[]>()
  readonly #rateLimiter = new RateLimiter()

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
      endMemberships(instance.store, instance.clock.now())
      advanceMoves(instance.store, instance.clock.now())
      const token = accessTokenOf({ ...query, ...body.params }, headers)
      c.env.record.actor = ownerOf(instance.store, token)?.username ?? null
      const limits = path.startsWith('/api/') ? throttle?.count(token) : throttle?.countWebhook(path)
      requireOpen(instance, c.env)
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

  /** An endpoint outside `/api/v4`: POST to a path that matches as it was sent. Access tokens mean nothing to it. */
  webhook(paths: RegExp, handler: (call: Call, segments: Segments, body: RawParams) => unknown): void {
    this.#app.post('*', async (c, next) => {
      const found = paths.exec(c.env.path)?.groups
      if (!found) return next()
      const segments = Object.fromEntries(Object.entries(found).map(([name, one]) => [name, one && decode(one)]))
      const call = new Call(this.instance, c.env, segments, c.get('query'), [])
      const body = handler(call, segments, c.env.body.params)
      return answer(call.status ?? 200, body, call.headers)
    })
  }

  /** Answers a request. */
  async fetch(request: Request, exchange: Exchange): Promise<Response> {
    const response = preflight(exchange) ?? unlessKnown(exchange, await this.#app.fetch(request, exchange))
    for (const [name, value] of Object.entries(corsHeaders(exchange))) response.headers.set(name, value)
    return response
  }

  #add<S extends Shape>(method: string, path: string, endpoint: Endpoint<S>, handler: Handler<S>): void {
    const declared = (endpoint.params ?? params({})) as Declaration<S>
    this.#app.on(method, spellings(path), (c) => {
      const call = this.#call(c, endpoint)
      const unused = Object.keys(call.all).filter((name) => !declared.heeds(name) && !everywhere.includes(name))
      if (unused.length > 0) c.env.record.unused = unused.slice(0, mostUnused)
      const bound = declared.bind(call.all)
      Object.assign(call.all, bound)
      if (endpoint.limit) this.#rateLimiter.count(call, endpoint.limit)
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

  #call(c: Context<Env>, { before, scopes = [], jobTokens }: Omit<Endpoint<Shape>, 'params'>): Call {
    const query = c.get('query')
    const { body } = c.env
    if (query.format !== undefined && query.format !== 'json') {
      const format = isScalar(query.format) ? String(query.format) : JSON.stringify(query.format)
      throw new HttpError(406, { error: `The requested format '${format}' is not supported.` })
    }
    if (body.unsupported !== undefined && !isReading(c.env.method)) {
      throw new HttpError(415, { error: `The provided content-type '${body.unsupported}' is not supported.` })
    }
    const call = new Call(this.instance, c.env, c.req.param(), query, scopes, jobTokens)
    before?.(call)
    return call
  }
}

/** Parameters that every endpoint takes. */
const everywhere = ['private_token', 'access_token', 'job_token', 'sudo', 'format']

/** A record of a request is not for all that anybody may send. */
const mostUnused = 20

/** `.json` after a word is ignored; after a parameter it is part of that. */
const spellings = (path: string): string[] =>
  /\/:\w+$/.test(path) ? [`/api/v4${path}`] : [`/api/v4${path}`, `/api/v4${path}.json`]

const always = { 'X-Frame-Options': 'SAMEORIGIN', 'X-Content-Type-Options': 'nosniff' }

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const empty = status === 204 || status === 304
  const text = typeof body === 'string'
  const type: Record<string, string> = empty ? {} : { 'Content-Type': text ? 'text/plain' : 'application/json' }
  const content = empty ? null : text ? body : JSON.stringify(body)
  const tagged = content && (status === 200 || status === 201) ? validators(content) : {}
  return new Response(content, { status, headers: { ...always, ...type, ...tagged, ...headers } })
}
