import type { Call } from './call'
import { HttpError, internalError } from './errors'
import type { RawParams } from './nest'
import { integer } from './param-types'
import { has } from './release'

/** The parameters of lists with offset pagination. */
export const paging = { page: integer.default(1), per_page: integer.default(20).except(0) }

/** Longer lists have no totals. */
const countedRows = 10_000

/**
 * Returns the requested page and sets the headers about pages, totals unless `countable` is false. `usual`: the page
 * size for negative numbers.
 */
export function paginate<T>(
  call: Call,
  rows: readonly T[],
  query: { page: number; per_page: number },
  { countable = true, usual = usualSize } = {},
): T[] {
  const size = pageSize(query.per_page, usual)
  const page = Math.max(query.page, 1)
  const gitlab = call.instance.flavor === 'gitlab'
  if (gitlab && size === 0) throw internalError()
  // The database counts rows with 64-bit integers.
  const isTooFar = gitlab && (page - 1) * size >= 2 ** 63
  if (isTooFar && !has(call.instance, 'headersOfFarPages')) throw internalError()
  const last = Math.max(Math.ceil(rows.length / size), 1)
  const next = page < last ? page + 1 : undefined
  const previous = page > 1 && page <= last ? page - 1 : undefined
  const counted = countable && rows.length <= countedRows
  const links = { prev: previous, next, first: 1, last: counted ? last : undefined }
  Object.assign(call.headers, {
    'X-Per-Page': String(size),
    'X-Page': String(page),
    'X-Next-Page': String(next ?? ''),
    'X-Prev-Page': String(previous ?? ''),
    Link: Object.entries(links)
      .filter(([, to]) => to !== undefined)
      .map(([rel, to]) => `<${pageUrl(call, { page: to, per_page: size })}>; rel="${rel}"`)
      .join(', '),
    ...(counted && { 'X-Total': String(rows.length), 'X-Total-Pages': String(last) }),
  })
  if (isTooFar) {
    const { status, body } = internalError()
    // With all digits of the number, which JavaScript rounds.
    const asSent = new URLSearchParams(call.search).get('page') ?? String(page)
    throw new HttpError(status, body, { ...call.headers, 'X-Page': asSent })
  }
  return rows.slice((page - 1) * size, page * size)
}

const usualSize = 20

/** The number of rows per page. `usual`: for negative numbers. */
export const pageSize = (perPage: number, usual = usualSize): number => (perPage < 0 ? usual : Math.min(perPage, 100))

/**
 * The URL of the request with changed parameters. GitLab repeats all parameters that it knows, even those in the path.
 */
export function pageUrl(call: Call, changed: RawParams): string {
  return `${call.instance.url}${call.path}?${toQuery({ ...call.all, ...changed })}`
}

function toQuery(params: RawParams): string {
  const pairs = (value: unknown, name: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((item) => pairs(item, `${name}[]`))
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).flatMap(([key, inner]) => pairs(inner, `${name}[${key}]`))
    }
    return [`${escape(name)}=${escape(String(value ?? ''))}`]
  }
  return Object.entries(params)
    .flatMap(([name, value]) => pairs(value, name))
    .sort()
    .join('&')
}

const escape = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+')
