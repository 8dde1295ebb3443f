import { isModest, parseJson } from './json'

/** What the body of an error answer says. */
export interface ErrorBody {
  body: unknown
  serverMessage: string
  fields: Record<string, string[]>
  routeMissing: boolean
}

const longestMessage = 1_000
const deepest = 8

/**
 * Reads every shape in which the service and the proxies in front of it explain themselves: `message` as a sentence,
 * as sentences by field, as a list, as JSON in a string; `error` alone or with `error_description` and `scope`;
 * plain text, HTML, nothing.
 */
export function readErrorBody(text: string): ErrorBody {
  const parsed = isModest(text) ? parseJson(text) : undefined
  const body = parsed === undefined ? text : parsed
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
    fields: Object.fromEntries(isObject(message) && !Array.isArray(message) ? sentencesByField(message) : []),
    routeMissing: message === undefined,
  }
}

function flatten(value: unknown, depth = 0): string {
  if (depth > deepest || value === null || value === undefined) return ''
  if (typeof value === 'string') {
    const inner = /^\s*[{[]/.test(value) ? parseJson(value) : undefined
    return inner === undefined ? value : flatten(inner, depth + 1)
  }
  if (!isObject(value)) return String(value)
  const parts = Array.isArray(value)
    ? value.map((item) => flatten(item, depth + 1))
    : Object.entries(value).map(([key, item]) => {
        const said = flatten(item, depth + 1)
        return unnamed.has(key) || said === '' ? said : `${key} ${said}`
      })
  return parts.filter((part) => part !== '').join(Array.isArray(value) ? ', ' : '; ')
}

// Keys that only wrap a sentence and tell a reader nothing.
const unnamed = new Set(['base', 'error', 'message'])

function sentencesByField(message: object, prefix = '', depth = 0): [string, string[]][] {
  return Object.entries(message).flatMap(([key, value]): [string, string[]][] =>
    isObject(value) && !Array.isArray(value) && depth < deepest
      ? sentencesByField(value, `${prefix}${key}.`, depth + 1)
      : [[`${prefix}${key}`, (Array.isArray(value) ? value : [value]).map((item) => flatten(item))]],
  )
}

function withoutTags(text: string): string {
  if (!/^\s*</.test(text)) return text
  const title = /<title\b[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1]
  // What is not closed lasts to the end: these patterns never look at a character twice.
  return title ?? text.replace(/<(script|style)\b.*?(?:<\/\1>|$)/gis, ' ').replace(/<[^<>]*>?/g, ' ')
}

function oneLine(text: string): string {
  // A terminal would obey control characters.
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
