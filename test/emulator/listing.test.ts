import { useEmulator } from '../support/emulator'

const emulator = useEmulator()

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
  ])('are those that %s can see', async (as, expected) => {
    expect(await ids('/projects', as)).toEqual(expected)
  })

  it.each([
    ['visibility=public', [2]],
    ['search=WEB', [1]],
    ['search=no+such', []],
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
    ['pagination=legacy', [3, 2, 1]],
  ])('are filtered and ordered by %s', async (query, expected) => {
    emulator.patch('projects', 1, { archived: true })
    emulator.patch('projects', 2, { issues_enabled: false })
    expect(await ids(`/projects?${query}`)).toEqual(expected)
  })

  it('that are an outsider’s or an administrator’s own are those with a role that was given', async () => {
    for (const as of ['outsider', 'root']) expect(await ids('/projects?membership=true', as)).toEqual([])
    expect(await ids('/projects?owned=true', 'owner')).toEqual([3, 2, 1])
  })

  it('are filtered by storage for administrators alone', async () => {
    emulator.patch('projects', 2, { repository_storage: 'fast' })
    expect(await ids('/projects?repository_storage=fast', 'root')).toEqual([2])
    expect(await ids('/projects?repository_storage=slow', 'root')).toEqual([])
    expect(await ids('/projects?repository_storage=fast', 'owner')).toEqual([3, 2, 1])
  })

  it('show as much as each alone, less when asked for', async () => {
    const [listed] = (await emulator.get('/projects?search=web')).body as object[]
    expect(listed).toEqual((await emulator.get('/projects/1')).body)
    const [simple] = (await emulator.get('/projects?search=web&simple=true')).body as object[]
    expect(simple).toMatchObject({ id: 1, path_with_namespace: 'acme/web' })
    expect(simple).not.toHaveProperty('permissions')
  })

  it('come in counted pages whose links repeat the order', async () => {
    const { headers } = await emulator.get('/projects?per_page=2')
    expect([headers.get('x-total'), headers.get('x-total-pages')]).toEqual(['3', '2'])
    expect(headers.get('link')).toMatch(/order_by=created_at&.*page=2&per_page=2&.*sort=desc.*>; rel="next"/)
  })

  it.each([
    ['order_by=owner', 'order_by does not have a valid value'],
    ['sort=up', 'sort does not have a valid value'],
    ['visibility=secret&archived=maybe', 'archived is invalid, visibility does not have a valid value'],
    ['min_access_level=7', 'min_access_level does not have a valid value'],
  ])('are not listed by %s', async (query, error) => {
    expect(await emulator.get(`/projects?${query}`)).toMatchObject({ status: 400, body: { error } })
  })
})

describe('groups', () => {
  it.each<[string | null, string, number[]]>([
    ['maintainer', '', [10, 12, 11]],
    ['outsider', '', [10, 12]],
    [null, '', [10]],
    ['maintainer', 'order_by=id&sort=desc', [12, 11, 10]],
    ['maintainer', 'top_level_only=true', [10, 12]],
    ['maintainer', 'search=plat', [11]],
    ['maintainer', 'visibility=private', [11]],
    ['maintainer', 'min_access_level=40', [10, 11]],
    ['owner', 'owned=true', [10, 12, 11]],
    ['root', 'owned=true', []],
  ])('that %s lists with "%s"', async (as, query, expected) => {
    expect(await ids(`/groups?${query}`, as)).toEqual(expected)
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
  ])('are listed with "%s"', async (query, expected) => {
    emulator.patch('users', 5, { state: 'blocked' })
    emulator.patch('users', 6, { bot: query.includes('humans') })
    expect(await ids(`/users?${query}`)).toEqual(expected)
  })

  it('are not for the anonymous, who have to know a name', async () => {
    expect(await emulator.get('/users', { as: null })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Not authorized to access /api/v4/users' },
    })
    const { body } = await emulator.get('/users?username=owner', { as: null })
    expect(body).toMatchObject([{ id: 2, username: 'owner' }])
    expect((body as object[])[0]).not.toHaveProperty('created_at')
  })

  it('show to administrators all', async () => {
    const [listed] = (await emulator.get('/users?username=owner', { as: 'root' })).body as object[]
    expect(listed).toMatchObject({ email: 'owner@example.com', is_admin: false })
    const [seen] = (await emulator.get('/users?username=owner')).body as object[]
    expect(seen).not.toHaveProperty('email')
  })
})
