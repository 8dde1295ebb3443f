import type { Release } from '../../emulator'
import type { RecordedRequest } from '../../emulator/test/truth/recordings'
import { type Route, routeOf, startWithRoutes } from '../api-coverage/routes'
import { hasDotSegment } from './transplant'

/** Names the endpoints of requests, so that requests that differ only in ids and names count together. */
export class Endpoints {
  private constructor(private readonly routes: readonly Route[]) {}

  /** The endpoints of a release, with those of all tiers. */
  static async of(release: Release): Promise<Endpoints> {
    const { emulator, routes } = await startWithRoutes({ flavor: 'gitlab', release })
    await emulator.close()
    return new Endpoints(routes)
  }

  /** Such as `POST /projects/:id/labels`. */
  nameOf(request: RecordedRequest): string {
    return `${request.method} ${this.#pathOf(request)}`
  }

  /** The path of the list that an object is in: `/projects/:id/labels` also of `/projects/:id/labels/:name`. */
  listOf(request: RecordedRequest): string {
    return this.#pathOf(request).replace(/(?:\/:\w+)+$/, '')
  }

  #pathOf({ method, path }: RecordedRequest): string {
    const written = path.split('?')[0]!
    // A server that resolves dot segments responds with an object of another endpoint.
    const plain = hasDotSegment(written) ? new URL(written, 'http://localhost').pathname : written
    const route = routeOf(this.routes, method === 'HEAD' ? 'GET' : method, plain)
    // Some requests have a path that is not one of an endpoint.
    const known =
      typeof route?.path === 'string' ? route.path : plain.replaceAll(/\/(?:\d+|\{\{.+?\}\})(?=\/|$)/g, '/:id')
    return known.replace(/^\/api\/v4/, '').replaceAll(/(:\w+)\{.+?\}/g, '$1')
  }
}
