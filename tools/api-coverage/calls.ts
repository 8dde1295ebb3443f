import type { Flavor } from '../../emulator'
import { Client, List } from '../../sdk'
import type { Endpoint, Preparation } from './endpoint'
import { recorder } from './recorder'
import { patternOf, type Route, routeOf, shapeOf, startWithRoutes } from './routes'

/** A call that got a response. */
export interface Spoken {
  /** The client's method, such as `labels.list`. */
  method: string
  /** The emulator's route. */
  route: string
  /** Names of the parameters that were sent. */
  sent: string[]
  /** Names of the parameters that the route accepts; undefined if it accepts any. */
  taken: Route['parameters']
}

/**
 * Makes every call of the endpoints against an emulator of that flavor, each in a new world. Those that fail, or ask
 * for something else than their endpoint, are complained about and left out.
 */
export async function makeCalls(
  flavor: Flavor,
  endpoints: readonly Endpoint[],
  complain: (endpoint: Endpoint, problem: string) => void,
): Promise<Map<Endpoint, Spoken[]>> {
  const { emulator, routes } = await startWithRoutes({ flavor, now: '2026-06-15T12:00:00Z' })
  const client = new Client({ baseUrl: emulator.url, token: 'emulator-root', maxRetries: 0 })
  const { api, called } = recorder(client)
  const world = emulator.state()

  /** @throws Error with the problem of the call. */
  async function make(endpoint: Endpoint, prepare: Preparation): Promise<Spoken> {
    emulator.setState(world)
    const call = await prepare(client)
    emulator.clearRequests()
    const response = call(api)
    await (response instanceof List ? response.page() : response)
    // The client may have asked elsewhere before.
    const { method = '', path: target = '', body } = emulator.requests().at(-1) ?? {}
    const [path = '', query = ''] = target.split('?')
    const wanted = requestOf(endpoint, flavor)
    if (method !== wanted.method || !patternOf(wanted.path).test(path) || !hasAll(query, wanted.query)) {
      throw new Error(`${called()} sends ${method} ${target}`)
    }
    const route = routeOf(routes, method, path)
    const at = route?.path
    if (route === undefined || (typeof at === 'string' && shapeOf(at) !== shapeOf(wanted.path))) {
      throw new Error(`the emulator serves it with the route ${at}`)
    }
    const sent = [...new URLSearchParams(query).keys(), ...Object.keys(body ?? {})]
    return {
      method: called(),
      route: typeof at === 'string' ? at.replace('/api/v4', '') : path,
      sent: sent.map((name) => name.replace(/\[.*/, '')),
      taken: route.parameters,
    }
  }

  const spoken = new Map<Endpoint, Spoken[]>()
  try {
    for (const endpoint of endpoints) {
      const calls: Spoken[] = []
      try {
        for (const prepare of endpoint.calls) calls.push(await make(endpoint, prepare))
      } catch (error) {
        complain(endpoint, `${(error as Error).message} (flavor ${flavor})`)
      }
      spoken.set(endpoint, calls)
    }
  } finally {
    await client.close()
    await emulator.close()
  }
  return spoken
}

/** What an endpoint wants to be sent; the path from the host on. */
function requestOf({ endpoint, gitlab, outside }: Endpoint, flavor: Flavor) {
  const [method = '', target = ''] = endpoint.split(' ')
  const [path = '', query = ''] = (flavor === 'gitlab' && gitlab ? gitlab : target).split('?')
  return { method, path: outside ? path : `/api/v4${path}`, query }
}

function hasAll(query: string, wanted: string): boolean {
  const sent = new URLSearchParams(query)
  return [...new URLSearchParams(wanted).keys()].every((name) => sent.has(name))
}
