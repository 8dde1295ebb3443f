import type { Stored } from '../store/store'
import type { Call } from './call'
import { badParameters, HttpError, internalError } from './errors'
import { isParams } from './nest'
import { pageSize, pageUrl, paginate, paging } from './paginate'
import { string } from './param-types'
import { Param } from './params'

/** The parameters of lists with offset pagination and keyset pagination (`pagination=keyset`). */
export const keysetPaging = {
  ...paging,
  // GitLab ignores other types.
  pagination: new Param<string | null, true>((raw) => (typeof raw === 'string' ? raw : null)),
  sort: string.oneOf('asc', 'desc'),
  cursor: string,
}

/** How a list is sorted and paginated. */
export interface Listing<T> {
  /** GitLab's name for the records. */
  type: string
  /** The values that the list can be sorted by. */
  values: (row: T) => Values
  /** The default order. */
  usual: Order
  /** The orders that support keyset pagination. */
  keyset: Record<string, readonly string[]>
  /** What the link to the next page contains: the last id, or a cursor. */
  next: 'id' | 'cursor'
  /** Whether offset pagination is limited to the first 50,000 records. */
  capped?: boolean
}

type Values = Record<string, string | number>

interface Order {
  order_by: string
  sort: string
}

interface Query extends Partial<Record<'pagination' | 'order_by' | 'sort' | 'cursor', string | null | undefined>> {
  page: number
  per_page: number
}

const farthest = 50_000

/** Sorts the rows and returns the requested page. @throws HttpError 405 for unsupported orders and offsets. */
export function paginateInOrder<T extends Stored>(
  call: Call,
  rows: readonly T[],
  query: Query,
  listing: Listing<T>,
): T[] {
  const keyset = query.pagination === 'keyset'
  const order = keyset ? keysetOrder(call, query, listing) : { ...listing.usual, ...given(query) }
  Object.assign(call.all, order)
  const compare = comparator(order)
  const sorted = rows.map((row) => ({ row, values: listing.values(row) })).sort((a, b) => compare(a.values, b.values))
  if (keyset) return readAlong(call, sorted, query, listing, order)
  // GitLab does not limit the page size here.
  const reach = query.page * (call.instance.flavor === 'spec' ? pageSize(query.per_page) : query.per_page)
  if (listing.capped && reach > farthest) throw notOffered(tooFar(listing.type))
  return paginate(call, sorted, query).map(({ row }) => row)
}

const notOffered = (error: string): HttpError => new HttpError(405, { error })

const tooFar = (type: string): string =>
  `Offset pagination has a maximum allowed offset of ${farthest} for requests that return objects of type ${type}. ` +
  'Remaining records can be retrieved using keyset pagination.'

const given = ({ order_by, sort }: Query): Partial<Order> => ({ ...(order_by && { order_by }), ...(sort && { sort }) })

/** @throws HttpError 405 for an order that does not support keyset pagination, 400 if a required order is missing. */
function keysetOrder<T>(call: Call, query: Query, { usual, keyset }: Listing<T>): Order {
  const named = given(query)
  const missing = (['order_by', 'sort'] as const).filter((name) => named[name] === undefined)
  if (missing.length > 0 && call.instance.flavor === 'spec') {
    throw badParameters(missing.map((name) => `${name} is missing`))
  }
  const order = { ...usual, ...named }
  if (!keyset[order.order_by]?.includes(order.sort)) {
    throw notOffered('Keyset pagination is not yet available for this type of request')
  }
  return order
}

interface Sorted<T> {
  row: T
  values: Values
}

/** The rows after a cursor or, if it points backwards, before it. */
function readAlong<T extends Stored>(
  call: Call,
  sorted: Sorted<T>[],
  { per_page, cursor }: Query,
  { next }: Listing<T>,
  order: Order,
): T[] {
  const size = pageSize(per_page)
  const [from, to] = next === 'id' || !cursor ? [0, size] : span(sorted, readCursor(call, cursor), order, size)
  const page = sorted.slice(from, to)
  const [first, last] = [page[0], page.at(-1)]
  // In the specification, and with ids in both, the last page is empty and has no link.
  const more = last !== undefined && (next === 'id' || call.instance.flavor === 'spec' || to < sorted.length)
  const { page: _page, ...rest } = call.all
  call.all = rest
  if (next === 'id') {
    const parameter = order.sort === 'asc' ? 'id_after' : 'id_before'
    if (more) call.headers.Link = nextLink(call, { per_page: size, [parameter]: last.row.id })
    return page.map(({ row }) => row)
  }
  const onwards = more ? writeCursor(call, last.values, order, 'n') : ''
  const back = first && from > 0 ? writeCursor(call, first.values, order, 'p') : ''
  // The specification has both headers on all pages. GitLab does not send empty ones.
  const always = call.instance.flavor === 'spec'
  if (onwards || always) call.headers['X-NEXT-CURSOR'] = onwards
  if (back || always) call.headers['X-PREV-CURSOR'] = back
  if (more) call.headers.Link = nextLink(call, { per_page: size, cursor: onwards })
  return page.map(({ row }) => row)
}

const nextLink = (call: Call, changed: Record<string, unknown>): string => `<${pageUrl(call, changed)}>; rel="next"`

/** The indexes of the first row and of the row after the last. */
function span<T>(sorted: Sorted<T>[], { place, back }: Cursor, order: Order, size: number): [number, number] {
  const compare = comparator(order)
  const at = sorted.findIndex(({ values }) => compare(values, place) > (back ? -1 : 0))
  const here = at < 0 ? sorted.length : at
  return back ? [Math.max(here - size, 0), here] : [here, here + size]
}

/** Compares by the value of `order_by`, then by id in the same direction. */
function comparator({ order_by, sort }: Order): (a: Values, b: Values) => number {
  const sign = sort === 'asc' ? 1 : -1
  const compare = (a = '' as string | number, b = '' as string | number) => (a < b ? -sign : a > b ? sign : 0)
  return (a, b) => compare(a[order_by], b[order_by]) || compare(a.id, b.id)
}

interface Cursor {
  place: Values
  back: boolean
}

function writeCursor({ instance }: Call, { id = 0, ...values }: Values, { order_by }: Order, kind: 'n' | 'p'): string {
  const place = { ...(order_by !== 'id' && { [order_by]: values[order_by] }), id: String(id), _kd: kind }
  const text = Buffer.from(JSON.stringify(place)).toString('base64url')
  return instance.flavor === 'spec' ? text : text.padEnd(4 * Math.ceil(text.length / 4), '=')
}

/** @throws HttpError for an invalid cursor: 400, in GitLab 500. */
function readCursor({ instance }: Call, cursor: string): Cursor {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (isParams(read)) {
      const { _kd, id, ...values } = read
      return { place: { ...(values as Values), id: Number(id) }, back: _kd === 'p' }
    }
  } catch {
    // Falls through: both cases have the same response.
  }
  throw instance.flavor === 'spec' ? badParameters(['cursor is invalid']) : internalError()
}
