import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { type TestEmulator, useEmulator } from './support/emulator'

import type { Flavor } from '..'

const emulator = useEmulator({ flavor: 'spec' })

const labels = '/projects/1/labels'

interface Raw {
  status: number | undefined
  body: string
  type: string | undefined
  headers: IncomingHttpHeaders
}

/** `fetch` cleans paths up and refuses some requests; this sends them as they are. */
const exchange = (to: TestEmulator, path: string, method: string, body = '', type = '') =>
  new Promise<Raw>((resolve, reject) => {
    const content = body === '' ? {} : { 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)) }
    const headers = { 'PRIVATE-TOKEN': 'emulator-maintainer', ...content }
    const { hostname, port } = new URL(to.url)
    httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        const { statusCode: status, headers } = response
        resolve({ status, body: text, type: headers['content-type'], headers })
      })
    })
      .on('error', reject)
      .end(body)
  })

const raw = (path: string, method = 'GET') => exchange(emulator, path, method)

describe('every response', () => {
  it.each([
    ['a success', '/projects/1'],
    ['an error', '/projects/99'],
    ['a missing route', '/nothing'],
    ['a URL that is too long', `/projects/1?x=${'x'.repeat(9000)}`],
  ])('sends a request id and the date of the clock with %s', async (_case, path) => {
    const { headers } = await emulator.get(path)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('date')).toBe('Mon, 15 Jun 2026 12:00:00 GMT')
  })

  it('responds with JSON and the usual headers', async () => {
    const { headers } = await emulator.get('/projects/1')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
    })
  })

  it('sends the duration with responses of the service, but not of the proxy', async () => {
    expect((await emulator.get('/nothing')).headers.get('x-runtime')).toMatch(/^\d+\.\d{6}$/)
    expect((await emulator.get(`/projects/1?x=${'x'.repeat(9000)}`)).headers.has('x-runtime')).toBe(false)
  })
})

describe('a path', () => {
  const missing = { status: 404, body: { error: '404 Not Found' } }

  it.each([
    ['of no resource', 'GET', '/nothing'],
    ['of a project that is not encoded', 'GET', '/projects/acme/web/labels'],
    ['that knows the method only elsewhere', 'PATCH', labels],
    ['of a version that there is not', 'GET', '/../v5/version'],
    ['without the number that it wants', 'DELETE', '/projects/1/pipelines'],
  ])('responds with 404 to a path %s', async (_case, method, path) => {
    expect(await emulator.send(method, path)).toMatchObject(missing)
  })

  it.each([
    ['doubled and trailing slashes', '/api/v4//projects/1/labels/'],
    ['the ending .json after a word', '/api/v4/projects/1/labels.json'],
    ['an encoded project', '/api/v4/projects/acme%2Fweb/labels'],
    ['a project in other letters', '/api/v4/projects/ACME%2fWeb/labels'],
  ])('accepts a path with %s', async (_case, path) => {
    expect(await raw(path)).toMatchObject({ status: 200, body: '[]' })
  })

  it('keeps the ending .json of a parameter in the path', async () => {
    expect(await raw('/api/v4/projects/acme%2Fweb.json')).toMatchObject({
      status: 404,
      body: '{"message":"404 Project Not Found"}',
    })
  })

  it('finds a project whose name is a number by its full path', async () => {
    emulator.patch('projects', 2, { path: '1', path_with_namespace: 'acme/1' })
    expect((await emulator.get('/projects/acme%2F1')).body).toMatchObject({ id: 2 })
    expect((await emulator.get('/projects/1')).body).toMatchObject({ id: 1 })
  })

  it('does not resolve dots in a path: they are a title', async () => {
    expect(await raw('/api/v4/projects/1/labels/..', 'DELETE')).toMatchObject({
      status: 404,
      body: '{"message":"404 Label Not Found"}',
    })
  })

  it('responds with 410 to paths of API version 3', async () => {
    expect(await raw('/api/v3/projects')).toMatchObject({
      status: 410,
      body: '{"error":"API V3 is no longer supported. Use API V4 instead."}',
    })
  })

  it.each(['/api/v4/projects/%zz', '/api/v4/projects/%FF', '/api/v4/projects/a%00b', '/api/v4/version?x=%FF'])(
    'refuses a path with invalid encoding: %s',
    async (path) => {
      expect(await raw(path)).toMatchObject({ status: 400, body: 'Bad Request', type: 'text/plain' })
    },
  )

  it('refuses paths of more than 8 KiB like the proxy', async () => {
    const pad = (size: number) => '/api/v4/version?x='.padEnd(size, 'x')
    expect((await raw(pad(8192))).status).toBe(200)
    for (const size of [8193, 60_000]) {
      const response = await raw(pad(size))
      expect(response).toMatchObject({ status: 414, type: 'text/html' })
      expect(response.body).toContain('<h1>414 Request-URI Too Large</h1>')
    }
  })
})

describe('a method', () => {
  it('responds to HEAD like to GET, without a body', async () => {
    const [get, head] = [await emulator.get(labels), await emulator.send('HEAD', labels)]
    expect(head).toMatchObject({ status: 200, body: undefined })
    expect(head.headers.get('x-total')).toBe(get.headers.get('x-total'))
    expect(head.headers.get('content-type')).toBe('application/json')
  })

  it('responds to OPTIONS with the methods of a known path', async () => {
    const response = await emulator.send('OPTIONS', labels)
    expect(response).toMatchObject({ status: 204, body: undefined })
    expect(response.headers.get('allow')).toBe('OPTIONS, GET, HEAD, POST, PUT, DELETE')
    expect(await emulator.send('OPTIONS', labels, { as: null })).toMatchObject({ status: 401 })
    expect(await emulator.send('OPTIONS', '/nothing')).toMatchObject({ status: 404 })
  })

  it('responds with 404 to an unknown method', async () => {
    expect((await raw('/api/v4/version', 'TRACE')).status).toBe(404)
  })
})

describe('a body', () => {
  const send = (type: string | undefined, form: string, path = labels) =>
    emulator.send('POST', path, { form, headers: { 'Content-Type': type ?? '' } })

  it.each([
    ['application/json', '{"name":"bug","color":"red"}'],
    ['application/json; charset=utf-8', '{"name":"bug","color":"red"}'],
    ['application/x-www-form-urlencoded', 'name=bug&color=%23FF0000'],
  ])('reads a body as %s', async (type, body) => {
    expect(await send(type, body)).toMatchObject({ status: 201, body: { name: 'bug', color: '#FF0000' } })
  })

  it('reads a body as a multipart form', async () => {
    const form = new FormData()
    form.set('name', 'bug')
    form.set('color', 'red')
    expect(await emulator.send('POST', labels, { form })).toMatchObject({ status: 201, body: { name: 'bug' } })
  })

  it.each([
    ['text/plain', 'x', "The provided content-type 'text/plain' is not supported."],
    [
      'application/merge-patch+json',
      '{}',
      "The provided content-type 'application/merge-patch+json' is not supported.",
    ],
    [undefined, 'x', "The provided content-type '' is not supported."],
  ])('refuses a body of type %s, with or without a token', async (type, form, error) => {
    const headers = { 'Content-Type': type ?? '' }
    expect(await emulator.send('POST', labels, { as: null, form, headers })).toMatchObject({
      status: 415,
      body: { error },
    })
  })

  it.each([
    ['no JSON', '{"name":', 'Invalid JSON format'],
    ['none of its words', 'undefined', 'Invalid JSON format'],
    ['a number', '7', 'Invalid JSON format'],
    ['33 levels deep', `${'['.repeat(33)}${']'.repeat(33)}`, 'Parameters nested too deeply'],
    ['a list too long', JSON.stringify(new Array(50_001).fill(1)), 'Array parameter too large'],
    [
      'an object too large',
      JSON.stringify(Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [at, 1]))),
      'Too many total parameters',
    ],
    ['too much in all', JSON.stringify(new Array(3).fill(new Array(40_000).fill(1))), 'Too many total parameters'],
  ])('refuses invalid JSON on all paths: %s', async (_case, body, error) => {
    expect(await send('application/json', body, '/nothing')).toMatchObject({ status: 400, body: { error } })
  })

  it.each(['{"a":NaN}', '{"a":-Infinity}', '{"a":01}', '{"a":"raw\ttab"}', '[NaN]'])(
    'refuses JSON that only the second parser detects: %j',
    async (body) => {
      expect(await send('application/json', body, '/nothing')).toMatchObject({ status: 400, body: 'Bad Request' })
    },
  )

  it('accepts JSON with comments', async () => {
    const body = '// a label\n{"name":"bug", /* "//" */ "color":"red"}'
    expect(await send('application/json', body)).toMatchObject({ status: 201, body: { name: 'bug' } })
  })

  it('refuses a body with a NUL', async () => {
    expect(await send('application/json', '{"name":"a\\u0000"}')).toMatchObject({ status: 400, body: 'Bad Request' })
  })

  it('accepts JSON with 32 levels', async () => {
    const body = `{"name":"bug","color":"red","x":${'['.repeat(31)}${']'.repeat(31)}}`
    expect((await send('application/json', body)).status).toBe(201)
  })

  it.each(['[{"name":"bug"}]', '"name"', 'null'])(
    'reads no parameters from JSON that is not an object: %s',
    async (body) => {
      expect(await send('application/json', body)).toMatchObject({
        status: 400,
        body: { error: 'name is missing, color is missing' },
      })
    },
  )

  it('accepts empty bodies of all types', async () => {
    const empty = (type: string) => emulator.send('DELETE', `${labels}/1`, { headers: { 'Content-Type': type } })
    for (const type of ['application/json', 'text/plain']) expect((await empty(type)).status).toBe(404)
  })

  it.each([
    ['application/json', '{"name":"bug"}'],
    ['application/x-www-form-urlencoded', 'name=bug'],
  ])('reads the body of a DELETE: %s', async (type, form) => {
    await emulator.post(labels, { name: 'bug', color: 'red' })
    const headers = { 'Content-Type': type }
    expect(await emulator.send('DELETE', labels, { form, headers })).toMatchObject({ status: 204, body: undefined })
  })

  it('prefers the body to the query, and the path to the body', async () => {
    const response = await emulator.post(`${labels}?name=query&color=red`, { name: 'body', id: 2 })
    expect(response).toMatchObject({ status: 201, body: { name: 'body', color: '#FF0000' } })
    expect(await emulator.get(`${labels}/body`)).toMatchObject({ status: 200 })
  })
})

describe.each<Flavor>(['spec', 'gitlab'])('the body of a GET, flavor %s', (flavor) => {
  const own = useEmulator({ flavor })
  const list = (body: string, type: string) => exchange(own, '/api/v4/projects/1/pipelines', 'GET', body, type)
  const ids = async (body: string, type: string) =>
    (JSON.parse((await list(body, type)).body) as { id: number }[]).map(({ id }) => id)

  it('reads filters from the body of a GET', async () => {
    const latest = '/api/v4/projects/1/pipelines/latest'
    const long = `ref=none&x=${'x'.repeat(9000)}`
    expect((await exchange(own, `${latest}?${long}`, 'GET')).status).toBe(414)
    expect((await exchange(own, latest, 'GET', long, 'application/x-www-form-urlencoded')).status).toBe(403)
    expect((await exchange(own, latest, 'GET')).status).toBe(200)
  })

  it('reads a form in the body of a GET', async () => {
    expect(await ids('iids[]=1&iids[]=3', 'application/x-www-form-urlencoded')).toEqual([1003, 1001])
  })

  it(`${flavor === 'spec' ? 'reads' : 'ignores'} JSON in the body of a GET`, async () => {
    const found = flavor === 'spec' ? [1002] : [1003, 1002, 1001]
    expect(await ids('{"iids":[2]}', 'application/json')).toEqual(found)
  })

  it('ignores the body of a GET of other types', async () => {
    expect(await ids('iids[]=2', 'text/plain')).toEqual([1003, 1002, 1001])
  })
})

describe('conditional requests', () => {
  const ask = (etag: string, method = 'GET', path = labels) =>
    emulator.send(method, path, { headers: { 'If-None-Match': etag } })

  it('responds with 304 without a body until the object changes', async () => {
    const { headers } = await emulator.get(labels)
    const etag = headers.get('etag')!
    expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/)
    expect(headers.get('cache-control')).toBe('max-age=0, private, must-revalidate')
    for (const method of ['GET', 'HEAD']) {
      const known = await ask(etag, method)
      expect(known).toMatchObject({ status: 304, body: undefined })
      expect([known.headers.get('etag'), known.headers.get('content-type')]).toEqual([etag, null])
    }
    expect((await ask('W/"0"')).status).toBe(200)
    await emulator.post(labels, { name: 'bug', color: 'red' })
    const changed = await ask(etag)
    expect(changed).toMatchObject({ status: 200, body: [{ name: 'bug' }] })
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  it('checks permissions for conditional requests, and executes conditional writes', async () => {
    const { headers } = await emulator.get('/projects/3')
    const asked = { as: null, headers: { 'If-None-Match': headers.get('etag')! } }
    const refused = await emulator.get('/projects/3', asked)
    expect([refused.status, refused.headers.get('etag')]).toEqual([404, null])
    const { headers: made } = await emulator.post(labels, { name: 'bug', color: 'red' })
    expect((await ask(made.get('etag')!, 'PUT', `${labels}/bug?color=red`)).status).toBe(200)
  })
})

describe('a page of another site', () => {
  const emulator = useEmulator({ flavor: 'spec', cors: true })
  const Origin = 'https://elsewhere.test'
  const shared = { 'access-control-allow-origin': '*', 'access-control-max-age': '7200' }

  it('lets pages of other sites read responses and errors, with the pagination headers', async () => {
    for (const path of [labels, '/projects/99', '/nothing']) {
      const { headers } = await emulator.get(path, { headers: { Origin } })
      expect(Object.fromEntries(headers)).toMatchObject(shared)
      expect(headers.get('access-control-expose-headers')).toContain('Link, X-Total, X-Total-Pages')
      expect(headers.has('access-control-allow-credentials')).toBe(false)
    }
    expect((await emulator.get(labels)).headers.has('access-control-allow-origin')).toBe(false)
  })

  it('responds to preflight requests without a token', async () => {
    const asked = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'private-token' }
    const response = await emulator.send('OPTIONS', labels, { as: null, headers: { Origin, ...asked } })
    expect(response).toMatchObject({ status: 200, body: undefined })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...shared,
      'access-control-allow-headers': 'private-token',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    })
  })
})

describe('a format', () => {
  it.each(['xml', 'txt'])('refuses the format %s, with or without a token', async (format) => {
    expect(await emulator.get(`${labels}?format=${format}`, { as: null })).toMatchObject({
      status: 406,
      body: { error: `The requested format '${format}' is not supported.` },
    })
  })

  it('ignores the format in the Accept header', async () => {
    expect(await emulator.get('/version', { headers: { Accept: 'text/html' } })).toMatchObject({
      status: 200,
      body: { version: '16.0.0', revision: 'emulator' },
    })
  })
})
