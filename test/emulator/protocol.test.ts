import { request as httpRequest } from 'node:http'
import { useEmulator } from '../support/emulator'

const emulator = useEmulator()

const labels = '/projects/1/labels'

/** `fetch` cleans paths up and refuses some; this sends them as they are. */
const raw = (path: string, method = 'GET') =>
  new Promise<{ status: number | undefined; body: string; type: string | undefined }>((resolve, reject) => {
    const headers = { 'PRIVATE-TOKEN': 'emulator-maintainer' }
    const { hostname, port } = new URL(emulator.url)
    httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, body, type: response.headers['content-type'] }))
    })
      .on('error', reject)
      .end()
  })

describe('every answer', () => {
  it.each([
    ['a success', '/projects/1'],
    ['an error', '/projects/99'],
    ['a missing route', '/nothing'],
    ['a URL that is too long', `/projects/1?x=${'x'.repeat(9000)}`],
  ])('has an id of its own and the date of the clock: %s', async (_case, path) => {
    const { headers } = await emulator.get(path)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('date')).toBe('Mon, 15 Jun 2026 12:00:00 GMT')
  })

  it('is JSON with the usual headers', async () => {
    const { headers } = await emulator.get('/projects/1')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('a path', () => {
  const missing = { status: 404, body: { error: '404 Not Found' } }

  it.each([
    ['of no resource', 'GET', '/nothing'],
    ['of a project that is not encoded', 'GET', '/projects/acme/web/labels'],
    ['that knows the method only elsewhere', 'PATCH', labels],
  ])('%s is not found', async (_case, method, path) => {
    expect(await emulator.send(method, path)).toMatchObject(missing)
  })

  it.each([
    ['doubled and trailing slashes', '/api/v4//projects/1/labels/'],
    ['the ending .json after a word', '/api/v4/projects/1/labels.json'],
    ['an encoded project', '/api/v4/projects/acme%2Fweb/labels'],
    ['a project in other letters', '/api/v4/projects/ACME%2fWeb/labels'],
  ])('may have %s', async (_case, path) => {
    expect(await raw(path)).toMatchObject({ status: 200, body: '[]' })
  })

  it('is not resolved: dots are a title like any other', async () => {
    expect(await raw('/api/v4/projects/1/labels/..', 'DELETE')).toMatchObject({
      status: 404,
      body: '{"message":"404 Label Not Found"}',
    })
  })

  it('of the third version is gone', async () => {
    expect(await raw('/api/v3/projects')).toMatchObject({
      status: 410,
      body: '{"error":"API V3 is no longer supported. Use API V4 instead."}',
    })
  })

  it.each(['/api/v4/projects/%zz', '/api/v4/projects/%FF', '/api/v4/projects/a%00b', '/api/v4/version?x=%FF'])(
    'that is no text is refused: %s',
    async (path) => {
      expect(await raw(path)).toEqual({ status: 400, body: 'Bad Request', type: 'text/plain' })
    },
  )

  it('of more than 8 KiB is refused by the proxy', async () => {
    const pad = (size: number) => '/api/v4/version?x='.padEnd(size, 'x')
    expect((await raw(pad(8192))).status).toBe(200)
    for (const size of [8193, 60_000]) {
      const answer = await raw(pad(size))
      expect(answer).toMatchObject({ status: 414, type: 'text/html' })
      expect(answer.body).toContain('<h1>414 Request-URI Too Large</h1>')
    }
  })
})

describe('a method', () => {
  it('HEAD answers like GET without a body', async () => {
    const [get, head] = [await emulator.get(labels), await emulator.send('HEAD', labels)]
    expect(head).toMatchObject({ status: 200, body: undefined })
    expect(head.headers.get('x-total')).toBe(get.headers.get('x-total'))
    expect(head.headers.get('content-type')).toBe('application/json')
  })

  it('OPTIONS tells the methods of a known path', async () => {
    const answer = await emulator.send('OPTIONS', labels)
    expect(answer).toMatchObject({ status: 204, body: undefined })
    expect(answer.headers.get('allow')).toBe('OPTIONS, GET, HEAD, POST, PUT, DELETE')
    expect(await emulator.send('OPTIONS', labels, { as: null })).toMatchObject({ status: 401 })
    expect(await emulator.send('OPTIONS', '/nothing')).toMatchObject({ status: 404 })
  })

  it('that nobody knows is not found', async () => {
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
  ])('is read as %s', async (type, body) => {
    expect(await send(type, body)).toMatchObject({ status: 201, body: { name: 'bug', color: '#FF0000' } })
  })

  it('is read as a multipart form', async () => {
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
  ])('of type %s is not supported, with or without a token', async (type, form, error) => {
    const headers = { 'Content-Type': type ?? '' }
    expect(await emulator.send('POST', labels, { as: null, form, headers })).toMatchObject({
      status: 415,
      body: { error },
    })
  })

  it.each([
    ['no JSON', '{"name":', 'Invalid JSON format'],
    ['33 levels deep', `${'['.repeat(33)}${']'.repeat(33)}`, 'Parameters nested too deeply'],
    ['a list too long', JSON.stringify(new Array(50_001).fill(1)), 'Array parameter too large'],
    ['too much in all', JSON.stringify(new Array(3).fill(new Array(40_000).fill(1))), 'Too many total parameters'],
  ])('of JSON is refused on any path: %s', async (_case, body, error) => {
    expect(await send('application/json', body, '/nothing')).toMatchObject({ status: 400, body: { error } })
  })

  it('with a NUL in it is refused', async () => {
    expect(await send('application/json', '{"name":"a\\u0000"}')).toMatchObject({ status: 400, body: 'Bad Request' })
  })

  it('that is a list adds no parameters', async () => {
    expect(await send('application/json', '[{"name":"bug"}]')).toMatchObject({
      status: 400,
      body: { error: 'name is missing, color is missing' },
    })
  })

  it('goes before the query, and the path before the body', async () => {
    const answer = await emulator.post(`${labels}?name=query&color=red`, { name: 'body', id: 2 })
    expect(answer).toMatchObject({ status: 201, body: { name: 'body', color: '#FF0000' } })
    expect(await emulator.get(`${labels}/body`)).toMatchObject({ status: 200 })
  })
})

describe('a format', () => {
  it.each(['xml', 'txt'])('%s is not supported, with or without a token', async (format) => {
    expect(await emulator.get(`${labels}?format=${format}`, { as: null })).toMatchObject({
      status: 406,
      body: { error: `The requested format '${format}' is not supported.` },
    })
  })

  it('in the Accept header is ignored', async () => {
    expect(await emulator.get('/version', { headers: { Accept: 'text/html' } })).toMatchObject({
      status: 200,
      body: { version: '16.0.0', revision: 'emulator' },
    })
  })
})
