import { HttpError, routeNotFound } from './errors'
import type { Exchange } from './exchange'
import type { Instance } from './instance'

/** The error for a path that no endpoint has. */
export function unknownRoute({ flavor, url }: Instance, { path }: Exchange): HttpError {
  if (flavor === 'spec') return routeNotFound()
  if (/^\/api\/v4[^/]/.test(path)) return new HttpError(404, { error: '404 API Version Not Found' })
  if (!/^\/api(\/|$)/i.test(path) || path.startsWith('/api/v4')) return routeNotFound()
  const page = `${url}/users/sign_in`
  const body = `<html><body>You are being <a href="${page}">redirected</a>.</body></html>`
  return new HttpError(302, body, { Location: page, 'Content-Type': 'text/html; charset=utf-8' })
}
