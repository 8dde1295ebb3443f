import type { RecordedResponse } from './recordings'

/** A place where two responses differ. */
export interface Difference {
  /** `status`, `header link`, or a path such as `body[].name`. */
  at: string
  recorded: unknown
  given: unknown
}

/** Fields whose values differ between servers. Compares only their types, and the formats of times. */
const volatile = new RegExp(
  `(?:^|_)(?:id|ids|iid)$|_at$|^(?:${[
    ...[
      'token',
      'runners_token',
      'sha',
      'before_sha',
      'web_url',
      'avatar_url',
      'username',
      'key',
      'email',
      'commit_email',
    ],
    ...['host_keys?', 'fingerprint', 'public_key', 'checksum', 'etag', 'name_with_namespace', 'favicon', 'revision'],
    ...['version', 'details_path', 'x-gitlab-meta', 'content-length', 'raw_metadata', 'location_fingerprint'],
    ...['metadata_version', 'file', 'start_line'],
  ].join('|')})$`,
)

const comparedHeaders = [
  ...['content-type', 'retry-after'],
  ...['x-total', 'x-page', 'x-per-page', 'x-next-page', 'x-prev-page', 'x-total-pages'],
]

/** The differences between a response and the recorded one. */
export function differences(recorded: RecordedResponse, given: RecordedResponse): Difference[] {
  const found: Difference[] = []
  if (recorded.status !== given.status) found.push({ at: 'status', recorded: recorded.status, given: given.status })
  walk(recorded.body ?? null, likeRecorded(recorded.body, given), 'body', '', found)
  for (const name of comparedHeaders) {
    const [one = '', other = ''] = [recorded.headers[name], given.headers[name]]
    if (one !== other) found.push({ at: `header ${name}`, recorded: one, given: other })
  }
  const [link, other] = [recorded.headers.link, given.headers.link]
  if (Boolean(link) !== Boolean(other)) found.push({ at: 'header link', recorded: link ?? '', given: other ?? '' })
  return found
}

/**
 * The body in the recorded format: `$headers` contains some headers, or only whether they are present; `$form` the
 * prefix of a token; `$forms` the lengths of tokens; `$only` the names of the recorded fields. Of some lists of projects
 * and groups, only the full paths were recorded.
 */
export function likeRecorded(recorded: unknown, { body = null, headers }: RecordedResponse): unknown {
  if (isPaths(recorded) && Array.isArray(body)) return body.map(pathOf)
  if (!isObject(recorded)) return body
  if (isObject(recorded.$headers)) {
    const $headers = Object.entries(recorded.$headers).map(([name, value]) => {
      const given = headers[name]
      return [name, given === undefined ? 'absent' : value === 'present' ? 'present' : given]
    })
    return { $headers: Object.fromEntries($headers) as unknown, $body: body }
  }
  if (Array.isArray(recorded.$only)) {
    if (!isObject(body)) return body
    const names = recorded.$only as string[]
    return { $only: names, $body: Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name))) }
  }
  if ('$form' in recorded) {
    const { token, public_key } = isObject(body) ? body : {}
    if (/^$|^ssh-/.test(String(recorded.$form))) return { $form: formOf(public_key), $body: body }
    const form = typeof token === 'string' ? token.replace(/^([a-z]+-)?.*/, '$1…') : (token ?? 'absent')
    return { $form: form, $body: body }
  }
  if ('$forms' in recorded) {
    const tokens = [body].flat().map((one) => (isObject(one) && typeof one.token === 'string' ? one.token : null))
    return { $forms: tokens.map((token) => token && 'x'.repeat(token.length)), $body: body }
  }
  return body
}

const isPaths = (recorded: unknown): boolean =>
  Array.isArray(recorded) && recorded.every((one) => typeof one === 'string')

const pathOf = (one: unknown): unknown => (isObject(one) ? (one.path_with_namespace ?? one.full_path ?? one) : one)

/** A public key without the parts that differ. */
const formOf = (key: unknown): string =>
  typeof key === 'string' ? key.replace(/AAAA[\w+/=]+/, 'AAAA…').replace(/@\S+/, '@host') : ''

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function walk(recorded: unknown, given: unknown, at: string, key: string, found: Difference[]): void {
  const kind = kindOf(recorded)
  if (kind !== kindOf(given)) {
    if (!isLength(recorded, given)) found.push({ at, recorded, given })
  } else if (Array.isArray(recorded)) {
    const others = given as unknown[]
    if (recorded.length !== others.length) {
      found.push({ at: `${at}.length`, recorded: recorded.length, given: others.length })
    }
    const both = Math.min(recorded.length, others.length)
    for (let index = 0; index < both; index++) walk(recorded[index], others[index], `${at}[]`, key, found)
  } else if (isObject(recorded)) {
    const other = given as Record<string, unknown>
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(other)])) {
      const place = `${at}.${name}`
      if (!(name in recorded)) found.push({ at: place, recorded: 'absent', given: other[name] })
      else if (!(name in other)) found.push({ at: place, recorded: recorded[name], given: 'absent' })
      else walk(recorded[name], other[name], place, name, found)
    }
  } else if (recorded !== given && !volatile.test(key) && !kind.startsWith('date') && !isLength(recorded, given)) {
    found.push({ at, recorded, given })
  }
}

/** Long strings are recorded as `1000 characters`. */
const isLength = (recorded: unknown, given: unknown): boolean =>
  typeof given === 'string' && recorded === `${given.length} characters`

/** The type of a value. For text, also whether it is a date or time, and its format. */
function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'string') return typeof value
  const [time, milliseconds = '', zone = ''] =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(value) ?? []
  if (time) return `date and time ${milliseconds && 'with milliseconds'} ${zone === 'Z' ? 'Z' : 'offset'}`
  return /^\d{4}-\d\d-\d\d$/.test(value) ? 'date' : 'text'
}
