import { type Context, type Handler, Hono } from 'hono'
import type { Exchange } from './exchange'
import type { Flavor } from './instance'
import type { Env } from './pipeline'

/**
 * Finds the handler of a request. The routes are built when a request first needs them, and those with a format at the
 * end of the path only for such a path: most emulators of tests get few requests, and these name no format.
 */
export class Router {
  readonly #routes: { method: string; path: string; handler: Handler<Env> }[] = []
  readonly #apps = new Map<string, Hono<Env>>()
  readonly #formats: readonly string[]

  constructor(
    private readonly flavor: Flavor,
    /** Adds what runs for every request, and for those that no route matches. */
    private readonly prepare: (app: Hono<Env>) => void,
  ) {
    this.#formats = flavor === 'spec' ? ['.json'] : ['.json', '.xml', '.txt']
  }

  /** Adds an endpoint below `/api/v4`. */
  endpoint(method: string, path: string, handler: (c: Context<Env>) => Response): void {
    // Ids do not contain dots. At the end of the path, a dot starts the format.
    if (this.flavor === 'gitlab') path = path.replace(/:(?:\w+_i?id|(?<=\/vulnerabilities\/:)id)(?=\/)/g, '$&{[^/.]+}')
    this.#routes.push({ method, path: `/api/v4${path}`, handler })
  }

  /** Adds a handler of POST requests to all paths. */
  webhook(handler: Handler<Env>): void {
    this.#routes.push({ method: 'POST', path: '*', handler })
  }

  /** Responds to a request. */
  fetch(request: Request, exchange: Exchange): Response | Promise<Response> {
    const path = withPlainLetters(exchange.path)
    return this.#app(this.#formats.find((format) => path.endsWith(format)) ?? '').fetch(request, exchange)
  }

  /** The routes for paths that end with this format. */
  #app(format: string): Hono<Env> {
    let app = this.#apps.get(format)
    if (app) return app
    // Routing uses the path as sent: a URL parser would have resolved a label called `..`.
    app = new Hono<Env>({ getPath: (_request, options) => withPlainLetters(options?.env?.path ?? '/') })
    this.#apps.set(format, app)
    this.prepare(app)
    for (const { method, path, handler } of this.#routes) {
      app.on(method, path, handler)
      if (format && ignoresFormats(path)) app.on(method, `${path}${format}`, handler)
    }
    return app
  }
}

/**
 * After a fixed segment, `.json` is ignored; GitLab also ignores other formats. After a parameter, it is part of the
 * value.
 */
const ignoresFormats = (path: string): boolean => !/(?:\/:\w+(?:\{\.\+\})?|\*)$/.test(path)

/** Decodes escape sequences of letters. */
const withPlainLetters = (path: string): string =>
  path.replace(/%[4-7][0-9a-f]/gi, (escaped) => {
    const letter = decodeURIComponent(escaped)
    return /[A-Za-z]/.test(letter) ? letter : escaped
  })
