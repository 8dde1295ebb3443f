import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Flavor } from '../..'
import type { Api, Endpoint, Resource } from '../../http/api'

/** An endpoint below `/api/v4`, as a resource declares it. */
export interface Route {
  method: string
  path: string
  /** What it takes, in path, query and body. */
  names: string[]
}

/** Every endpoint of the emulator. */
export function routesOf(flavor: Flavor): Route[] {
  const routes: Route[] = []
  const listed =
    (method: string) =>
    (path: string, { params }: Endpoint<Record<string, never>>) => {
      const { shape = {} } = (params ?? {}) as unknown as { shape?: Record<string, unknown> }
      routes.push({ method, path, names: Object.keys(shape) })
    }
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const verbs = Object.fromEntries(methods.map((method) => [method.toLowerCase(), listed(method)]))
  const api = {
    flavor,
    tier: 'ultimate',
    release: '18.9',
    has: () => false,
    webhook: () => {},
    tick: () => {},
    onAccessLost: () => {},
    ...verbs,
  } as unknown as Api
  for (const resource of resources()) resource(api)
  return routes
}

/** The functions that register routes, one for each file. */
function resources(): Resource[] {
  const folder = join(__dirname, '..', '..', 'resources')
  const found: Resource[] = []
  for (const file of readdirSync(folder)) {
    const [, name] = /^export const (\w+): Resource\b/m.exec(readFileSync(join(folder, file), 'utf8')) ?? []
    if (name) found.push(jest.requireActual<Record<string, Resource>>(join(folder, file))[name]!)
  }
  return found
}
