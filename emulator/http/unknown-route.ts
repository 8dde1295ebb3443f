import { HttpError, routeNotFound } from './errors'
import { type Exchange, isReading } from './exchange'
import type { Instance } from './instance'
import { has } from './release'

const json = { 'Content-Type': 'application/json; charset=utf-8' }

/** The error for a path that no endpoint has. */
export function unknownRoute(instance: Instance, { path, method }: Pick<Exchange, 'path' | 'method'>): HttpError {
  const { flavor, url } = instance
  if (flavor === 'spec') return routeNotFound()
  if (/^\/api\/v4[^/]/.test(path) && !has(instance, 'oneErrorForUnknownPaths'))
    return new HttpError(404, { error: '404 API Version Not Found' })
  const page = `${url}/users/sign_in`
  if (path.startsWith('/api/v4')) return routeNotFound()
  if (!/^\/api(\/|$)/i.test(path)) {
    if (!path.endsWith('.json') || /%2f/i.test(path)) return routeNotFound()
    // Pages refuse other requests than GET without the token of a form.
    if (!isReading(method)) return new HttpError(422, { status: 422, error: 'Unprocessable Entity' }, json)
  }
  const body = `<html><body>You are being <a href="${page}">redirected</a>.</body></html>`
  return new HttpError(302, body, { Location: page, 'Content-Type': 'text/html; charset=utf-8' })
}
