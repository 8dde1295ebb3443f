import { useEmulator } from './support/emulator'

import type { Stored } from '..'

const emulator = useEmulator({ flavor: 'spec' })

async function ids(path: string, as: string | null = 'maintainer'): Promise<number[]> {
  const { status, body } = await emulator.get(path, { as })
  expect(status).toBe(200)
  return (body as { id: number }[]).map(({ id }) => id)
}

describe('projects', () => {
  it.each<[string | null, number[]]>([
    ['root', [3, 2, 1]],
    ['maintainer', [3, 2, 1]],
    ['outsider', [2, 1]],
    [null, [2]],
  ])('lists the projects that %s can see', async (as, expected) => {
    expect(await ids('/projects', as)).toEqual(expected)
  })

  it.each([
    ['visibility=public', [2]],
    ['search=WEB', [1]],
    ['search=no+such', []],
    ['search=we', []],
    ['search=acme', []],
    ['search=acme&search_namespaces=true', [3, 2, 1]],
    ['search=platform&search_namespaces=true', [3]],
    ['active=true', [3, 2]],
    ['starred=true', []],
    ['imported=true', []],
    ['with_programming_language=Ruby', []],
    ['topic=tools,web', [2]],
    ['topic=tools,none', []],
    ['topic_id=1', []],
    ['last_activity_after=2026-03-01', [3]],
    ['last_activity_before=2026-03-01', [2, 1]],
    ['updated_after=2026-03-01&order_by=updated_at', [3]],
    ['archived=true', [1]],
    ['archived=false', [3, 2]],
    ['min_access_level=40', [3, 2, 1]],
    ['min_access_level=50', []],
    ['owned=true', []],
    ['membership=true', [3, 2, 1]],
    ['id_after=1', [3, 2]],
    ['id_before=3&id_after=1', [2]],
    ['with_issues_enabled=true', [3, 1]],
    ['with_merge_requests_enabled=true', [3, 2, 1]],
    ['order_by=name&sort=asc', [2, 3, 1]],
    ['order_by=path', [1, 3, 2]],
    ['order_by=last_activity_at&sort=asc', [1, 2, 3]],
    ['order_by=id&sort=asc&per_page=2&page=2', [3]],
    ['order_by=similarity&sort=asc', [1, 2, 3]],
    ['order_by=repository_size', [3, 2, 1]],
    ['pagination=legacy', [3, 2, 1]],
  ])('filters and sorts projects by %s', async (query, expected) => {
    emulator.patch('projects', 1, { archived: true })
    emulator.patch('projects', 2, { issues_enabled: false, topics: ['web', 'tools'] })
    emulator.patch('projects', 3, { updated_at: '2026-04-01T00:00:00.000Z' })
    expect(await ids(`/projects?${query}`)).toEqual(expected)
  })

  it('lists only projects with a role as a member for membership and owned, even for administrators', async () => {
    for (const as of ['outsider', 'root']) expect(await ids('/projects?membership=true', as)).toEqual([])
    expect(await ids('/projects?owned=true', 'owner')).toEqual([3, 2, 1])
  })

  it('filters projects by storage only for administrators', async () => {
    emulator.patch('projects', 2, { repository_storage: 'fast' })
    expect(await ids('/projects?repository_storage=fast', 'root')).toEqual([2])
    expect(await ids('/projects?repository_storage=slow', 'root')).toEqual([])
    expect(await ids('/projects?repository_storage=fast', 'owner')).toEqual([3, 2, 1])
  })

  it('lists projects with the same fields as single ones, or fewer with `simple`', async () => {
    const [listed] = (await emulator.get('/projects?search=web')).body as object[]
    expect(listed).toEqual((await emulator.get('/projects/1')).body)
    const [simple] = (await emulator.get('/projects?search=web&simple=true')).body as object[]
    expect(simple).toMatchObject({ id: 1, path_with_namespace: 'acme/web' })
    expect(simple).not.toHaveProperty('permissions')
  })

  it('lists projects in counted pages whose links repeat the order', async () => {
    const { headers } = await emulator.get('/projects?per_page=2')
    expect([headers.get('x-total'), headers.get('x-total-pages')]).toEqual(['3', '2'])
    expect(headers.get('link')).toMatch(/order_by=created_at&.*page=2&per_page=2&.*sort=desc.*>; rel="next"/)
  })

  it.each([
    ['order_by=owner', 'order_by does not have a valid value'],
    ['sort=up', 'sort does not have a valid value'],
    ['visibility=secret&archived=maybe', 'archived is invalid, visibility does not have a valid value'],
    ['min_access_level=7', 'min_access_level does not have a valid value'],
    ['statistics=maybe', 'statistics is invalid'],
  ])('refuses the project filter %s', async (query, error) => {
    expect(await emulator.get(`/projects?${query}`)).toMatchObject({ status: 400, body: { error } })
  })
})

describe('projects in a namespace', () => {
  it('returns the field `owner` only for projects in namespaces of users', async () => {
    emulator.patch('projects', 2, { group_id: null, creator_id: 4, path_with_namespace: 'developer/api' })
    expect(await emulator.get('/projects/2')).toMatchObject({
      body: { owner: { id: 4, username: 'developer' }, namespace: { kind: 'user', full_path: 'developer' } },
    })
    const listed = (await emulator.get('/projects?order_by=id&sort=asc')).body as object[]
    expect(listed.map((project) => 'owner' in project)).toEqual([false, true, false])
  })

  it('requires the order `updated_at` for filters by `updated_at`', async () => {
    expect(await emulator.get('/projects?updated_after=2026-01-01')).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - `updated_at` filter and `updated_at` sorting must be paired' },
    })
  })
})

describe('groups', () => {
  it.each<[string | null, string, number[]]>([
    ['root', '', [10, 12, 11]],
    ['owner', '', [10, 12, 11]],
    ['maintainer', '', [10, 11]],
    ['developer', '', [10, 12, 11]],
    ['outsider', '', []],
    [null, '', [10]],
    [null, 'all_available=false', [10]],
    ['root', 'all_available=false', []],
    ['maintainer', 'all_available=true', [10, 12, 11]],
    ['outsider', 'all_available=true', [10, 12]],
    ['developer', 'order_by=id&sort=desc', [12, 11, 10]],
    ['developer', 'order_by=similarity&search=acme', [10]],
    ['developer', 'skip_groups=10', [12, 11]],
    ['developer', 'skip_groups[]=10&skip_groups[]=11', [12]],
    ['developer', 'skip_groups=x', [10, 12, 11]],
    ['developer', 'top_level_only=true', [10, 12]],
    ['maintainer', 'search=plat', [11]],
    ['maintainer', 'search=a', []],
    ['maintainer', 'visibility=private', [11]],
    ['maintainer', 'min_access_level=40', [10, 11]],
    ['owner', 'owned=true', [10, 12, 11]],
    ['root', 'owned=true', []],
    ['root', 'repository_storage=fast', []],
    ['owner', 'repository_storage=fast', [10, 12, 11]],
  ])('lists groups for %s with "%s"', async (as, query, expected) => {
    expect(await ids(`/groups?${query}`, as)).toEqual(expected)
  })

  it('includes the groups of projects of which the user is a member, with their ancestors', async () => {
    const state = emulator.state()
    const { records } = state.collections['memberships']!
    records.push({ id: 99, user_id: 7, source: 'project', source_id: 3, access_level: 10 } as Stored)
    emulator.setState(state)
    expect(await ids('/groups', 'outsider')).toEqual([10, 11])
  })

  it('returns a group with its projects and shared projects that the caller can read', async () => {
    const shown = async (id: number, as: string | null, query = '') => {
      const { body } = await emulator.get(`/groups/${id}${query}`, { as })
      const { projects, shared_projects: shared } = body as Record<string, { id: number }[] | undefined>
      return [projects?.map((one) => one.id), shared?.map((one) => one.id)]
    }
    expect(await shown(10, 'guest')).toEqual([[2, 1], []])
    expect(await shown(10, null)).toEqual([[2], []])
    expect(await shown(11, 'owner')).toEqual([[3], []])
    expect(await shown(12, 'owner')).toEqual([[], [1]])
    expect(await shown(10, 'guest', '?with_projects=false')).toEqual([undefined, undefined])
  })
})

describe('users', () => {
  it.each([
    ['', [7, 6, 5, 4, 3, 2, 1]],
    ['username=OWNER', [2]],
    ['username=own', []],
    ['search=own', [2]],
    ['blocked=true', [5]],
    ['active=true&humans=true', [7, 4, 3, 2, 1]],
    ['order_by=username&sort=asc&per_page=2', [4, 6]],
    ['search=owner@example.com', []],
    ['exclude_active=true', [5]],
    ['exclude_external=true', [7, 6, 5, 4, 3, 1]],
    ['exclude_humans=true', []],
    ['auditors=true', []],
    ['external=true', [2]],
    ['username=', []],
    ['admins=true&two_factor=enabled&without_projects=true&created_after=2030-01-01', [7, 6, 5, 4, 3, 2, 1]],
  ])('lists users with "%s"', async (query, expected) => {
    emulator.patch('users', 5, { state: 'blocked' })
    emulator.patch('users', 2, { external: true })
    emulator.patch('users', 6, { bot: query.includes('&humans') })
    expect(await ids(`/users?${query}`)).toEqual(expected)
  })

  it('requires a username of anonymous callers', async () => {
    expect(await emulator.get('/users', { as: null })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Not authorized to access /api/v4/users' },
    })
    const { body } = await emulator.get('/users?username=owner', { as: null })
    expect(body).toMatchObject([{ id: 2, username: 'owner' }])
    expect((body as object[])[0]).not.toHaveProperty('created_at')
  })

  it.each([
    ['search=owner@example.com', [2]],
    ['search=OWNER@example.com', [2]],
    ['search=example.com', []],
    ['search=@own', [2]],
    ['admins=true', [1]],
    ['external=true', [2]],
    ['two_factor=enabled', []],
    ['two_factor=disabled&humans=true', [7, 5, 4, 3, 2, 1]],
    ['without_projects=true', [7, 1]],
    ['without_project_bots=true&exclude_humans=true', []],
    ['exclude_humans=true', [6]],
    ['created_after=2026-01-06', [4]],
    ['created_before=2026-01-06', [7, 6, 5, 3, 2, 1]],
    ['extern_uid=x&provider=y', []],
  ])('lists users for administrators with "%s"', async (query, expected) => {
    emulator.patch('users', 2, { external: true })
    emulator.patch('users', 4, { created_at: '2026-02-01T00:00:00.000Z' })
    emulator.patch('users', 6, { bot: true })
    expect(await ids(`/users?${query}`, 'root')).toEqual(expected)
  })

  it('finds users by external identity only for administrators, with both parameters', async () => {
    expect((await emulator.get('/users?extern_uid=x&provider=y')).status).toBe(403)
    expect(await emulator.get('/users?provider=y', { as: 'root' })).toMatchObject({
      status: 400,
      body: { error: 'extern_uid, provider provide all or none of parameters' },
    })
  })

  it('returns all fields of the caller to the caller', async () => {
    const own = (await emulator.get('/user', { as: 'owner' })).body as object
    expect(own).toMatchObject({
      id: 2,
      email: 'owner@example.com',
      projects_limit: 100_000,
      identities: [],
      theme_id: 3,
    })
    for (const name of ['followers', 'is_admin', 'namespace_id']) expect(own).not.toHaveProperty(name)
    const root = (await emulator.get('/user', { as: 'root' })).body as object
    expect(root).toMatchObject({ id: 1, is_admin: true, namespace_id: 1, is_auditor: false })
    expect(root).not.toHaveProperty('followers')
    const other = (await emulator.get('/users/2', { as: 'developer' })).body as object
    expect(other).toMatchObject({ id: 2, bio: '', followers: 0, is_followed: false })
    expect(other).not.toHaveProperty('email')
  })

  it('returns all fields of users to administrators', async () => {
    const [listed] = (await emulator.get('/users?username=owner', { as: 'root' })).body as object[]
    expect(listed).toMatchObject({ email: 'owner@example.com', is_admin: false })
    const [seen] = (await emulator.get('/users?username=owner')).body as object[]
    expect(seen).not.toHaveProperty('email')
  })
})
