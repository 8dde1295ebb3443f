import { useEmulator } from './support/emulator'

const emulator = useEmulator({ flavor: 'spec' })

const project404 = { status: 404, body: { message: '404 Project Not Found' } }
const group404 = { status: 404, body: { message: '404 Group Not Found' } }

describe('a project', () => {
  it('returns a project to a member', async () => {
    const { status, body } = await emulator.get('/projects/3')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: 3,
      name: 'Infra',
      name_with_namespace: 'Acme / Platform / Infra',
      path_with_namespace: 'acme/platform/infra',
      web_url: `${emulator.url}/acme/platform/infra`,
      default_branch: 'main',
      visibility: 'private',
      archived: false,
      issues_enabled: true,
      merge_requests_enabled: true,
      namespace: { id: 11, kind: 'group', full_path: 'acme/platform', parent_id: 10 },
      permissions: { project_access: null, group_access: { access_level: 40, notification_level: 3 } },
      created_at: '2026-01-05T09:00:00.000Z',
    })
  })

  it('returns the owner of a project in the namespace of a user', async () => {
    emulator.patch('projects', 3, { group_id: null, creator_id: 7, path_with_namespace: 'outsider/infra' })
    expect(await emulator.get('/projects/outsider%2Finfra', { as: 'outsider' })).toMatchObject({
      status: 200,
      body: { namespace: { id: 7, kind: 'user', full_path: 'outsider' }, name_with_namespace: 'Outsider / Infra' },
    })
    expect(await emulator.post('/projects/3/labels', { name: 'a', color: 'red' }, { as: 'outsider' })).toMatchObject({
      status: 201,
    })
    expect(await emulator.get('/projects/3', { as: 'developer' })).toMatchObject(project404)
  })

  it.each([
    ['1', 200],
    ['acme%2Fweb', 200],
    ['Acme%2FWEB', 200],
    ['web', 404],
    ['99', 404],
    ['-1', 404],
    ['acme%2Fnone', 404],
  ])('finds a project by id or full path: %s returns %i', async (id, status) => {
    expect(await emulator.get(`/projects/${id}`)).toMatchObject(
      status === 200 ? { status, body: { id: 1 } } : project404,
    )
  })

  // Who reads web (internal), api (public) and infra (private).
  it.each([
    ['root', [200, 200, 200]],
    ['guest', [200, 200, 200]],
    ['outsider', [200, 200, 404]],
    [null, [404, 200, 404]],
  ])('shows projects by their visibility to %s', async (as, expected) => {
    const responses = await Promise.all([1, 2, 3].map((id) => emulator.get(`/projects/${id}`, { as })))
    expect(responses.map(({ status }) => status)).toEqual(expected)
  })

  it('returns fewer fields of a project to anonymous callers', async () => {
    const { body } = await emulator.get('/projects/2', { as: null })
    expect(body).toMatchObject({ id: 2, path_with_namespace: 'acme/api' })
    expect(body).not.toHaveProperty('permissions')
    expect(body).not.toHaveProperty('issues_enabled')
  })

  it('gives members of an invited group at most the role of the invitation', async () => {
    emulator.patch('memberships', 7, { user_id: 7, access_level: 50 })
    emulator.patch('projects', 1, { visibility: 'private' })
    const create = () => emulator.post('/projects/1/labels', { name: 'bug', color: 'red' }, { as: 'outsider' })
    expect((await create()).status).toBe(201)
    emulator.patch('invitations', 1, { access_level: 10 })
    expect((await create()).status).toBe(403)
    emulator.patch('invitations', 1, { project_id: 2 })
    expect((await create()).status).toBe(404)
  })
})

describe('a group', () => {
  it.each([
    ['10', { id: 10, full_path: 'acme', full_name: 'Acme', parent_id: null, visibility: 'public' }],
    ['acme', { id: 10 }],
    ['ACME%2Fplatform', { id: 11, full_name: 'Acme / Platform', parent_id: 10, visibility: 'private' }],
    ['deployers', { id: 12, web_url: 'groups/deployers' }],
  ])('finds a group by id or full path: %s', async (id, { web_url, ...fields }: Record<string, unknown>) => {
    const { status, body } = await emulator.get(`/groups/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject(web_url ? { ...fields, web_url: `${emulator.url}/${String(web_url)}` } : fields)
  })

  it.each([
    ['12', null],
    ['11', 'outsider'],
    ['platform', 'maintainer'],
    ['99', 'root'],
  ])('responds with 404 for the group %s to %s', async (id, as) => {
    expect(await emulator.get(`/groups/${id}`, { as })).toMatchObject(group404)
  })
})

describe('a user', () => {
  it.each(
    ['root', 'owner', 'maintainer', 'developer', 'reporter', 'guest', 'outsider'].map((name, at) => [name, at + 1]),
  )('creates the user %s with the id %i', async (as, id) => {
    expect(await emulator.get('/user', { as: String(as) })).toMatchObject({ status: 200, body: { id, username: as } })
  })

  it('returns public fields of other users, and all fields to administrators', async () => {
    expect((await emulator.get('/users/4')).body).toMatchObject({ username: 'developer', state: 'active', bot: false })
    expect((await emulator.get('/users/4')).body).not.toHaveProperty('email')
    expect((await emulator.get('/users/4', { as: 'root' })).body).toMatchObject({ is_admin: false })
  })

  it.each([
    ['99', 'maintainer', 404, { message: '404 User Not Found' }],
    ['x', 'maintainer', 400, { error: 'id is invalid' }],
    ['4', null, 403, { message: '403 Forbidden - Not authorized!' }],
  ])('refuses the user id %s to %s', async (id, as, status, body) => {
    expect(await emulator.get(`/users/${id}`, { as })).toMatchObject({ status, body })
  })
})

it('creates the other objects of the seed world with fixed ids', () => {
  const { collections } = emulator.state()
  const ids = (name: string) => collections[name]!.records.map(({ id }) => id)
  expect(ids('environments')).toEqual([11, 12, 21, 22, 31, 32])
  expect(ids('issues')).toEqual([101, 102, 103, 104, 105, 201, 202, 203, 204, 205, 301, 302, 303, 304, 305])
  expect(ids('refs')).toEqual([11, 12, 21, 22, 31, 32])
  expect(ids('pipelines')).toEqual([1001, 1002, 1003, 2001, 2002, 2003, 3001, 3002, 3003])
  expect(ids('findings')).toHaveLength(30)
  expect(ids('snippets')).toEqual([1, 2])
  expect(collections['jobs']!.records).toMatchObject([
    { token: 'emulator-job-token', project_id: 2, status: 'running' },
    { token: 'emulator-finished-job-token', status: 'success' },
  ])
  expect(collections['storages']!.records).toMatchObject([{ name: 'default' }, { name: 'fast' }])
})
