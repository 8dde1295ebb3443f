import type { Flavor } from '../../emulator'
import { Forbidden, MaintenanceMode, NotFound, RateLimited, ServerError, Unauthorized, UriTooLong } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { client, closeClients, failure, type TestClient } from './support/client'

afterEach(closeClients)

const bug = { name: 'bug', color: 'red' }

describe.each<Flavor>(['spec', 'gitlab'])('the client and a service of flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const api = (as: string | null = 'maintainer', maxRetries = 4): TestClient =>
    client(emulator.url, { token: as === null ? undefined : `emulator-${as}`, maxRetries })
  const lines = () => emulator.requests().map(({ method, path, status }) => `${method} ${path} ${status}`)

  test('reads and writes a project that was moved', async () => {
    const { labels } = api()
    expect(await labels.create('acme/old-name', bug)).toMatchObject({ name: 'bug' })
    expect(await labels.get('acme/old-name', 'bug')).toMatchObject({ name: 'bug' })
    expect(await labels.update('acme/old-name', 'bug', { new_name: 'crash' })).toMatchObject({ name: 'crash' })
    expect(await labels.list('acme/old-name').all()).toMatchObject([{ name: 'crash' }])
    await labels.delete('acme/old-name', 'crash')
    expect(await labels.list(1).all()).toEqual([])
    // A write that is refused or redirected looks up the project once and goes to its id.
    const turned = flavor === 'spec' ? 301 : 405
    expect(lines().slice(0, 4)).toEqual([
      `POST /api/v4/projects/acme%2Fold-name/labels ${turned}`,
      'GET /api/v4/projects/acme%2Fold-name 301',
      'GET /api/v4/projects/1 200',
      'POST /api/v4/projects/1/labels 201',
    ])
  })

  test('starts a downstream pipeline with a job token while the job runs', async () => {
    const { pipelines, triggerTokens } = api(null)
    const run = (job: string) => triggerTokens.run('acme/api', { ref: 'main', token: `emulator-${job}` })
    const made = await run('job-token')
    expect(made).toMatchObject({ source: 'pipeline', user: { username: 'developer' } })
    expect(await pipelines.list(2, { source: 'pipeline' }).all()).toMatchObject([{ id: made.id }])
    const error = await failure(run('finished-job-token'))
    expect(Unauthorized.is(error)).toBe(true)
    expect(error.message).toBe('POST /api/v4/projects/acme%2Fapi/trigger/pipeline: 401 Job is not running')
  })

  test.each([
    ['expired', 'invalid_token: Token is expired. You can either do re-authorization or token refresh.'],
    ['revoked', 'invalid_token: Token was revoked. You have to re-authorize from the user.'],
    ['nobody', '401 Unauthorized'],
  ])('throws Unauthorized for an invalid token: %s', async (as, said) => {
    const error = await failure(api(as).users.current())
    expect(Unauthorized.is(error)).toBe(true)
    expect(error).toMatchObject({ serverMessage: said, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  test('throws Forbidden for an insufficient scope', async () => {
    const error = await failure(api('readonly').labels.create(1, bug))
    expect(Forbidden.is(error)).toBe(true)
    expect(error['serverMessage']).toMatch(
      flavor === 'spec' ? /^insufficient_scope: .* \(scope: api\)$/ : /\(scope: ai_workflows api read_api\)$/,
    )
  })

  test('reads public objects without a token', async () => {
    const { projects, labels } = api(null)
    expect(await projects.list().all()).toMatchObject([{ path_with_namespace: 'acme/api' }])
    expect(NotFound.is(await failure(projects.get('acme/web')))).toBe(true)
    expect(Unauthorized.is(await failure(labels.list('acme/api').all()))).toBe(true)
  })

  test('throws UriTooLong for the error page of a proxy', async () => {
    const error = await failure(
      api()
        .labels.list(1, { search: 'x'.repeat(9_000) })
        .all(),
    )
    expect(UriTooLong.is(error)).toBe(true)
    expect(error.message).toBe('GET /api/v4/projects/1/labels: 414 Request-URI Too Large')
  })

  test('throws RateLimited for a 429 with text or JSON', async () => {
    emulator.patch('settings', 1, { project_api_limit: 1 })
    const { projects } = api('developer', 0)
    await projects.get(1)
    const error = await failure(projects.get(1))
    expect(RateLimited.is(error)).toBe(true)
    expect(error).toMatchObject({
      serverMessage: 'This endpoint has been requested too many times. Try again later.',
      retryAfterMs: 60_000,
    })
    emulator.fault({ status: 429, body: 'Retry later\n', headers: { 'Retry-After': '7' } })
    const eager = api('guest')
    expect(await eager.projects.get(1)).toMatchObject({ id: 1 })
    expect(eager.retries).toMatchObject([{ reason: 'GET /api/v4/projects/1: 429 Retry later', delayMs: 7_000 }])
  })

  test('stops after one write to an instance in maintenance mode', async () => {
    const { id } = await api().labels.create(1, bug)
    emulator.changeSettings({ maintenanceMode: 'Back at 18:00' })
    emulator.clearRequests()
    const writes = [
      () => api().labels.create(1, { ...bug, name: 'other' }),
      () => api().labels.update(1, id, { color: 'blue' }),
      () => api().labels.subscribe(1, id),
      () => api().labels.delete(1, id),
    ]
    for (const write of writes) {
      const busy = await failure(write())
      expect(MaintenanceMode.is(busy) && ServerError.is(busy)).toBe(true)
      expect(busy).toMatchObject({ status: 503, retryAfterMs: 900_000, serverMessage: 'Back at 18:00' })
    }
    expect(emulator.requests().map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST', 'DELETE'])
    emulator.changeSettings({ maintenanceMode: false })
    emulator.changeSettings({ readOnly: true })
    expect(Forbidden.is(await failure(api().labels.update(1, id, { color: 'blue' })))).toBe(true)
    expect(await api().labels.get(1, id)).toMatchObject({ color: '#FF0000' })
  })

  test.each(['acme/web', 'ACME/Web', 1, '1'])('accepts the project reference %p', async (project) => {
    expect(await api().projects.get(project)).toMatchObject({ id: 1 })
  })
})
