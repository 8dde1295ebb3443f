import type { Context } from 'hono'
import type { ProjectRecord } from '../records/project'
import type { Store } from '../store/store'
import { Call } from './call'
import { unlessKnown } from './conditional-get'
import { corsHeaders, preflight } from './cors'
import { HttpError, internalError } from './errors'
import { type Exchange, isReading } from './exchange'
import type { Flavor, Instance, Release, Tier } from './instance'
import { decode, type RawParams } from './nest'
import { isScalar } from './param-types'
import { type Bound, type Parameters, params, type Shape } from './params'
import { type Env, pipeline, type Tick } from './pipeline'
import { type Race, raceFirst, raceSecond } from './race'
import { type Limit, RateLimiter } from './rate-limiter'
import { type Change, has } from './release'
import { respond } from './response'
import { Router } from './router'
import type { Throttle } from './throttle'
import { unknownRoute } from './unknown-route'

/** A resource adds its endpoints to the API. */
export type Resource = (api: Api) => void

/** How the API treats requests to an endpoint before the handler runs. */
export interface Endpoint<S extends Shape, C extends Call = Call> {
  /** Runs before the parameters are validated, usually `login`. May narrow the call for the handler. */
  before?: (call: Call) => asserts call is C
  /** Parameters in path, query and body. */
  params?: Parameters<S>
  /** Scopes that are enough besides `api`, and `read_api` for reading. */
  scopes?: readonly string[]
  /** Scopes that suffice for reading. GitLab also names them when it refuses to write. */
  readingScopes?: readonly string[]
  /** Whether CI/CD jobs can use the endpoint with their own tokens. Default: false, which ignores such tokens. */
  jobTokens?: boolean
  /** The endpoint's own rate limit. */
  limit?: Limit
}

/** Does the work synchronously, so that no two requests interleave. Returns the body of the response. */
export type Handler<S extends Shape, C extends Call = Call> = (call: C, params: Bound<S>) => unknown

/** Named parts of a path, decoded; undefined for parts that the path does not have. */
export type Segments = Record<string, string | undefined>

/** A user or a group. */
export type Subject = { user_id: number } | { group_id: number }

type OnAccessLost = (store: Store, project: ProjectRecord, who: Subject) => void

const usualStatus: Record<string, number> = { GET: 200, HEAD: 200, PUT: 200, PATCH: 200, POST: 201, DELETE: 204 }

/** The API below `/api/v4`: the order in which GitLab checks a request, and the shape of its responses. */
export class Api {
  readonly #router: Router
  readonly #methods = new Map<string, string[]>()
  readonly #ticks: Tick[] = []
  readonly #accessLost: OnAccessLost[] = []
  readonly #rateLimiter = new RateLimiter()

  constructor(
    private readonly instance: Instance,
    throttle: Throttle,
  ) {
    const service = { instance, throttle, ticks: this.#ticks }
    this.#router = new Router(instance.flavor, (app) => {
      app.use(async (c, next) => {
        for (const step of pipeline) step(c, service)
        await next()
        for (const [name, value] of Object.entries(c.get('limits'))) c.header(name, value)
      })
      app.all('/api/v3/*', () => {
        throw new HttpError(410, { error: 'API V3 is no longer supported. Use API V4 instead.' })
      })
      app.notFound((c) => {
        if (this.flavor === 'gitlab' && c.env.path.startsWith('/api/v4/')) this.#requireReadable(c.env)
        throw unknownRoute(instance, c.env)
      })
      app.onError((error) => {
        if (error instanceof HttpError) {
          return respond(this.flavor, error.status, error.body, error.headers, error.stage)
        }
        process.stderr.write(`trueup emulator: ${error.stack}\n`)
        return respond(this.flavor, 500, internalError().body)
      })
    })
  }

  get flavor(): Flavor {
    return this.instance.flavor
  }

  get tier(): Tier {
    return this.instance.tier
  }

  get release(): Release {
    return this.instance.release
  }

  /** Whether the release of the emulator has this change. */
  has(change: Change): boolean {
    return has(this.instance, change)
  }

  /** Registers a function that runs before each request, with the current time of the emulator. */
  tick(tick: Tick): void {
    this.#ticks.push(tick)
  }

  /** Registers a function that runs when a user or a group loses access to a project. */
  onAccessLost(react: OnAccessLost): void {
    this.#accessLost.push(react)
  }

  /** Runs these functions. */
  loseAccess(store: Store, project: ProjectRecord, who: Subject): void {
    for (const react of this.#accessLost) react(store, project, who)
  }

  get<S extends Shape, C extends Call = Call>(
    path: string,
    endpoint: Endpoint<S, C>,
    handler: Handler<S, NoInfer<C>>,
  ): void {
    this.#add('GET', path, endpoint, handler)
  }

  post<S extends Shape, C extends Call = Call>(
    path: string,
    endpoint: Endpoint<S, C>,
    handler: Handler<S, NoInfer<C>>,
  ): void {
    this.#add('POST', path, endpoint, handler)
  }

  put<S extends Shape, C extends Call = Call>(
    path: string,
    endpoint: Endpoint<S, C>,
    handler: Handler<S, NoInfer<C>>,
  ): void {
    this.#add('PUT', path, endpoint, handler)
  }

  patch<S extends Shape, C extends Call = Call>(
    path: string,
    endpoint: Endpoint<S, C>,
    handler: Handler<S, NoInfer<C>>,
  ): void {
    this.#add('PATCH', path, endpoint, handler)
  }

  delete<S extends Shape, C extends Call = Call>(
    path: string,
    endpoint: Endpoint<S, C>,
    handler: Handler<S, NoInfer<C>>,
  ): void {
    this.#add('DELETE', path, endpoint, handler)
  }

  /** An endpoint outside `/api/v4`: POST to a path that matches as sent. It does not accept access tokens. */
  webhook(paths: RegExp, handler: (call: Call, segments: Segments, body: RawParams) => unknown): void {
    this.#router.webhook(async (c, next) => {
      const found = paths.exec(c.env.path)?.groups
      if (!found) return next()
      const segments = Object.fromEntries(Object.entries(found).map(([name, part]) => [name, part && decode(part)]))
      const call = new Call(this.instance, c.env, segments, c.get('query'), [])
      const body = handler(call, segments, c.env.body.params)
      return respond(this.flavor, call.status ?? 200, body, call.headers)
    })
  }

  /** Responds to a request. */
  async fetch(request: Request, exchange: Exchange): Promise<Response> {
    const response =
      preflight(exchange) ?? unlessKnown(exchange, await this.#router.fetch(request, exchange), this.flavor)
    for (const [name, value] of Object.entries(corsHeaders(exchange))) response.headers.set(name, value)
    return response
  }

  #add<S extends Shape, C extends Call>(
    method: string,
    path: string,
    endpoint: Endpoint<S, C>,
    handler: Handler<S, C>,
  ): void {
    const declared = (endpoint.params ?? params({})) as Parameters<S>
    this.#router.endpoint(method, path, (c) => {
      if (c.env.race && !isReading(method)) {
        raceFirst(() => {
          const call = this.#call(c, endpoint, 'first')
          handler(call, declared.bind(call.all))
        })
      }
      const call = this.#call(c, endpoint)
      const unused = Object.keys(call.all).filter((name) => !declared.hasEffect(name) && !everywhere.includes(name))
      if (unused.length > 0) c.env.record.unused = unused.slice(0, mostUnused)
      const bound = declared.bind(call.all)
      Object.assign(call.all, bound)
      if (endpoint.limit) this.#rateLimiter.count(call, endpoint.limit)
      const body = call.race ? raceSecond(() => handler(call, bound)) : handler(call, bound)
      return respond(this.flavor, call.status ?? usualStatus[method]!, body, call.headers)
    })
    const methods = this.#methods.get(path)
    if (methods) methods.push(method)
    else this.#options(path, method, endpoint)
  }

  #options<C extends Call>(path: string, method: string, endpoint: Options<C>): void {
    const methods = [method]
    this.#methods.set(path, methods)
    this.#router.endpoint('OPTIONS', path, (c) => {
      this.#call(c, endpoint)
      const allowed = ['OPTIONS', ...methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))]
      return respond(this.flavor, 204, undefined, { Allow: allowed.join(', ') })
    })
  }

  /** @throws HttpError 406 or 415 for a body of a media type that is not supported. */
  #requireReadable({ body, method }: Exchange): void {
    if (body.unsupported === undefined || isReading(method)) return
    if (this.flavor === 'gitlab' && !/^[^\s/]+\/[^\s/]+$/.test(body.unsupported)) {
      throw new HttpError(406, '', { 'Content-Type': 'text/html; charset=utf-8' }, 'refused')
    }
    const error = `The provided content-type '${body.unsupported}' is not supported.`
    throw new HttpError(415, { error }, {}, 'refused')
  }

  #call<C extends Call>(
    c: Context<Env>,
    { before, scopes = [], readingScopes = [], jobTokens }: Options<C>,
    race: Race | undefined = c.env.race ? 'second' : undefined,
  ): C {
    const query = c.get('query')
    if (query.format !== undefined && query.format !== 'json') {
      const format = isScalar(query.format) ? String(query.format) : JSON.stringify(query.format)
      throw new HttpError(406, { error: `The requested format '${format}' is not supported.` })
    }
    this.#requireReadable(c.env)
    const call = new Call(this.instance, c.env, c.req.param(), query, scopes, jobTokens, readingScopes, race)
    before?.(call)
    // Without `before`, C is Call.
    return call as C
  }
}

type Options<C extends Call> = Omit<Endpoint<Shape, C>, 'params'>

/** Parameters that every endpoint accepts. */
const everywhere = ['private_token', 'access_token', 'bearer_token', 'job_token', 'sudo', 'format']

/** Maximum number of unused parameters in the record of a request. */
const mostUnused = 20
