import type { Call } from './call'
import { preconditionFailed } from './errors'

/** Runs before deletions. @throws HttpError 412 if the record changed after the date in `If-Unmodified-Since`. */
export function requireUnmodified(call: Call, record: { updated_at: string }): void {
  const since = Date.parse(call.header('if-unmodified-since') ?? '')
  if (new Date(record.updated_at).getTime() > since) throw preconditionFailed()
}
