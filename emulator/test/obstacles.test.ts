import { useEmulator } from './support/emulator'

import { startEmulator, type World } from '..'

/** Requests that a GitLab without failures refuses. */
const emulator = useEmulator({ flavor: 'gitlab' })

const labels = '/projects/1/labels'
const triggers = '/projects/1/triggers'
const label = (name: string) => ({ name, color: 'red' })
const freeze = { freeze_start: '0 22 * * 5', freeze_end: '0 6 * * 1', cron_timezone: 'UTC' }
const protection = { name: 'production', deploy_access_levels: [{ access_level: 40 }] }
const mirror = { url: 'https://mirror.example.com/a.git' }
const forbidden = { status: 403, body: { message: '403 Forbidden' } }
const owner = { as: 'owner' }

/** The statuses of one request after the other. */
async function statuses(requests: readonly (() => Promise<{ status: number }>)[]): Promise<number[]> {
  const found: number[] = []
  for (const request of requests) found.push((await request()).status)
  return found
}

describe('a user who is not active', () => {
  const root = { as: 'root' }
  const act = (action: string) => emulator.post(`/users/4/${action}`, undefined, root)
  const refusal = async () => (await emulator.get('/user', { as: 'developer' })).body

  it.each([
    ['blocked', 'Your account has been blocked.'],
    ['banned', 'Your account has been blocked.'],
  ])('refuses %s users like GitLab', async (state, reason) => {
    emulator.patch('users', 4, { state })
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({
      status: 403,
      body: { message: `403 Forbidden - ${reason}` },
    })
  })

  it('names the URL for the login in the error for deactivated users', async () => {
    expect(await act('deactivate')).toMatchObject({ status: 201, body: true })
    expect(await refusal()).toEqual({
      message:
        '403 Forbidden - Your account has been deactivated by your administrator. ' +
        `Please log back in from a web browser to reactivate your account at ${emulator.url}`,
    })
    expect(await act('activate')).toMatchObject({ status: 201, body: true })
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({ status: 200 })
  })

  it('reactivates a user only by the opposite action', async () => {
    expect(await act('ban')).toMatchObject({ body: true })
    for (const action of ['unblock', 'activate', 'deactivate']) expect(await act(action)).toMatchObject({ body: false })
    expect(await act('unban')).toMatchObject({ body: true })
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({ status: 200 })
  })
})

it('refuses changes of labels and all requests about triggers in an archived project, but no others', async () => {
  expect(await emulator.post(labels, label('before'))).toMatchObject({ status: 201 })
  expect(await emulator.post('/projects/1/archive', undefined, owner)).toMatchObject({ status: 201 })
  expect(await emulator.get(labels)).toMatchObject({ status: 200 })
  expect(await emulator.post(labels, label('after'))).toMatchObject(forbidden)
  expect(await emulator.put(`${labels}/before`, { color: 'blue' })).toMatchObject(forbidden)
  expect(await emulator.delete(`${labels}/before`)).toMatchObject(forbidden)
  expect(await emulator.get(triggers)).toMatchObject(forbidden)
  expect(await emulator.post(triggers, { description: 'x' })).toMatchObject(forbidden)
  const others = await statuses([
    () => emulator.post('/projects/1/freeze_periods', freeze),
    () => emulator.post('/projects/1/protected_environments', protection),
    () => emulator.post('/projects/1/remote_mirrors', mirror),
    () => emulator.get('/projects/1/freeze_periods'),
    () => emulator.get('/projects/1/protected_environments'),
    () => emulator.get('/projects/1/remote_mirrors'),
  ])
  expect(others).toEqual([201, 201, 201, 200, 200, 200])
})

describe('a feature that is switched off', () => {
  const off = async (settings: Record<string, string>) =>
    expect(await emulator.put('/projects/1', settings, owner)).toMatchObject({ status: 200 })
  const rest = () =>
    statuses([
      () => emulator.post(labels, label('x')),
      () => emulator.post('/projects/1/freeze_periods', freeze),
      () => emulator.post('/projects/1/protected_environments', protection),
      () => emulator.post('/projects/1/remote_mirrors', mirror),
    ])

  it.each([
    { builds_access_level: 'disabled' },
    {
      repository_access_level: 'disabled',
      merge_requests_access_level: 'disabled',
      builds_access_level: 'disabled',
    },
  ])('refuses triggers and pipelines to all users with %o', async (settings) => {
    await off(settings)
    for (const as of ['root', 'owner', 'maintainer']) {
      expect(await emulator.get(triggers, { as })).toMatchObject(forbidden)
      expect(await emulator.post(triggers, { description: 'x' }, { as })).toMatchObject(forbidden)
      expect(await emulator.get('/projects/1/pipelines', { as })).toMatchObject(forbidden)
    }
    expect(await rest()).toEqual([201, 201, 201, 201])
  })

  it('hides issue links if issues are disabled', async () => {
    await off({ issues_access_level: 'disabled' })
    expect(await emulator.get('/projects/1/issues/1/links')).toMatchObject({ status: 404 })
    expect(await rest()).toEqual([201, 201, 201, 201])
  })

  it('serves protected environments even if environments are disabled', async () => {
    await off({ environments_access_level: 'disabled' })
    expect(await rest()).toEqual([201, 201, 201, 201])
  })
})

describe('maintenance mode', () => {
  const message = 'We are upgrading: back at 18:00 UTC'

  it('responds to writing requests with the message of maintenance mode, and to reading ones as usual', async () => {
    emulator.changeSettings({ maintenanceMode: message })
    const response = await emulator.post(labels, label('x'))
    expect(response).toMatchObject({ status: 503, body: { message } })
    expect(response.headers.get('retry-after')).toBe('900')
    expect(await emulator.get(labels)).toMatchObject({ status: 200 })
    emulator.changeSettings({ maintenanceMode: false })
    expect(await emulator.post(labels, label('x'))).toMatchObject({ status: 201 })
  })

  it('starts and ends maintenance mode by a request', async () => {
    expect(await emulator.send('PATCH', '/-/settings', { json: { maintenanceMode: true } })).toMatchObject({
      status: 204,
    })
    expect(await emulator.post(labels, label('x'))).toMatchObject({
      status: 503,
      body: { message: 'GitLab is undergoing maintenance' },
    })
  })

  it('refuses maintenance mode in another spelling', async () => {
    expect(await emulator.send('PATCH', '/-/settings', { json: { maintenancemode: true } })).toMatchObject({
      status: 400,
      body: { error: 'settings: unknown key "maintenancemode": did you mean "maintenanceMode"?' },
    })
    expect(() => emulator.changeSettings({ rateLimit: -1 })).toThrow('settings.rateLimit: must be at least 0')
  })
})

it('sets and removes both rate limits while the emulator runs', async () => {
  emulator.changeSettings({ rateLimit: 1 })
  expect(await statuses([() => emulator.get('/user'), () => emulator.get('/user')])).toEqual([200, 429])
  emulator.changeSettings({ rateLimit: 0, projectApiLimit: 1 })
  expect(await statuses([() => emulator.get('/projects/1'), () => emulator.get('/projects/1')])).toEqual([200, 429])
  expect((await emulator.get('/user')).headers.get('ratelimit-limit')).toBeNull()
})

it('declares inactive users, disabled features and settings in a world', async () => {
  const world: World = {
    users: { anna: null, ben: { state: 'deactivated' }, carl: { state: 'banned' } },
    groups: { shop: { members: { anna: 'owner' } } },
    projects: {
      'shop/web': { features: { repository: 'disabled', issues: 'private' } },
      'shop/api': { features: { builds: 'disabled', mergeRequests: 'disabled' } },
    },
    settings: { maintenanceMode: 'Soon', projectApiLimit: 2 },
  }
  const own = await startEmulator({ flavor: 'gitlab', world })
  try {
    const ask = async (user: string, path: string, init: RequestInit = {}) => {
      const headers = { 'PRIVATE-TOKEN': `emulator-${user}`, 'content-type': 'application/json' }
      const response = await fetch(`${own.url}/api/v4${path}`, { headers, ...init })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    expect(await ask('anna', '/projects/shop%2Fweb')).toMatchObject({
      body: {
        repository_access_level: 'disabled',
        merge_requests_access_level: 'disabled',
        builds_access_level: 'disabled',
        issues_access_level: 'private',
      },
    })
    expect(await ask('anna', '/projects/shop%2Fapi')).toMatchObject({
      body: {
        repository_access_level: 'enabled',
        merge_requests_access_level: 'disabled',
        builds_access_level: 'disabled',
      },
    })
    expect(await ask('anna', '/projects/shop%2Fweb')).toMatchObject({ status: 429 })
    expect(await ask('ben', '/user')).toMatchObject({ body: { message: expect.stringContaining('deactivated') } })
    expect(await ask('carl', '/user')).toMatchObject({ body: { message: expect.stringContaining('blocked') } })
    expect(await ask('anna', '/projects/shop%2Fweb/labels', { method: 'POST', body: '{}' })).toMatchObject({
      status: 503,
      body: { message: 'Soon' },
    })
  } finally {
    await own.close()
  }
})
