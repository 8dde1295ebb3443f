import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const emulator = useEmulator({ flavor: 'spec' })

const unauthorized = { message: '401 Unauthorized' }
const expired = {
  error: 'invalid_token',
  error_description: 'Token is expired. You can either do re-authorization or token refresh.',
}
const revoked = {
  error: 'invalid_token',
  error_description: 'Token was revoked. You have to re-authorize from the user.',
}
const realm = 'Bearer realm="Protected by OAuth 2.0"'
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
    ['in access_token', '/user?access_token=emulator-developer', {}],
    [
      'in private_token, which goes before a header',
      '/user?private_token=emulator-developer',
      { 'PRIVATE-TOKEN': 'x' },
    ],
    [
      'in PRIVATE-TOKEN, which goes before a bearer',
      '/user?access_token=x',
      { 'PRIVATE-TOKEN': 'emulator-developer', Authorization: 'Bearer x' },
    ],
    ['in a header beside an empty parameter', '/user?private_token=', { 'PRIVATE-TOKEN': 'emulator-developer' }],
  ])('accepts a token %s', async (_case, path, headers) => {
    const response = await emulator.get(path, { as: null, headers })
    expect(response).toMatchObject({ status: 200, body: { id: 4, username: 'developer' } })
  })

  it('accepts a token in a body', async () => {
    const json = { private_token: 'emulator-reporter', name: 'bug', color: 'red' }
    expect((await emulator.post('/projects/1/labels', json, { as: null })).status).toBe(201)
  })

  it.each([
    ['no token', null, 401, unauthorized],
    ['an unknown token', 'nobody', 401, unauthorized],
    ['an expired token', 'expired', 401, expired],
    ['a revoked token', 'revoked', 401, revoked],
    ['a job token', 'job-token', 401, unauthorized],
  ])('responds with 401 to %s', async (_case, as, status, body) => {
    expect(await emulator.get('/user', { as })).toMatchObject({ status, body })
  })

  it.each([
    [
      'an expired token',
      'expired',
      `${realm}, error="invalid_token", error_description="${expired.error_description}"`,
    ],
    ['a revoked token', 'revoked', `${realm}, error="invalid_token", error_description="${revoked.error_description}"`],
    ['an unknown token', 'nobody', null],
    ['no token', null, null],
  ])(
    'sends the header WWW-Authenticate for expired and revoked tokens, but not for others: %s',
    async (_case, as, header) => {
      expect((await emulator.get('/user', { as })).headers.get('www-authenticate')).toBe(header)
    },
  )

  it('ignores Basic authentication', async () => {
    const headers = { Authorization: `Basic ${btoa('developer:emulator-developer')}` }
    expect(await emulator.get('/user', { as: null, headers })).toMatchObject({ status: 401, body: unauthorized })
    expect(await emulator.get('/projects/2', { as: null, headers })).toMatchObject({ status: 200 })
  })

  it('refuses an unknown token even if none is required', async () => {
    expect(await emulator.get('/projects/2', { as: null })).toMatchObject({ status: 200 })
    expect(await emulator.get('/projects/2', { as: 'nobody' })).toMatchObject({ status: 401, body: unauthorized })
  })

  it('refuses a token from its expiry date on', async () => {
    emulator.patch('access_tokens', 4, { expires_at: '2026-06-16' })
    expect((await emulator.get('/user', { as: 'developer' })).status).toBe(200)
    emulator.advanceClock(12 * 3600)
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({ status: 401, body: expired })
  })

  it.each(['/projects/99', '/projects/acme%2Fnone/pipelines', '/groups/99'])(
    'refuses an invalid token even if the path does not exist: %s',
    async (path) => {
      expect((await emulator.get(path)).status).toBe(404)
      expect(await emulator.get(path, { as: 'nobody' })).toMatchObject({ status: 401, body: unauthorized })
      expect(await emulator.get(path, { as: 'expired' })).toMatchObject({ status: 401, body: expired })
    },
  )

  it('refuses the token of a blocked user', async () => {
    emulator.patch('users', 4, { state: 'blocked' })
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Your account has been blocked.' },
    })
    emulator.patch('access_tokens', 4, { scopes: ['read_repository'] })
    expect((await emulator.get('/user', { as: 'developer' })).body).toHaveProperty('message')
    emulator.patch('access_tokens', 4, { revoked: true })
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({ status: 401, body: revoked })
  })
})

describe('a scope', () => {
  it('accepts the scope read_api for reading', async () => {
    expect((await emulator.get('/projects/1/labels', { as: 'readonly' })).status).toBe(200)
    expect((await emulator.send('HEAD', '/projects/1/labels', { as: 'readonly' })).status).toBe(200)
  })

  it('refuses the scope read_api for writing, before the parameters are validated', async () => {
    expect(await emulator.post('/projects/1/labels', {}, { as: 'readonly' })).toMatchObject({
      status: 403,
      body: insufficient('api'),
    })
  })

  it.each([
    ['/user', 'read_user ai_workflows api read_api'],
    ['/projects/1/labels', 'ai_workflows api read_api'],
  ])('names the missing scope: %s', async (path, scope) => {
    emulator.patch('access_tokens', 4, { scopes: ['read_repository'] })
    const response = await emulator.get(path, { as: 'developer' })
    expect(response).toMatchObject({ status: 403, body: insufficient(scope) })
    expect(response.headers.has('www-authenticate')).toBe(false)
  })

  it('refuses a token without the scope even if no token is required', async () => {
    emulator.patch('access_tokens', 4, { scopes: ['read_repository'] })
    expect(await emulator.get('/projects/2', { as: 'developer' })).toMatchObject({ status: 403 })
    expect(await emulator.get('/projects/2', { as: null })).toMatchObject({ status: 200 })
  })
})

describe('the order of checks', () => {
  it.each([
    ['a missing route comes before a missing token', '/nothing', 404, { error: '404 Not Found' }],
    ['a missing token before bad parameters', '/projects/1/labels?per_page=0', 401, unauthorized],
    ['a missing token before a missing project', '/projects/99/labels', 401, unauthorized],
  ])('checks in this order: %s', async (_case, path, status, body) => {
    expect(await emulator.get(path, { as: null })).toMatchObject({ status, body })
  })

  it('reports invalid parameters before a missing project', async () => {
    expect(await emulator.post('/projects/99/labels', {})).toMatchObject({
      status: 400,
      body: { error: 'name is missing, color is missing' },
    })
  })

  it('reports a missing project before a missing role', async () => {
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

describe('impersonation', () => {
  const sudo = (name: string, as: string | null = 'root') => emulator.get('/user', { as, headers: { Sudo: name } })
  beforeEach(() => emulator.patch('access_tokens', 1, { scopes: ['api', 'sudo'] }))

  it.each([
    ['by name', 'Developer'],
    ['by id', '4'],
  ])('lets administrators impersonate users: %s', async (_case, name) => {
    expect(await sudo(name)).toMatchObject({ status: 200, body: { id: 4 } })
    expect(await emulator.get(`/user?sudo=${name}`, { as: 'root' })).toMatchObject({ status: 200, body: { id: 4 } })
  })

  it('limits the request to the permissions of the impersonated user', async () => {
    const bug = { name: 'bug', color: 'red' }
    expect((await emulator.post('/projects/1/labels', { ...bug, sudo: 'guest' }, { as: 'root' })).status).toBe(403)
    expect((await emulator.post('/projects/1/labels', { ...bug, sudo: 'reporter' }, { as: 'root' })).status).toBe(201)
  })

  it.each<[string, string | null, string, number, unknown]>([
    ['anybody else', 'owner', 'guest', 403, { message: '403 Forbidden - Must be admin to use sudo' }],
    ['nobody', null, 'guest', 401, unauthorized],
    ['an administrator, for nobody', 'root', 'x', 404, { message: "404 User with ID or username 'x' Not Found" }],
  ])('refuses impersonation by %s', async (_case, as, name, status, body) => {
    expect(await sudo(name, as)).toMatchObject({ status, body })
  })

  it('requires the scope sudo', async () => {
    emulator.patch('access_tokens', 1, { scopes: ['api'] })
    expect(await sudo('guest')).toMatchObject({ status: 403, body: insufficient('sudo') })
    emulator.patch('access_tokens', 1, { scopes: ['sudo'] })
    expect((await sudo('guest')).status).toBe(200)
    expect(await sudo('root')).toMatchObject({ status: 403, body: insufficient('read_user ai_workflows api read_api') })
  })
})

describe.each<Flavor>(['spec', 'gitlab'])('anonymous callers, flavor %s', (flavor) => {
  const open = useEmulator({ flavor })
  const project404 = { message: '404 Project Not Found' }

  it.each([
    ['', 200],
    ['/issues', 200],
    ['/issues/1', 200],
    ['/pipelines', 200],
    ['/pipelines/2001', 200],
    ['/pipelines/latest', 200],
    ['/pipelines/2001/test_report', 200],
    ['/pipelines/2001/test_report_summary', 200],
    ['/pipelines/2001/variables', 403],
    ['/protected_environments', 403],
    ['/labels', 401],
    ['/freeze_periods', 401],
    ['/triggers', 401],
    ['/remote_mirrors', 401],
    ['/issues/1/links', 401],
    ['/vulnerabilities', 401],
    ['/vulnerability_findings', 401],
    ['/repository_storage_moves', 401],
  ])('responds to anonymous callers at /projects/:id%s of a public project with %i', async (path, status) => {
    expect((await open.get(`/projects/2${path}`, { as: null })).status).toBe(status)
    // Of one that is not public nothing at all.
    const hidden = await open.get(`/projects/1${path.replace('2001', '1001')}`, { as: null })
    expect(hidden.status).toBe(status === 401 && path !== '/remote_mirrors' ? 401 : 404)
    if (hidden.status === 404) expect(hidden.body).toEqual(project404)
  })

  it('lists public projects for anonymous callers', async () => {
    for (const path of ['/projects', '/groups']) {
      expect((await open.get(path, { as: null })).body).toHaveLength(1)
    }
    expect((await open.get('/groups/acme', { as: null })).status).toBe(200)
  })

  it.each([
    ['POST', '/projects/2/labels?name=bug&color=red'],
    ['POST', '/projects/2/pipeline?ref=main'],
    ['POST', '/projects/2/freeze_periods?freeze_start=0+0+*+*+*&freeze_end=0+1+*+*+*'],
    ['POST', '/projects/2/triggers?description=nightly'],
    ['DELETE', '/projects/2/pipelines/2001'],
    ['POST', '/groups/10/access_tokens?name=x'],
  ])('refuses to write for anonymous callers: %s %s', async (method, path) => {
    expect(await open.send(method, path, { as: null })).toMatchObject({ status: 401, body: unauthorized })
  })
})
