import fc from 'fast-check'
import { useCli } from '../../test/shared/cli'
import { times } from '../../test/shared/test-run'
import { startEmulatorProcess } from './support/emulator-process'
import { sendRaw } from './support/raw'

import type { Flavor } from '..'

const trueup = useCli()
const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]
const runs = times(500, 30_000)

const some = (...values: string[]) => fc.constantFrom(...values)
const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array).toString('latin1'))
const eol = fc.oneof({ weight: 8, arbitrary: fc.constant('\r\n') }, some('\n', '\r', ''))

const method = fc.oneof(
  { weight: 6, arbitrary: some('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH') },
  some('CONNECT', 'TRACE', 'PRI', 'M-SEARCH', 'QUERY', 'get', '', 'GET ', 'G\0T', 'x'.repeat(300)),
  bytes,
)
const target = fc.oneof(
  some('/api/v4/projects/1/labels', '/api/v4/version', '/-/health', '/-/requests', '/-/state', '/-/faults', '/-/clock'),
  some('*', '/', '//', '', 'http://elsewhere.test/api/v4/version', 'elsewhere.test:80', 'http://[::1', '/-/', '/-/%zz'),
  some('/api/v4/projects/%00', '/api/v4/projects/%zz', '/api/v4/%ff', '/\0', '/api/v4/é', '/-/../api', '/-/a b', '/?'),
  some(
    `/${'a'.repeat(9_000)}`,
    `/${'/'.repeat(9_000)}`,
    `/api/v4/version?${'a[b]'.repeat(2_000)}=1`,
    '/api/v4/user?%FF',
  ),
  some(`/api/v4/user?a${'[b]'.repeat(50)}=1&a=2&a[]=3&a[b]=4`, '/acme/web/alerts/notify.json', '/api/v4/user?%='),
  bytes.map((text) => `/api/v4/${text}`),
)
const version = fc.oneof(
  { weight: 6, arbitrary: fc.constant(' HTTP/1.1') },
  some(' HTTP/1.0', ' HTTP/0.9', ' HTTP/2.0', ' HTTP/9.9', ' HTP/1.1', '', ' HTTP/1.1 x', ' HTTP/'),
)
const header = fc.oneof(
  { weight: 4, arbitrary: some('Host: localhost', 'PRIVATE-TOKEN: emulator-maintainer') },
  some('Host:', 'Host: a, b', 'Host: [::1', 'Host: \x01', 'Origin: null', 'Origin: http://elsewhere.test'),
  some('Content-Length: 0', 'Content-Length: 5', 'Content-Length: -1', 'Content-Length: 5, 6', 'Content-Length: +5'),
  some('Content-Length: 99999999999999999999', 'Content-Length: 0x5', 'Content-Length: 1e9', 'Content-Length:'),
  some('Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: xchunked'),
  some('Transfer-Encoding: chunked, identity', 'Transfer-Encoding:\tchunked', 'Transfer-Encoding : chunked'),
  some('Connection: close', 'Connection: keep-alive', 'Connection: upgrade', 'Upgrade: websocket', 'Upgrade: h2c'),
  some('Expect: 100-continue', 'Expect: nothing', 'TE: trailers', 'HTTP2-Settings: AAMAAABkAAQAAP__'),
  some('Content-Type: application/json', 'Content-Type: application/x-www-form-urlencoded', 'Content-Type:'),
  some('Content-Type: multipart/form-data; boundary=b', 'Content-Type: multipart/form-data', 'Content-Type: \xff/\xfe'),
  some('Authorization: Bearer', 'Authorization: Basic %%%', 'JOB-TOKEN: x', 'Sudo: \xff', 'If-None-Match: \xff'),
  some('X: a\0b', 'X: a\r b', ' folded', 'no colon', ': no name', 'X\x80: y', `X: ${'x'.repeat(300_000)}`),
  some('Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: \xff', 'If-Unmodified-Since: \xff'),
  bytes,
)
const body = fc.oneof(
  some('', '{}', '{"name":"bug","color":"red"}', '{"__proto__":{"x":1},"constructor":1}', '{"a":', '[1', '"\xff"'),
  some(
    '5\r\nhello\r\n0\r\n\r\n',
    '5\r\nhel',
    'zz\r\n',
    '-1\r\n',
    'fffffffffffffffff\r\n',
    '0\r\n\r\n',
    '5;x="\r\nhello',
  ),
  some(
    '0\r\nTrailer: x\r\n\r\n',
    '--b\r\n\r\n\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--',
  ),
  some(
    'a=1&a[b]=2',
    'a%=%',
    '%ff=%ff',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
    'GET / HTTP/1.1\r\n\r\n',
  ),
  bytes,
)
const request = fc
  .tuple(method, target, version, fc.array(fc.tuple(header, eol), { maxLength: 6 }), eol, eol, body)
  .map(([verb, to, protocol, headers, first, last, content]) =>
    [verb, ' ', to, protocol, first, ...headers.flat(), last, content].join(''),
  )
const attack = fc.record({
  /** Several of them are pipelined. */
  requests: fc.array(request, { minLength: 1, maxLength: 3 }),
  /** How much of them is sent. */
  cut: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  ending: fc.constantFrom('end' as const, 'end' as const, 'reset' as const),
})

describe.each<Flavor>(['spec', 'gitlab'])('flavor %s', (flavor) => {
  it(
    `survives random bytes: ${runs} connections of seed ${seed}`,
    async () => {
      const emulator = await startEmulatorProcess(trueup, flavor)
      const property = fc.asyncProperty(attack, async ({ requests, cut, ending }) => {
        const all = requests.join('')
        await sendRaw(emulator.port, all.slice(0, Math.ceil(cut * all.length)), ending)
        await emulator.checkHealth()
      })
      await fc.assert(property, { seed, numRuns: runs, ...(path && { path }) })
      expect(emulator.peakMemory()).toBeLessThan(400)
      await emulator.stop()
    },
    60 * runs,
  )
})
