import { failed, HttpError } from './errors'
import { type Exchange, isReading } from './exchange'
import type { Instance } from './instance'
import { settingsOf } from './settings'

/** @throws HttpError 503, 403 or 301 for requests that write while the instance is read-only or in maintenance mode. */
export function requireOpen({ store, url }: Instance, { method, headers }: Exchange): void {
  const { maintenance_mode, maintenance_mode_message, read_only } = settingsOf(store)
  if (isReading(method) || !(maintenance_mode || read_only)) return
  // GitLab treats clients that do not send JSON as browsers, and redirects them back.
  if (!/^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new HttpError(301, '', { Location: headers.referer ?? `${url}/` })
  }
  if (maintenance_mode) {
    const message = maintenance_mode_message ?? 'GitLab is undergoing maintenance'
    throw new HttpError(503, { message }, { 'Retry-After': '900' })
  }
  throw failed(403, 'You cannot perform write operations on a read-only instance')
}
