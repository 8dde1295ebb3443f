import { useEmulator } from './support/emulator'

describe('with a limit of 2 a minute', () => {
  // The windows last longer than a test, so each test has its own minute.
  const emulator = useEmulator({ flavor: 'spec', rateLimit: 2 })
  let minutes = 0
  beforeEach(() => emulator.advanceClock(60 * ++minutes + 15))

  const rate = (headers: Headers) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('ratelimit') || name === 'retry-after'))

  it('sends the remaining requests, and then the time to retry', async () => {
    const [first, , third] = [await emulator.get('/user'), await emulator.get('/user'), await emulator.get('/user')]
    expect(first.status).toBe(200)
    expect(rate(first.headers)).toEqual({
      'ratelimit-name': 'throttle_authenticated_api',
      'ratelimit-limit': '2',
      'ratelimit-observed': '1',
      'ratelimit-remaining': '1',
      'ratelimit-reset': String(Date.parse('2026-06-15T12:02:00Z') / 1000),
    })
    expect(third).toMatchObject({ status: 429, body: 'Retry later\n' })
    expect(third.headers.get('content-type')).toBe('text/plain')
    expect(rate(third.headers)).toMatchObject({
      'ratelimit-observed': '3',
      'ratelimit-remaining': '0',
      'ratelimit-resettime': 'Mon, 15 Jun 2026 12:02:00 GMT',
      'retry-after': '45',
    })
  })

  it('resets the limit in the next minute', async () => {
    for (let n = 0; n < 3; n++) await emulator.get('/user')
    emulator.advanceClock(44)
    expect((await emulator.get('/user')).status).toBe(429)
    emulator.advanceClock(1)
    expect((await emulator.get('/user')).status).toBe(200)
  })

  it('limits each token, and all anonymous callers together', async () => {
    for (const as of ['owner', 'guest', null]) {
      const responses = [await emulator.get('/user', { as }), await emulator.get('/nothing', { as })]
      expect(responses.map(({ status }) => status)).toEqual([as === null ? 401 : 200, 404])
      expect((await emulator.get('/user', { as })).status).toBe(429)
    }
    expect((await emulator.get('/-/health')).status).toBe(200)
  })
})

describe('the limit of a single endpoint', () => {
  // Its windows also last longer than a test.
  const emulator = useEmulator({ flavor: 'spec' })
  let windows = 0
  beforeEach(() => emulator.advanceClock(600 * ++windows))

  const tooMany = {
    status: 429,
    body: { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
  }

  it.each([
    ['project_api_limit', '/projects/2', '60'],
    ['projects_api_limit', '/projects', '600'],
  ])('reports an exceeded %s as JSON, with the whole period', async (setting, path, seconds) => {
    emulator.patch('settings', 1, { [setting]: 2 })
    for (let n = 0; n < 2; n++) expect((await emulator.get(path)).status).toBe(200)
    const response = await emulator.get(path)
    expect(response).toMatchObject(tooMany)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('retry-after')).toBe(seconds)
    expect([...response.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([])
    emulator.advanceClock(Number(seconds))
    expect((await emulator.get(path)).status).toBe(200)
  })

  it('counts requests per user instead of token, and all anonymous callers together', async () => {
    emulator.patch('settings', 1, { project_api_limit: 1 })
    expect((await emulator.get('/projects/1')).status).toBe(200)
    expect(await emulator.get('/projects/3', { as: 'readonly' })).toMatchObject(tooMany)
    expect((await emulator.get('/projects/1', { as: 'guest' })).status).toBe(200)
    expect((await emulator.get('/projects/2', { as: null })).status).toBe(200)
    expect(await emulator.get('/projects/2', { as: null })).toMatchObject(tooMany)
  })

  it('does not limit other endpoints', async () => {
    emulator.patch('settings', 1, { project_api_limit: 1 })
    for (let n = 0; n < 3; n++) expect((await emulator.get('/projects/1/labels')).status).toBe(200)
  })
})

describe('without a limit', () => {
  const emulator = useEmulator({ flavor: 'spec' })

  it('sends no headers about limits', async () => {
    expect((await emulator.get('/user')).headers.get('ratelimit-limit')).toBeNull()
  })
})
