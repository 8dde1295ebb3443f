import { isParams } from './nest'

const hidden = '[redacted]'
const secretName =
  /(?:tokens?|passw(?:or)?ds?|passphrase|pwd|secrets?|credentials?|authorization|(?:private|access|api|authorization|encryption|ssh)[-_ ]?key)$/i
/** Tokens that the emulator issued. */
const issued = /\bgl(?:pat|ptt)-[\w-]{20,}/g
/** A password can contain characters that URLs do not allow, and then looks like a port and a path. */
const userinfo = /([a-z][a-z0-9+.-]{0,40}:\/\/)(?:[^/\s?#:]*:\S*|[^/\s?#]*)@/gi
const userinfoInQuery = /((?::|%3a)(?:\/|%2f){2})[^#\s]*(?:@|%40)/gi
/** Names of fields with URLs. The value may not be a valid URL. */
const beforeHost = /^((?:[a-z][a-z0-9+.-]{0,40}:)?\/*).*@/is
/** Maximum length of a path. GitLab's proxy refuses longer ones. */
const longestPath = 8192

/** Hides secrets in a path with its query. */
export function redactPath(path: string): string {
  const shown = path.length > longestPath ? `${path.slice(0, longestPath)}…` : path
  const [bare = '', query] = shown.split(/\?(.*)/s)
  const segments = redactUrl(bare).split('/').map(redactPart).join('/')
  return query === undefined ? segments : `${segments}?${query.split('&').map(redactPair).join('&')}`
}

function redactPair(pair: string): string {
  const at = pair.indexOf('=')
  const name = decoded(at < 0 ? pair : pair.slice(0, at))
  const parts = name.split(/[[\]]+/).filter((part) => part !== '')
  const secret = parts.some((part) => secretName.test(part)) || parts.at(-1) === 'value'
  if (!secret || at < 0 || at === pair.length - 1) return redactPart(pair)
  return `${pair.slice(0, at)}=${hidden}`
}

/** Hides the whole string if it contains a secret only after decoding. */
function redactPart(part: string): string {
  const redacted = redactUrl(part)
  const text = decoded(redacted)
  return redactText(text) === text ? redacted : hidden
}

const redactUrl = (text: string): string =>
  upToLast(text, /@|%40/g, (head) => head.replace(userinfoInQuery, `$1${hidden}@`)).replace(issued, hidden)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const hookPath = /\/hooks(?:\/[^/?]+)?\/?(?:\?|$)/

/** The body of a request without secrets. The URL of a webhook is one, because its path can contain a key. */
export const redactRequestBody = (path: string, body: unknown): unknown =>
  redactBody(isParams(body) && body.url !== undefined && hookPath.test(path) ? { ...body, url: hidden } : body)

/** A copy without secrets: the values of keys that sound like one, tokens, and the userinfo of URLs. */
function redactBody(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value)
  if (Array.isArray(value)) return value.map(redactBody)
  if (!isParams(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      // The value of a variable may be a secret. The name of the variable can be in the path.
      const secret = secretName.test(key) || key === 'value'
      if (secret && inner) return [key, hidden]
      const isUrl = /(?:url|uri)$/i.test(key) && typeof inner === 'string' && inner.includes('@')
      return [key, redactBody(isUrl ? inner.replace(beforeHost, `$1${hidden}@`) : inner)]
    }),
  )
}

const redactText = (text: string): string =>
  text
    .split(/(\s+)/)
    .map((word) => upToLast(word, /@/g, (head) => head.replace(userinfo, `$1${hidden}@`)))
    .join('')
    .replace(issued, hidden)

/**
 * Changes the part up to the end of the last match. Searching for that end from each position would take quadratic
 * time.
 */
function upToLast(text: string, end: RegExp, change: (head: string) => string): string {
  const last = [...text.matchAll(end)].at(-1)
  if (!last) return text
  const at = last.index + last[0].length
  return change(text.slice(0, at)) + text.slice(at)
}
