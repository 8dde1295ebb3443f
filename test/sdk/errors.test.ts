import { inspect } from 'node:util'
import type * as sdk from '../../sdk'
import {
  ApiError,
  Conflict,
  ConnectionError,
  Forbidden,
  Invalid,
  NotFound,
  PreconditionFailed,
  RateLimited,
  SdkError,
  ServerError,
  Unauthorized,
  UnreadableResponse,
  UriTooLong,
} from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { bare, inTurn, json, type Reply, serve, stopServices, text } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

/** The error of a GET with this response. */
async function errorFor(reply: Reply): Promise<Error & Record<string, unknown>> {
  const service = await serve(inTurn(reply))
  return failure(client(service.url, { maxRetries: 0 }).labels.get(1, 9))
}

const insufficientScope = {
  error: 'insufficient_scope',
  error_description: 'The request requires higher privileges than provided by the access token.',
  scope: 'api read_api',
}

describe('the class of an error', () => {
  test.each([
    [400, Invalid],
    [401, Unauthorized],
    [403, Forbidden],
    [404, NotFound],
    [405, ApiError],
    [409, Conflict],
    [412, PreconditionFailed],
    [414, UriTooLong],
    [422, Invalid],
    [429, RateLimited],
    [500, ServerError],
    [503, ServerError],
  ])('throws, for status %d, %p', async (status, Class) => {
    const error = await errorFor(json({ message: 'no' }, status, { 'x-request-id': '01HX' }))
    expect(error).toBeInstanceOf(Class)
    expect(error).toMatchObject({
      name: Class.name,
      message: `GET /api/v4/projects/1/labels/9: ${status} no`,
      status,
      method: 'GET',
      path: '/api/v4/projects/1/labels/9',
      requestId: '01HX',
      serverMessage: 'no',
      body: { message: 'no' },
    })
  })
})

describe('an error without JSON', () => {
  const page = (title: string, status: number, headers: Record<string, string> = {}): Reply =>
    text(`<html><head><title>${title}</title></head><body>…</body></html>`, status, {
      'content-type': 'text/html',
      ...headers,
    })

  test.each<[string, typeof ApiError, string, Reply]>([
    ['an empty 401', Unauthorized, '401 Unauthorized', bare(401)],
    ['a 401 page of a proxy', Unauthorized, '401 Authorization Required', page('401 Authorization Required', 401)],
    ['a 403 page of a firewall', Forbidden, '403 Access Denied', page('Access Denied', 403)],
    ['a 400 in plain text', Invalid, '400 Bad Request', text('Bad Request', 400)],
    ['a 413 page of a proxy', ApiError, '413 Request Entity Too Large', page('Request Entity Too Large', 413)],
    ['a 414 page of a proxy', UriTooLong, '414 Request-URI Too Large', page('414 Request-URI Too Large', 414)],
    ['a 429 in plain text', RateLimited, '429 Retry later', text('Retry later\n', 429, { 'retry-after': '7' })],
    ['a 429 page of a firewall', RateLimited, '429 Slow down', page('Slow down', 429, { 'retry-after': '7' })],
    ['a 502 page of a proxy', ServerError, '502 Bad Gateway', page('502 Bad Gateway', 502)],
    ['an empty 503', ServerError, '503 Service Unavailable', bare(503)],
    ['incomplete JSON', ServerError, '500 {"message":"Inter', text('{"message":"Inter', 500)],
  ])('derives the class and the message of an error from %s', async (_what, Class, said, reply) => {
    const error = await errorFor(reply)
    expect(error.constructor).toBe(Class)
    expect(error.message).toBe(`GET /api/v4/projects/1/labels/9: ${said}`)
    expect(error['retryAfterMs']).toBe(Class === RateLimited ? 7_000 : undefined)
    expect(typeof error['body']).toBe('string')
  })
})

describe('the message of an error response', () => {
  test.each<[string, string, Reply]>([
    ['a message', '404 Label Not Found', json({ message: '404 Label Not Found' }, 404)],
    [
      'sentences by field',
      "title can't be blank, is invalid; color must be a valid color code",
      json({ message: { title: ["can't be blank", 'is invalid'], color: ['must be a valid color code'] } }, 400),
    ],
    ['messages about the object', 'Reference not found', json({ message: { base: ['Reference not found'] } }, 400)],
    ['one message by field', 'name is taken', json({ message: { name: 'is taken' } }, 400)],
    ['nested fields', 'mirror url is blocked', json({ message: { mirror: { url: ['is blocked'] } } }, 400)],
    ['a list', 'one is wrong, two is wrong', json({ message: ['one is wrong', 'two is wrong'] }, 400)],
    ['a wrapped error', 'Too many requests.', json({ message: { error: 'Too many requests.' } }, 429)],
    ['an error', 'name is missing, color is missing', json({ error: 'name is missing, color is missing' }, 400)],
    ['an error without a description', 'Not Found', json({ status: 404, error: 'Not Found' }, 404)],
    [
      'an error with a description',
      'invalid_token: Token was revoked. You have to re-authorize from the user.',
      json(
        { error: 'invalid_token', error_description: 'Token was revoked. You have to re-authorize from the user.' },
        401,
      ),
    ],
    [
      'an error with a scope',
      `insufficient_scope: ${insufficientScope.error_description} (scope: api read_api)`,
      json(insufficientScope, 403),
    ],
    ['JSON inside a string', 'url is blocked', json({ message: '{"url":["is blocked"]}' }, 400)],
    ['braces that are not JSON', '{oops', json({ message: '{oops' }, 400)],
    ['a number', '7', json({ message: 7 }, 400)],
    ['a list as the body', 'one, two', json(['one', 'two'], 400)],
    ['unknown keys', 'reason quota', json({ reason: 'quota' }, 400)],
    ['plain text', 'Retry later', text('Retry later\n', 429)],
    ['the title of a page', '413 Too Large', text('<html><head><title>413 Too\n Large</title></head></html>', 413)],
    ['a page without a title', 'Bad gateway', text('<style>p{}</style><p>Bad <b>gateway</b></p>', 502)],
    ['nothing: the name of the status', 'Bad Gateway', bare(502)],
    ['an empty message: the name of the status', 'Bad Request', json({ message: '' }, 400)],
    ['an empty list: the name of the status', 'Bad Request', json({ message: { base: [] } }, 400)],
    ['null: the name of the status', 'Bad Request', json(null, 400)],
    ['nothing, with a status that has no name', 'no explanation', bare(599)],
  ])('returns the message of the service in one line from %s', async (_what, said, reply) => {
    const error = await errorFor(reply)
    expect(error['serverMessage']).toBe(said)
    // The error contains the status once, even if the message starts with it.
    const once = `${said}`.startsWith(`${error['status']} `) ? said : `${error['status']} ${said}`
    expect(error.message).toBe(`GET /api/v4/projects/1/labels/9: ${once}`)
  })

  test('shortens a message of any length and depth', async () => {
    expect((await errorFor(text('x'.repeat(5_000), 500)))['serverMessage']).toBe(`${'x'.repeat(1_000)}…`)
    const deep = `{"message":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    expect((await errorFor(text(deep, 400)))['serverMessage']).toBe(`${deep.slice(0, 1_000)}…`)
  })
})

describe('the fields of Invalid', () => {
  test('groups the messages of Invalid by field, nested ones by path', async () => {
    const error = await errorFor(
      json({ message: { title: ['is taken', 'is odd'], a: { b: ['is c'] }, d: 'is e' } }, 422),
    )
    expect(error['fields']).toEqual({ title: ['is taken', 'is odd'], 'a.b': ['is c'], d: ['is e'] })
  })

  test('has no fields if the service names none', async () => {
    expect((await errorFor(json({ error: 'name is missing' }, 400)))['fields']).toEqual({})
    expect((await errorFor(json({ message: ['a', 'b'] }, 400)))['fields']).toEqual({})
  })

  test('does not pollute prototypes with field names of the service', async () => {
    const error = await errorFor(text('{"message":{"__proto__":{"polluted":["yes"]},"__proto__x":["no"]}}', 400))
    expect(Object.entries(error['fields'] as object)).toEqual([
      ['__proto__.polluted', ['yes']],
      ['__proto__x', ['no']],
    ])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

describe('a 404', () => {
  test.each<[string, boolean, Reply]>([
    ['a message', false, json({ message: '404 Project Not Found' }, 404)],
    ['an error', true, json({ error: '404 Not Found' }, 404)],
    ['a page of a proxy', true, text('<title>404</title>', 404)],
    ['nothing', true, bare(404)],
  ])('distinguishes a missing route from a missing object by %s', async (_what, routeMissing, reply) => {
    expect((await errorFor(reply))['routeMissing']).toBe(routeMissing)
  })
})

test('leaves the query out of the path of an error', async () => {
  const service = await serve(inTurn(json({ message: 'no' }, 400)))
  const error = await failure(client(service.url).labels.list(1, { search: 'x' }).all())
  expect(error.message).toBe('GET /api/v4/projects/1/labels: 400 no')
})

describe('errors of another copy of this package', () => {
  test('recognizes errors of another copy of the package by is, name and status', async () => {
    const service = await serve(inTurn(json({ message: '404 Label Not Found' }, 404)))
    const other = await new Promise<typeof sdk>((resolve) =>
      jest.isolateModules(() => resolve(jest.requireActual('../../sdk'))),
    )
    const api = new other.Client({ baseUrl: service.url })
    const error = await failure(api.labels.get(1, 9))
    await api.close()
    expect(error).not.toBeInstanceOf(NotFound)
    expect([NotFound, ApiError, SdkError].map((Class) => Class.is(error))).toEqual([true, true, true])
    expect([Conflict.is(error), ConnectionError.is(error)]).toEqual([false, false])
    expect(error).toMatchObject({ name: 'NotFound', status: 404 })
  })

  test('does not recognize other values as errors', () => {
    const lost = { sent: true, method: 'PUT', path: '/x' }
    expect(ConnectionError.is(new UnreadableResponse('no', lost))).toBe(true)
    expect(UnreadableResponse.is(new ConnectionError('no', lost))).toBe(false)
    expect([undefined, null, 'NotFound', new Error('x'), { name: 'SdkError' }].some((x) => SdkError.is(x))).toBe(false)
  })
})

test('hides a short token, except where it is a part of a word', async () => {
  const service = await serve(inTurn(json({ message: 'the token ro of projects' }, 403)))
  const { message } = await failure(client(service.url, { token: 'ro' }).labels.get(1, 1))
  expect(message).toBe('GET /api/v4/projects/1/labels/1: 403 the token [redacted] of projects')
})

describe('credentials in a response', () => {
  // A failed list can repeat URLs of mirrors that this client did not send, with passwords that are invalid in URLs.
  test.each([
    ['a slash', 'https://robot:half/other@example.com/x.git'],
    ['an at sign', 'https://robot:half@other@example.com/x.git'],
    ['a question mark and a hash', 'https://robot:half?other#@example.com/x.git'],
    ['a quote', 'https://robot:half"other@example.com/x.git'],
  ])('does not repeat credentials of other URLs that contain %s', async (_what, url) => {
    const message = `cannot push to ${url} nor to ${url}`
    const service = await serve(inTurn(json({ message }, 400), json({ message: { base: [message] } }, 400)))
    const api = client(service.url)
    for (const asked of [api.remoteMirrors.list(1).all(), api.remoteMirrors.get(1, 2)]) {
      const { message: said } = await failure(asked)
      expect(said).toContain('cannot push to https://[redacted]@example.com/x.git nor to https://[redacted]@')
      expect(said).not.toMatch(/half|other/)
    }
  })

  test('keeps URLs without credentials readable', async () => {
    const message = 'see https://example.com/acme/web, or write to owner@example.com'
    const service = await serve(inTurn(text(message, 400)))
    expect((await failure(client(service.url).labels.get(1, 1))).message).toContain(message)
  })

  test('shows no secret from a redirect that repeats the request', async () => {
    const service = await serve(({ body }) => {
      const { url } = JSON.parse(body) as { url: string }
      return bare(302, {
        location: `https://sso.test/?back=${encodeURIComponent(url)}`,
        'x-request-id': `id of ${url}`,
      })
    })
    const url = 'https://mirror:pass%26wordKz83@example.com/x.git'
    const error = await failure(client(service.url).remoteMirrors.create(1, { url }))
    expect(error.message).toContain('302 redirects to https://sso.test/?back=')
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/wordKz83/)
  })
})
