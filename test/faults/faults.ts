import type { Fault } from '../../emulator'

const html = { headers: { 'content-type': 'text/html' }, body: '<html><title>502 Bad Gateway</title></html>' }
const elsewhere = { status: 200, body: { status: 'ok' } }

/** Faults of a request. */
export const faults: readonly (readonly [name: string, fault: Fault])[] = [
  ['the connection is cut before the work', { drop: 'before' }],
  ['the connection is cut after the work', { drop: 'after' }],
  ['the response is cut in half', { truncate: true }],
  ['502 with a page of HTML after the work', { ...html, status: 502, work: true }],
  ['the connection is cut again and again', { drop: 'after', times: 10 }],
  ['500 before the work', { status: 500, body: { message: '500 Internal Server Error' } }],
  ['503 before the work', { status: 503, body: '' }],
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '0' }, body: 'Retry later' }],
  ['JSON of something else after the work', { ...elsewhere, work: true }],
  ['JSON of something else instead of the work', elsewhere],
  ['a page of HTML with status 200 after the work', { ...html, status: 200, work: true }],
  ['a page of HTML with status 200 instead of the work', { ...html, status: 200 }],
]
