import { useEmulator } from '../support/emulator'

const emulator = useEmulator()

const unauthorized = { message: '401 Unauthorized' }
const expired = {
  error: 'invalid_token',
  error_description: 'Token is expired. You can either do re-authorization or token refresh.',
}
const revoked = {
  error: 'invalid_token',
  error_description: 'Token was revoked. You have to re-authorize from the user.',
}
const insufficient = (scope: string) => ({
  error: 'insufficient_scope',
  error_description: 'The request requires higher privileges than provided by the access token.',
  scope,
})

describe('a token', () => {
  it.each([
    ['in PRIVATE-TOKEN', '/user', { 'PRIVATE-TOKEN': 'emulator-developer' }],
    ['as bearer', '/user', { Authorization: 'Bearer emulator-developer' }],
    ['in private_token', '/user?private_token=emulator-developer', {}],
    [
      'in private_token, which goes before a header',
      '/user?private_token=emulator-developer',
      { 'PRIVATE-TOKEN': 'x' },
    ],
  ])('lets its user in %s', async (_case, path, headers) => {
    const answer = await emulator.get(path, { as: null, headers: headers as Record<string, string> })
    expect(answer).toMatchObject({ status: 200, body: { id: 4, username: 'developer' } })
  })

  it('may be sent in a body', async () => {
    const json = { private_token: 'emulator-reporter', name: 'bug', color: 'red' }
    expect((await emulator.post('/projects/1/labels', json, { as: null })).status).toBe(201)
  })

  it.each([
    ['no token', null, 401, unauthorized],
    ['an unknown token', 'nobody', 401, unauthorized],
    ['an expired token', 'expired', 401, expired],
    ['a revoked token', 'revoked', 401, revoked],
    ['a job token', 'job-token', 401, unauthorized],
  ])('is asked for: %s is refused', async (_case, as, status, body) => {
    expect(await emulator.get('/user', { as })).toMatchObject({ status, body })
  })

  it('that is unknown is refused even where none is needed', async () => {
    expect(await emulator.get('/projects/2', { as: null })).toMatchObject({ status: 200 })
    expect(await emulator.get('/projects/2', { as: 'nobody' })).toMatchObject({ status: 401, body: unauthorized })
  })

  it('stops working on its last day', async () => {
    emulator.patch('access_tokens', 4, { expires_at: '2026-06-16' })
    expect((await emulator.get('/user', { as: 'developer' })).status).toBe(200)
    emulator.advanceClock(12 * 3600)
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({ status: 401, body: expired })
  })

  it('of a blocked user is refused', async () => {
    emulator.patch('users', 4, { state: 'blocked' })
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Your account has been blocked.' },
    })
  })
})

describe('a scope', () => {
  it('read_api is enough to read', async () => {
    expect((await emulator.get('/projects/1/labels', { as: 'readonly' })).status).toBe(200)
    expect((await emulator.send('HEAD', '/projects/1/labels', { as: 'readonly' })).status).toBe(200)
  })

  it('read_api is not enough to write, whatever the parameters', async () => {
    expect(await emulator.post('/projects/1/labels', {}, { as: 'readonly' })).toMatchObject({
      status: 403,
      body: insufficient('api'),
    })
  })

  it.each([
    ['/user', 'api read_api'],
    ['/projects/1/labels', 'ai_workflows api read_api'],
  ])('that is missing is named: %s', async (path, scope) => {
    emulator.patch('access_tokens', 4, { scopes: ['read_repository'] })
    expect(await emulator.get(path, { as: 'developer' })).toMatchObject({ status: 403, body: insufficient(scope) })
  })
})

describe('the order of judgement', () => {
  it.each([
    ['a missing route comes before a missing token', '/nothing', 404, { error: '404 Not Found' }],
    ['a missing token before bad parameters', '/projects/1/labels?per_page=0', 401, unauthorized],
    ['a missing token before a missing project', '/projects/99/labels', 401, unauthorized],
  ])('%s', async (_case, path, status, body) => {
    expect(await emulator.get(path, { as: null })).toMatchObject({ status, body })
  })

  it('puts bad parameters before a missing project', async () => {
    expect(await emulator.post('/projects/99/labels', {})).toMatchObject({
      status: 400,
      body: { error: 'name is missing, color is missing' },
    })
  })

  it('puts a missing project before a missing role', async () => {
    const asked = { name: 'bug', color: 'red' }
    expect(await emulator.post('/projects/3/labels', asked, { as: 'outsider' })).toMatchObject({
      status: 404,
      body: { message: '404 Project Not Found' },
    })
    expect(await emulator.post('/projects/2/labels', asked, { as: 'outsider' })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden' },
    })
  })
})
