import { failed, HttpError } from './errors'
import { type Exchange, isReading } from './exchange'
import { type Instance } from './instance'
import { settingsOf } from './settings'

/** @throws HttpError 503, 403 or 301 for a write while the instance takes none, whatever the path. */
export function requireOpen({ store, url }: Instance, { method, headers }: Exchange): void {
  const { maintenance_mode, maintenance_mode_message, read_only } = settingsOf(store)
  if (isReading(method) || !(maintenance_mode || read_only)) return
  // Whoever sends no JSON is taken for a browser, and sent back to where it came from.
  if (!/^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new HttpError(301, '', { Location: headers.referer ?? `${url}/` })
  }
  if (maintenance_mode) {
    const message = maintenance_mode_message ?? 'GitLab is undergoing maintenance'
    throw new HttpError(503, { message }, { 'Retry-After': '900' })
  }
  throw failed(403, 'You cannot perform write operations on a read-only instance')
}
