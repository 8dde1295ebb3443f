import { type Context, Hono } from 'hono'
import { type Store } from '../store/store'
import { ownerOf } from './auth'
import { Call, type Exchange, isReading } from './call'
import { unlessKnown, validators } from './conditional-get'
import { corsHeaders, preflight } from './cors'
import { accessTokenOf, requireReadableBasic } from './credentials'
import { HttpError, internalError, routeNotFound, type Stage } from './errors'
import { type Flavor, type Instance, type Tier } from './instance'
import { decode, nest, pairsOf, type RawParams } from './nest'
import { isScalar } from './param-types'
import { type Bound, type Declaration, params, type Shape } from './params'
import { type Limit, RateLimiter } from './rate-limiter'
import { requireOpen } from './read-only'
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
  /** Scopes that suffice for reading. GitLab also names them when it refuses to write. */
  readingScopes?: readonly string[]
  /** Whether a CI/CD job may ask by its own token; default false: such a token is then not looked at. */
  jobTokens?: boolean
  /** Which limit it has of its own. */
  limit?: Limit
}

/** Does the work at once, without awaiting anything, so that no two requests interleave. Gives the answer's body. */
export type Handler<S extends Shape> = (call: Call, params: Bound<S>) => unknown

/** What the passing of time does to the records of a resource. Runs before each request. */
export type Tick = (store: Store, now: Date) => void

/** Named parts of a path, decoded; undefined where it has none. */
export type Segments = Record<string, string | undefined>

type Env = { Bindings: Exchange; Variables: { query: RawParams } }

const usualStatus: Record<string, number> = { GET: 200, HEAD: 200, PUT: 200, POST: 201, DELETE: 204 }

/** Two requests that both found nothing in the way: the database refuses the second one. */
function withoutConflict<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof HttpError && error.status === 409 ? internalError() : error
  }
}

/** The API below `/api/v4`: the order in which the service judges a request, and the shape of its answers. */
export class Api {
  readonly #app: Hono<Env>
  readonly #methods = new Map<string, string[]>()
  readonly #ticks: Tick[] = []
  readonly #rateLimiter = new RateLimiter()

  constructor(
    private readonly instance: Instance,
    throttle: Throttle,
  ) {
    // Routing goes by the path as sent: a URL parser would have resolved a label called `..`.
    this.#app = new Hono<Env>({ getPath: (_request, options) => withPlainLetters(options?.env?.path ?? '/') })
    this.#app.use(async (c, next) => {
      const { body, path, search, headers } = c.env
      if (body.refused) throw body.refused
      const decoded = decode(path)
      if (instance.flavor === 'gitlab' && /\/\.\.(?:\/|$)/.test(decoded) && /%2f/i.test(path)) throw traversal()
      if (instance.flavor === 'gitlab') requireReadableBasic(headers)
      const query = nest(pairsOf(search))
      c.set('query', query)
      for (const tick of this.#ticks) tick(instance.store, instance.clock.now())
      const token = accessTokenOf({ ...query, ...body.params }, headers)
      c.env.record.actor = ownerOf(instance.store, token)?.username ?? null
      const limits = path.startsWith('/api/') ? throttle.count(token) : throttle.countWebhook(path)
      requireOpen(instance, c.env)
      await next()
      for (const [name, value] of Object.entries(limits)) c.header(name, value)
    })
    this.#app.all('/api/v3/*', () => {
      throw new HttpError(410, { error: 'API V3 is no longer supported. Use API V4 instead.' })
    })
    this.#app.notFound((c) => {
      throw instance.flavor === 'spec' ? routeNotFound() : (outsideOfTheApi(instance, c.env) ?? routeNotFound())
    })
    this.#app.onError((error) => {
      if (error instanceof HttpError) return this.#answer(error.status, error.body, error.headers, error.stage)
      process.stderr.write(`trueup emulator: ${error.stack}\n`)
      return this.#answer(500, internalError().body)
    })
  }

  get flavor(): Flavor {
    return this.instance.flavor
  }

  get tier(): Tier {
    return this.instance.tier
  }

  tick(tick: Tick): void {
    this.#ticks.push(tick)
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
      return this.#answer(call.status ?? 200, body, call.headers)
    })
  }

  /** Answers a request. */
  async fetch(request: Request, exchange: Exchange): Promise<Response> {
    const response = preflight(exchange) ?? unlessKnown(exchange, await this.#app.fetch(request, exchange), this.flavor)
    for (const [name, value] of Object.entries(corsHeaders(exchange))) response.headers.set(name, value)
    return response
  }

  #add<S extends Shape>(method: string, path: string, endpoint: Endpoint<S>, handler: Handler<S>): void {
    const declared = (endpoint.params ?? params({})) as Declaration<S>
    this.#app.on(method, this.#spellings(path), (c) => {
      if (c.env.race && !isReading(method)) this.#race(c, endpoint, declared, handler)
      const call = this.#call(c, endpoint)
      const unused = Object.keys(call.all).filter((name) => !declared.hasEffect(name) && !everywhere.includes(name))
      if (unused.length > 0) c.env.record.unused = unused.slice(0, mostUnused)
      const bound = declared.bind(call.all)
      Object.assign(call.all, bound)
      if (endpoint.limit) this.#rateLimiter.count(call, endpoint.limit)
      const body = call.race ? withoutConflict(() => handler(call, bound)) : handler(call, bound)
      return this.#answer(call.status ?? usualStatus[method]!, body, call.headers)
    })
    const methods = this.#methods.get(path)
    if (methods) methods.push(method)
    else this.#options(path, method, endpoint)
  }

  /** After a fixed segment, `.json` is ignored; GitLab also ignores other formats. After a parameter, it is part of the value. */
  #spellings(path: string): string[] {
    const formats = this.flavor === 'spec' ? ['.json'] : ['.json', '.xml', '.txt']
    // Ids do not contain dots. At the end of the path, a dot starts the format.
    if (this.flavor === 'gitlab') path = path.replace(/:(?:\w+_i?id|(?<=\/vulnerabilities\/:)id)(?=\/)/g, '$&{[^/.]+}')
    return ['', ...(/\/:\w+$/.test(path) ? [] : formats)].map((format) => `/api/v4${path}${format}`)
  }

  #answer(status: number, body: unknown, headers: Record<string, string> = {}, stage: Stage = 'handled'): Response {
    const empty = status === 204 || status === 304
    const text = typeof body === 'string'
    const type: Record<string, string> = empty ? {} : { 'Content-Type': text ? 'text/plain' : 'application/json' }
    const content = empty ? null : text ? body : JSON.stringify(body)
    const tagged = content && (status === 200 || status === 201) ? validators(content) : {}
    const always = this.flavor === 'spec' ? framed : usualHeaders(status, stage)
    return new Response(content, { status, headers: { ...always, ...type, ...tagged, ...headers } })
  }

  #options(path: string, method: string, endpoint: Endpoint<Shape>): void {
    const methods = [method]
    this.#methods.set(path, methods)
    this.#app.on('OPTIONS', this.#spellings(path), (c) => {
      this.#call(c, endpoint)
      const allowed = ['OPTIONS', ...methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]))]
      return this.#answer(204, undefined, { Allow: allowed.join(', ') })
    })
  }

  /** Carries out the same request for another client, and discards the response. */
  #race<S extends Shape>(c: Context<Env>, endpoint: Endpoint<S>, declared: Declaration<S>, handler: Handler<S>): void {
    try {
      const call = this.#call(c, endpoint, 'first')
      handler(call, declared.bind(call.all))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
    }
  }

  #call(
    c: Context<Env>,
    { before, scopes = [], readingScopes = [], jobTokens }: Omit<Endpoint<Shape>, 'params'>,
    race: 'first' | 'second' | undefined = c.env.race ? 'second' : undefined,
  ): Call {
    const query = c.get('query')
    const { body } = c.env
    if (query.format !== undefined && query.format !== 'json') {
      const format = isScalar(query.format) ? String(query.format) : JSON.stringify(query.format)
      throw new HttpError(406, { error: `The requested format '${format}' is not supported.` })
    }
    if (body.unsupported !== undefined && !isReading(c.env.method)) {
      if (this.flavor === 'gitlab' && !/^[^\s/]+\/[^\s/]+$/.test(body.unsupported)) {
        throw new HttpError(406, '', { 'Content-Type': 'text/html; charset=utf-8' }, 'refused')
      }
      const error = `The provided content-type '${body.unsupported}' is not supported.`
      throw new HttpError(415, { error }, {}, 'refused')
    }
    const call = new Call(this.instance, c.env, c.req.param(), query, scopes, jobTokens, readingScopes, race)
    before?.(call)
    return call
  }
}

/** Parameters that every endpoint accepts. */
const everywhere = ['private_token', 'access_token', 'job_token', 'sudo', 'format']

/** The most names that the record of a request keeps. */
const mostUnused = 20

const framed = { 'X-Frame-Options': 'SAMEORIGIN', 'X-Content-Type-Options': 'nosniff' }

/** The headers that GitLab sends with every answer of this kind. */
function usualHeaders(status: number, stage: Stage): Record<string, string> {
  if (stage === 'unread') return {}
  return {
    'Cache-Control': 'no-cache',
    Vary: 'Origin',
    NEL: '{"max_age": 0}',
    ...(status !== 304 && { 'Content-Security-Policy': "default-src 'none'" }),
    ...(stage === 'handled' && framed),
  }
}

/** Decodes escape sequences of letters. */
const withPlainLetters = (path: string): string =>
  path.replace(/%[4-7][0-9a-f]/gi, (escaped) => {
    const letter = decodeURIComponent(escaped)
    return /[A-Za-z]/.test(letter) ? letter : escaped
  })

/** GitLab's answer to a path that resembles one of the API but is not. */
function outsideOfTheApi({ url }: Instance, { path }: Exchange): HttpError | undefined {
  if (/^\/api\/v4[^/]/.test(path)) return new HttpError(404, { error: '404 API Version Not Found' })
  if (!/^\/api(\/|$)/i.test(path) || path.startsWith('/api/v4')) return undefined
  const page = `${url}/users/sign_in`
  const body = `<html><body>You are being <a href="${page}">redirected</a>.</body></html>`
  return new HttpError(302, body, { Location: page, 'Content-Type': 'text/html; charset=utf-8' })
}

/** GitLab refuses paths that combine `..` with an escaped slash. */
const traversal = (): HttpError =>
  new HttpError(
    400,
    'Potential path traversal attempt detected. Feedback issue: https://gitlab.com/gitlab-org/gitlab/-/issues/520714.',
    {},
    'unread',
  )
