import { isWithinLimits, parseJson } from './json'
import type { Redact } from './redact'

/** The content of an error response. */
export interface ErrorBody {
  body: unknown
  serverMessage: string
  fields: Record<string, string[]>
  routeMissing: boolean
}

const maxMessageLength = 1_000
const maxDepth = 8

/**
 * Reads the error formats of the service and of proxies: `message` as a string, as strings by field, as a list, or as
 * JSON in a string; `error` alone or with `error_description` and `scope`; plain text; HTML; an empty body.
 *
 * @param redact Removes what the values of the body repeat of a request.
 */
export function readErrorBody(text: string, redact: Redact): ErrorBody {
  const parsed = isWithinLimits(text) ? parseJson(text) : undefined
  const body = redactValues(parsed === undefined ? text : parsed, redact)
  const {
    message,
    error,
    error_description: description,
    scope,
  } = (isObject(body) ? body : {}) as Record<string, unknown>
  return {
    body,
    serverMessage: oneLine(
      message !== undefined
        ? flatten(message)
        : description !== undefined
          ? `${flatten(error)}: ${flatten(description)}${scope === undefined ? '' : ` (scope: ${flatten(scope)})`}`
          : error !== undefined
            ? flatten(error)
            : flatten(typeof body === 'string' ? withoutTags(body) : body),
    ),
    fields: Object.fromEntries(isObject(message) && !Array.isArray(message) ? messagesByField(message) : []),
    routeMissing: message === undefined,
  }
}

/** A copy with redacted values. The names in it are those of the service. */
function redactValues(value: unknown, redact: Redact): unknown {
  if (Array.isArray(value)) return value.map((item) => redactValues(item, redact))
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactValues(item, redact)]))
  }
  if (value === null || value === undefined) return value
  const text = String(value)
  const redacted = redact(text)
  return redacted === text ? value : redacted
}

function flatten(value: unknown, depth = 0): string {
  if (depth > maxDepth || value === null || value === undefined) return ''
  if (typeof value === 'string') {
    const inner = /^\s*[{[]/.test(value) ? parseJson(value) : undefined
    return inner === undefined ? value : flatten(inner, depth + 1)
  }
  if (!isObject(value)) return String(value)
  const parts = Array.isArray(value)
    ? value.map((item) => flatten(item, depth + 1))
    : Object.entries(value).map(([key, item]) => {
        const text = flatten(item, depth + 1)
        return unnamed.has(key) || text === '' ? text : `${key} ${text}`
      })
  return parts.filter((part) => part !== '').join(Array.isArray(value) ? ', ' : '; ')
}

// Keys that only wrap a message and mean nothing to a reader.
const unnamed = new Set(['base', 'error', 'message'])

function messagesByField(message: object, prefix = '', depth = 0): [string, string[]][] {
  return Object.entries(message).flatMap(([key, value]): [string, string[]][] =>
    isObject(value) && !Array.isArray(value) && depth < maxDepth
      ? messagesByField(value, `${prefix}${key}.`, depth + 1)
      : [[`${prefix}${key}`, (Array.isArray(value) ? value : [value]).map((item) => flatten(item))]],
  )
}

function withoutTags(text: string): string {
  if (!/^\s*</.test(text)) return text
  const title = /<title\b[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1]
  // An unclosed element extends to the end, so that the patterns never read a character twice.
  return title ?? text.replace(/<(script|style)\b.*?(?:<\/\1>|$)/gis, ' ').replace(/<[^<>]*>?/g, ' ')
}

function oneLine(text: string): string {
  // Removes control characters, because a terminal would interpret them.
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
