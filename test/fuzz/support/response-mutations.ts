import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { Mutation, ProxiedResponse } from './response-proxy'

/** A mutation with its name. */
export interface Named {
  name: string
  mutate: Mutation
}

const long = 'x'.repeat(100_000)
const pollutingJson = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'

/** JSON that replaces a value. */
const values: readonly string[] = [
  ...['null', 'true', '0', '-1', '1.5', '1e308', '9007199254740993', '""', '"x"', '"\\u0000"', '"\\ud800"', '[]', '{}'],
  ...['[null]', '[[]]', '[{}]', '{"length":1e9}', '{"then":1,"toString":1,"valueOf":null}', pollutingJson],
  ...[JSON.stringify(long), `${'['.repeat(5_000)}${']'.repeat(5_000)}`, `${'{"a":'.repeat(150)}1${'}'.repeat(150)}`],
]

type Edit = (holder: Record<string, unknown>, key: string) => void

/** Changes of one value. */
const edits: readonly (readonly [name: string, edit: Edit])[] = [
  ...values.map((text): [string, Edit] => [
    `is ${text.slice(0, 40)}`,
    (holder, key) => (holder[key] = JSON.parse(text)),
  ]),
  ['is missing', (holder, key) => delete holder[key]],
  ['is a string', (holder, key) => (holder[key] = JSON.stringify(holder[key]))],
  ['is in a list', (holder, key) => (holder[key] = [holder[key]])],
  ['is duplicated', (holder, key) => (holder[key] = Array.isArray(holder[key]) ? [...holder[key], ...holder[key]] : 2)],
  [
    'has more fields',
    (holder, key) => {
      const inner = holder[key]
      const more = { ...JSON.parse(pollutingJson), hasOwnProperty: 1, toJSON: 1, length: 2 ** 32, id_: [], '': null }
      if (typeof inner === 'object' && inner !== null)
        holder[key] = Array.isArray(inner) ? [...inner, more] : { ...inner, ...more }
    },
  ],
]

/** Every place of a value in a JSON body, starting with the body itself. */
function places(holder: Record<string, unknown>): [Record<string, unknown>, string][] {
  return Object.entries(holder).flatMap(([key, value]) => [
    [holder, key] as [Record<string, unknown>, string],
    ...(typeof value === 'object' && value !== null ? places(value as Record<string, unknown>) : []),
  ])
}

/** A mutation of one value of a JSON body. `at` selects it, modulo the number of values. */
const valueMutation = (edits: readonly (readonly [name: string, edit: Edit])[]) =>
  fc.record({ edit: fc.constantFrom(...edits), at: fc.nat() }).map(({ edit: [name, edit], at }): Named => ({
    name: `value ${at} ${name}`,
    mutate: (answer) => {
      if (answer.body.length === 0) return { ...answer, body: Buffer.from('{"id":null}') }
      const root = { body: JSON.parse(answer.body.toString()) as unknown }
      const all = places(root)
      const [holder, key] = all[at % all.length]!
      edit(holder, key)
      return { ...answer, body: Buffer.from(JSON.stringify(root.body) ?? '') }
    },
  }))

const body = (name: string, change: (body: Buffer) => Buffer | string): Named => ({
  name,
  mutate: (answer) => ({ ...answer, body: Buffer.from(change(answer.body)) }),
})

/** Mutations of a whole body. */
const bodies: readonly Named[] = [
  body('nothing', () => ''),
  body('blanks', () => ' '.repeat(1_000_000)),
  body('cut', (text) => text.subarray(0, text.length / 2)),
  body('cut in a character', (text) =>
    text
      .toString()
      .replace(/"([^"]+)"/, (_, inner: string) => `"${inner}é"`)
      .slice(0, -1),
  ),
  body('with a byte that is no UTF-8', (text) => Buffer.from(text.toString().replace(/[a-z]/, '\xff'), 'latin1')),
  body('with a byte order mark', (text) => `\ufeff${text.toString()}`),
  body('in gzip that nobody asked for', (text) => gzipSync(text)),
  body('UTF-16', (text) => Buffer.from(text.toString(), 'utf16le')),
  body('a page', () => '<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>'),
  body('a page of tags without end', () => '<script'.repeat(100_000)),
  body('a page of angles', () => `<title${'<'.repeat(500_000)}`),
  body('addresses in a row', () => 'a://'.repeat(200_000)),
  body('NaN', () => 'NaN'),
  body('two answers', (text) => `${text.toString()}${text.toString()}`),
  body('a list without bottom', () => '['.repeat(1_000_000)),
  body('a deep list', () => `${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  body('a deep object', () => `${'{"message":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
  body('a long list', () => `[${'{},'.repeat(20_000)}{}]`),
  body('many names', () => `{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":[]`).join()}}`),
  body('a message to a terminal', () => '{"message":"\\u001b[2J\\u0007 nothing \\u0000to see"}'),
]

const header = (...headers: [string, string][]): Named => ({
  name: headers.map((pair) => pair.join(': ').slice(0, 120)).join(', '),
  mutate: (answer) => ({
    ...answer,
    headers: [...answer.headers.filter(([name]) => !headers.some(([one]) => one === name)), ...headers],
  }),
})
const next = (url: string): [string, string] => ['link', `<${url}>; rel="next"`]

/** Mutations of headers. */
const headers: readonly Named[] = [
  header(next('http://other.example/api/v4/projects/1/labels?page=2')),
  header(next('http://other.example/login')),
  header(next('//other.example/api/v4/user')),
  header(next('http://[')),
  header(next('?page=99999999999999999999')),
  header(next('/api/v4/../../-/state')),
  header(['link', `${'<'.repeat(7_000)}>; rel="next"`]),
  header(['link', `<x>;${' rel'.repeat(2_000)}`]),
  header(['x-next-page', '1']),
  header(['x-next-page', '2']),
  header(['x-next-page', '99999999999']),
  header(['x-next-page', '-1']),
  header(['x-total-pages', '1000000000'], ['x-next-page', '2']),
  header(['x-total-pages', '-1'], ['x-next-page', '2']),
  header(['x-total-pages', '1e9'], ['x-total', 'NaN'], ['x-next-page', '2']),
  header(['x-total-pages', '9'.repeat(400)], ['x-next-page', '9'.repeat(15)]),
  header(['x-total-pages', '3'], ['x-total-pages', '5'], ['x-next-page', '2'], ['x-next-page', '3']),
  header(['content-type', 'text/html']),
  header(['content-type', long.slice(0, 10_000)]),
  header(['content-encoding', 'gzip']),
  header(['constructor', 'x'], ['__proto__', 'x'], ['__proto__', 'y'], ['toString', 'z']),
  header(['retry-after', '31536000']),
  header(['retry-after', '-1']),
  header(['retry-after', 'Tue, 31 Dec 9999 23:59:59 GMT']),
  header(['ratelimit-remaining', '0'], ['ratelimit-reset', '99999999999']),
  header(['ratelimit-remaining', '-5'], ['ratelimit-reset', '-5']),
  header(['ratelimit-remaining', 'NaN'], ['ratelimit-reset', 'Infinity']),
  header(['ratelimit-remaining', '0'], ['ratelimit-reset', '1e400'], ['date', 'never']),
  header(['x-request-id', long.slice(0, 10_000)]),
  header(['date', 'Thu, 01 Jan 1970 00:00:00 GMT'], ['retry-after', 'Thu, 01 Jan 1970 00:00:00 GMT']),
]

const status = (code: number, ...more: [string, string][]): Named => ({
  name: `status ${code}${more.map((pair) => `, ${pair.join(': ').slice(0, 80)}`).join('')}`,
  mutate: (answer) => ({ ...(header(...more).mutate(answer) as ProxiedResponse), status: code }),
})

let detours = 0
const detour: Named = {
  name: 'a chain of redirects',
  mutate: (answer) => ({ ...answer, status: 302, headers: [['location', `/api/v4/projects/1?detour=${++detours}`]] }),
}

/** Mutations of the status. The body stays the same. */
const statuses: readonly Named[] = [
  ...[200, 201, 202, 206, 299, 300, 304, 400, 401, 403, 405, 409, 412, 414, 418, 422, 451, 500, 502, 599, 999].map(
    (code) => status(code),
  ),
  ...['31536000', 'soon', '-9'].flatMap((wait) => [
    status(429, ['retry-after', wait]),
    status(503, ['retry-after', wait]),
  ]),
  ...['/login', 'http://other.example/', '', '/api/v4/projects/1', 'data:x', `/${long.slice(0, 10_000)}`].map((to) =>
    status(302, ['location', to]),
  ),
  status(308, ['location', '/api/v4/projects/acme%2Fold-name']),
  status(301),
  detour,
]

const raw = (name: string, bytes: (body: Buffer) => (string | Buffer)[]): Named => ({
  name,
  mutate: (answer) => Buffer.concat(bytes(answer.body).map((part) => Buffer.from(part))),
})
const head = (line: string, ...more: string[]): string => [`HTTP/1.1 ${line}`, ...more, '', ''].join('\r\n')

/** Mutations of the bytes of a response. */
const wire: readonly Named[] = [
  raw('no bytes', () => []),
  raw('bytes that are not HTTP', () => [Buffer.from([0xff, 0, 0xfe, 10, 13])]),
  raw('half of a head', () => ['HTTP/1.1 200 OK\r\ncontent-']),
  raw('a longer body announced', (text) => [head('200 OK', `content-length: ${text.length + 100}`), text]),
  raw('a shorter body announced', (text) => [head('200 OK', 'content-length: 1'), text]),
  raw('a body of negative length', (text) => [head('200 OK', 'content-length: -1'), text]),
  raw('two lengths', (text) => [head('200 OK', 'content-length: 1', 'content-length: 2'), text]),
  raw('length and chunks', (text) => [head('200 OK', 'content-length: 2', 'transfer-encoding: chunked'), text]),
  raw('chunks of no size', (text) => [head('200 OK', 'transfer-encoding: chunked'), 'zz\r\n', text]),
  raw('a chunk that is cut', (text) => [head('200 OK', 'transfer-encoding: chunked'), 'ffff\r\n', text]),
  raw('no length', (text) => [head('200 OK'), text]),
  raw('204 with a body', (text) => [head('204 No Content', `content-length: ${text.length}`), text]),
  raw('204 with a body that is not announced', (text) => [head('204 No Content'), text]),
  raw('304 with a body', (text) => [head('304 Not Modified'), text]),
  raw('100', (text) => [head('100 Continue'), head('200 OK', `content-length: ${text.length}`), text]),
  raw('101', (text) => [head('101 Switching Protocols', 'upgrade: h2c', 'connection: upgrade'), text]),
  raw('103 many times', (text) => [
    head('103 Early Hints').repeat(1_000),
    head('200 OK', `content-length: ${text.length}`),
    text,
  ]),
  raw('a head too large', (text) => [head('200 OK', `x: ${long}`), text]),
  raw('status 0', (text) => [head('000 None'), text]),
  raw('trailers', () => [
    head('200 OK', 'transfer-encoding: chunked'),
    '2\r\n{}\r\n0\r\n__proto__: x\r\nconstructor: y\r\n\r\n',
  ]),
]

/** Responses that are not derived from a response of the service. */
const fromScratch = fc
  .jsonValue({ maxDepth: 6 })
  .map((value) => body(`JSON ${JSON.stringify(value).slice(0, 200)}`, () => JSON.stringify(value)))
const noise = fc
  .uint8Array({ maxLength: 100 })
  .map((bytes) => raw(`bytes ${Buffer.from(bytes).toString('hex')}`, () => [Buffer.from(bytes)]))

/** All mutations, mostly of single values. */
export const mutation: fc.Arbitrary<Named> = fc.oneof(
  { arbitrary: fromScratch, weight: 2 },
  { arbitrary: noise, weight: 1 },
  { arbitrary: valueMutation(edits), weight: 5 },
  { arbitrary: fc.constantFrom(...bodies), weight: 2 },
  { arbitrary: fc.constantFrom(...headers), weight: 2 },
  { arbitrary: fc.constantFrom(...statuses), weight: 2 },
  { arbitrary: fc.constantFrom(...wire), weight: 2 },
)

/** Mutations that no real service can produce. */
export const corruption: fc.Arbitrary<Named> = fc.oneof(
  { arbitrary: valueMutation(edits.filter(([name]) => /^is (in a list|\[\[|\{"|\[null)/.test(name))), weight: 5 },
  { arbitrary: fc.constantFrom(...bodies), weight: 2 },
  { arbitrary: fc.constantFrom(...headers), weight: 2 },
  { arbitrary: fc.constantFrom(...statuses.filter(({ name }) => /^status (304|5\d\d|999)/.test(name))), weight: 1 },
  { arbitrary: fc.constantFrom(...wire), weight: 2 },
)

/** Mutations that neither break the connection nor cause a retry. */
export const contents: fc.Arbitrary<Named> = fc.oneof(
  { arbitrary: fromScratch, weight: 2 },
  { arbitrary: valueMutation(edits), weight: 3 },
  { arbitrary: fc.constantFrom(...bodies), weight: 1 },
  { arbitrary: fc.constantFrom(...headers), weight: 1 },
)
