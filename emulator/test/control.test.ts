import { testNow, useEmulator } from './support/emulator'
import { sendRaw } from './support/raw'

import { type EmulatorState, startEmulator } from '..'

const emulator = useEmulator({ flavor: 'spec' })
const labels = '/projects/1/labels'

describe('the request log', () => {
  it('contains the requests in order', async () => {
    await emulator.post(labels, { name: 'bug', color: 'red' })
    await emulator.send('PUT', `${labels}/bug`, { form: 'color=lime', as: 'guest' })
    await emulator.get(`${labels}?search=a%20b`, { as: 'nobody' })
    await emulator.get('/nothing', { as: null })
    const records = [
      {
        method: 'POST',
        path: `/api/v4${labels}`,
        status: 201,
        actor: 'maintainer',
        body: { name: 'bug', color: 'red' },
      },
      { method: 'PUT', path: `/api/v4${labels}/bug`, status: 403, actor: 'guest', body: { color: 'lime' } },
      { method: 'GET', path: `/api/v4${labels}?search=a%20b`, status: 401, actor: null },
      { method: 'GET', path: '/api/v4/nothing', status: 404, actor: null },
    ]
    expect(emulator.requests()).toEqual(records)
    expect(await emulator.get('/-/requests')).toMatchObject({ status: 200, body: records })
  })

  it('does not contain secrets', async () => {
    await emulator.get('/user?private_token=emulator-owner&x=1', { as: null })
    await emulator.post('/projects/1/labels', {
      name: 'see https://user:pass@host/x',
      private_token: 'emulator-owner',
      password: 'p',
      token: null,
      variables: [{ key: 'k', token: 'deep' }],
    })
    expect(emulator.requests()).toMatchObject([
      { path: '/api/v4/user?private_token=[redacted]&x=1', actor: 'owner' },
      {
        body: {
          name: 'see https://[redacted]@host/x',
          private_token: '[redacted]',
          password: '[redacted]',
          token: null,
          variables: [{ key: 'k', token: '[redacted]' }],
        },
      },
    ])
  })

  it('refuses a body that is too large, and keeps no part of it', async () => {
    const form = `name=${'x'.repeat(11 * 1024 * 1024)}`
    expect((await emulator.send('POST', labels, { form })).status).toBe(413)
    expect(emulator.requests()).toEqual([{ method: 'POST', path: `/api/v4${labels}`, status: 413, actor: null }])
  })

  it('shows an empty log after it was cleared', async () => {
    await emulator.get('/user')
    expect(await emulator.delete('/-/requests')).toMatchObject({ status: 204 })
    expect(emulator.requests()).toEqual([])
  })
})

describe('the request log', () => {
  const unused = async (path: string, body?: object): Promise<string[] | undefined> => {
    emulator.clearRequests()
    await (body ? emulator.post(path, body) : emulator.get(path))
    return emulator.requests()[0]!.unused
  }

  it('names unknown parameters of an endpoint', async () => {
    expect(await unused('/projects?serach=web&search=web')).toEqual(['serach'])
    expect(await unused('/projects/1/labels', { name: 'x', color: 'red', colour: 'red' })).toEqual(['colour'])
    expect(await unused('/projects?per_page=1&private_token=emulator-root')).toBeUndefined()
  })

  it('names parameters that the emulator ignores', async () => {
    expect(await unused('/groups?statistics=true&all_available=true')).toEqual(['statistics'])
  })
})

describe('faults over HTTP', () => {
  it('adds and clears faults over HTTP', async () => {
    const fault = { method: 'GET', path: '/user$', status: 503, times: 5 }
    expect(await emulator.post('/-/faults', fault)).toMatchObject({ status: 201, body: fault })
    expect(await emulator.get('/user')).toMatchObject({ status: 503 })
    expect(await emulator.delete('/-/faults')).toMatchObject({ status: 204 })
    expect(await emulator.get('/user')).toMatchObject({ status: 200 })
  })

  it('refuses invalid faults', async () => {
    expect(await emulator.post('/-/faults', { path: '(' })).toMatchObject({
      status: 400,
      body: { error: 'the fault\'s path must be a valid regular expression (got "(")' },
    })
  })

  it('rejects a fault with an impossible response', async () => {
    expect((await emulator.post('/-/faults', { headers: { 'X-A': 'a\r\nB: c' } })).status).toBe(400)
    expect((await emulator.get('/user')).status).toBe(200)
  })

  it('rejects control requests of a web page from another site', async () => {
    const headers = { Origin: 'https://elsewhere.test', 'Content-Type': 'text/plain' }
    const form = '{"status":503,"times":99}'
    expect(await emulator.send('POST', '/-/faults', { form, headers })).toMatchObject({ status: 403 })
    expect((await emulator.get('/user')).status).toBe(200)
  })
})

describe('an unknown key', () => {
  it.each([
    ['/-/faults', { staus: 503 }, 'a fault: unknown key "staus": did you mean "status"?'],
    ['/-/clock', { now: testNow, seconds: 5 }, 'the clock: unknown key "seconds": use now, advanceSeconds'],
  ])('refuses an unknown key at %s', async (path, sent, error) => {
    expect(await emulator.post(path, sent)).toMatchObject({ status: 400, body: { error } })
    expect(emulator.now().toISOString()).toBe(testNow)
    expect(await emulator.get('/user')).toMatchObject({ status: 200 })
  })
})

describe('the clock', () => {
  it('stops the clock at the time that was set, until it is advanced', async () => {
    expect(await emulator.post('/-/clock', { now: '2027-01-01T00:00:00Z' })).toMatchObject({
      status: 200,
      body: { now: '2027-01-01T00:00:00.000Z' },
    })
    expect(await emulator.post('/-/clock', { advanceSeconds: 90.5 })).toMatchObject({
      body: { now: '2027-01-01T00:01:30.500Z' },
    })
    expect(emulator.now().toISOString()).toBe('2027-01-01T00:01:30.500Z')
    expect((await emulator.get('/version')).headers.get('date')).toBe('Fri, 01 Jan 2027 00:01:30 GMT')
  })

  it.each([
    [{}, '"now" or "advanceSeconds" is required'],
    [{ now: 'soon' }, 'the time must be a timestamp such as 2026-06-15T12:00:00Z (got "soon")'],
    [{ advanceSeconds: 'x' }, 'the seconds must be a number (got "x")'],
    [[], 'the body must be a JSON object'],
  ])('refuses the clock setting %j', async (json, error) => {
    expect(await emulator.post('/-/clock', json)).toMatchObject({ status: 400, body: { error } })
    expect(emulator.now().toISOString()).toBe(testNow)
  })

  it('rejects a clock time that is too late to represent', async () => {
    expect((await emulator.post('/-/clock', { advanceSeconds: 1e300 })).status).toBe(400)
    expect((await emulator.get('/-/health')).status).toBe(200)
  })

  it('runs with real time unless it was set', async () => {
    const running = await startEmulator({ flavor: 'spec' })
    const expectAhead = (ms: number) => {
      const [before, now, after] = [Date.now(), running.now().getTime() - ms, Date.now()]
      expect([before, now, after]).toEqual([before, now, after].sort((one, other) => one - other))
    }
    expectAhead(0)
    running.advanceClock(3600)
    expectAhead(3_600_000)
    await running.close()
  })
})

describe('the state', () => {
  it('returns the state, and restores it', async () => {
    await emulator.post(labels, { name: 'bug', color: 'red' })
    const { status, body } = await emulator.get('/-/state')
    expect(status).toBe(200)
    await emulator.delete(`${labels}/bug`)
    expect(await emulator.put('/-/state', body)).toMatchObject({ status: 204 })
    expect(await emulator.get(`${labels}/bug`)).toMatchObject({ status: 200 })
    expect(await emulator.post(labels, { name: 'crash', color: 'red' })).toMatchObject({ body: { id: 2 } })
  })

  it('returns a copy of the state', () => {
    emulator.state().collections.users!.records.length = 0
    expect(emulator.state().collections.users!.records).toHaveLength(7)
  })

  it('keeps collections that this version does not know', () => {
    const state: EmulatorState = emulator.state()
    state.collections.wishes = { next: 2, records: [{ id: 1 }] }
    emulator.setState(state)
    expect(emulator.state().collections.wishes).toEqual({ next: 2, records: [{ id: 1 }] })
  })

  it.each([
    [{}, 'this is not an emulator state of version 1'],
    [{ version: 0, collections: {} }, 'this is not an emulator state of version 1'],
    [
      { version: 2, collections: {} },
      'this is an emulator state of version 2, but this release only supports version 1: upgrade trueup',
    ],
    [{ version: 1 }, 'the emulator state has no collections'],
    [
      { version: 1, collections: { labels: null } },
      'collection labels of the emulator state must have a counter "next" and a list "records"',
    ],
    [
      { version: 1, collections: { labels: { next: 1, records: [{ id: 'x' }] } } },
      'collection labels of the emulator state has records without a unique id',
    ],
    [
      { version: 1, collections: { labels: { next: 1, records: [{ id: 1 }, { id: 1 }] } } },
      'collection labels of the emulator state has records without a unique id',
    ],
  ])('refuses the invalid state %j', async (json, error) => {
    expect(await emulator.put('/-/state', json)).toMatchObject({ status: 400, body: { error } })
    expect(await emulator.get('/user')).toMatchObject({ status: 200 })
  })

  it('accepts a state whose groups are ancestors of each other', async () => {
    emulator.patch('groups', 10, { parent_id: 11 })
    // Without an end this was, in the middle of a request.
    expect((await emulator.get(labels)).status).toBe(200)
  }, 5_000)
})

it('reports URL and time at /-/health', async () => {
  expect(await emulator.get('/-/health')).toMatchObject({
    status: 200,
    body: { status: 'ok', url: emulator.url, now: testNow },
  })
})

it('responds with 404 at an unknown control endpoint', async () => {
  expect(await emulator.get('/-/nothing')).toMatchObject({
    status: 404,
    body: { error: 'unknown control endpoint GET /-/nothing' },
  })
})

it.each(['TRACE /-/health', 'GET /-/health', 'HEAD /-/health'])('responds to %s with a body', async (line) => {
  const rest = ' HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}'
  expect(await sendRaw(Number(new URL(emulator.url).port), line + rest, 'wait')).toMatch(/^HTTP\/1\.1 (200|404) /)
})
