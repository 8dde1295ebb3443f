import { mock } from 'node:test'
import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator'
import { Api } from '../../emulator/http/api'

/** Paths to which an emulator responds: with named segments, or a pattern. */
type RoutePath = string | RegExp

export interface Route {
  method: string
  path: RoutePath
  /** Names of its parameters; undefined if it accepts any. */
  parameters?: { effective: string[]; ignored: string[] } | undefined
}

const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Starts an emulator and hears which routes it adds to its API, in that order: the first that fits serves a request. */
export async function startWithRoutes(options: EmulatorOptions): Promise<{ emulator: Emulator; routes: Route[] }> {
  const adding = verbs.map((verb) => ({ method: verb.toUpperCase(), heard: mock.method(Api.prototype, verb).mock }))
  const webhooks = mock.method(Api.prototype, 'webhook').mock
  try {
    const emulator = await startEmulator(options)
    const inside = adding.flatMap(({ method, heard }) =>
      heard.calls.map(({ arguments: [path, { params }] }) => ({
        method,
        path: `/api/v4${path}`,
        parameters: params?.names() ?? { effective: [], ignored: [] },
      })),
    )
    const outside = webhooks.calls.map(({ arguments: [path] }) => ({ method: 'POST', path }))
    return { emulator, routes: [...inside, ...outside] }
  } finally {
    mock.restoreAll()
  }
}

/** The route that serves a request. */
export const routeOf = (routes: readonly Route[], method: string, path: string): Route | undefined =>
  routes.find((route) => route.method === method && patternOf(route.path).test(path))

/** Matches the paths of requests that a route serves. A `:named` segment matches any text without slashes. */
export const patternOf = (path: RoutePath): RegExp =>
  typeof path === 'string' ? new RegExp(`^${path.replaceAll('.', '\\.').replace(named, '[^/]+')}$`) : path

/** A path without the names of its segments, which differ between sources. */
export const shapeOf = (path: string): string => path.replace(named, ':')

const named = /:\w+(?:\{.+?\})?/g
