import { useEmulator } from './support/emulator'

describe.each(['spec', 'gitlab'] as const)('contents of groups on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const idsAt = async (path: string, as: string | null = 'owner') => {
    const { status, body } = await emulator.get(path, { as })
    expect(status).toBe(200)
    return (body as { id: number }[]).map(({ id }) => id)
  }

  it.each([
    [{}, [2, 1]],
    [{ include_subgroups: true }, [3, 2, 1]],
    [{ include_subgroups: true, visibility: 'private' }, [3]],
    [{ visibility: 'public' }, [2]],
    [{ search: 'API' }, [2]],
    [{ order_by: 'name', sort: 'asc' }, [2, 1]],
    [{ order_by: 'id', sort: 'asc' }, [1, 2]],
    [{ order_by: 'similarity' }, [2, 1]],
    [{ archived: true }, []],
    [{ min_access_level: 50, owned: true }, [2, 1]],
    [{ include_subgroups: true, id_after: 2 }, [3]],
  ])('lists the projects of a group with %j', async (query, expected) => {
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    )
    expect(await idsAt(`/groups/acme/projects?${parameters.toString()}`)).toEqual(expected)
  })

  it('lists groups and projects by whether their deletion is scheduled', async () => {
    await emulator.delete('/groups/11', { as: 'owner' })
    expect(await idsAt('/groups/10/subgroups?active=true')).toEqual([])
    expect(await idsAt('/groups/10/subgroups?active=false')).toEqual([11])
    expect(await idsAt('/groups/10/projects?include_subgroups=true&active=true')).toEqual([2, 1])
  })

  it('lists projects that were shared with the group, unless with_shared is false', async () => {
    expect(await idsAt('/groups/12/projects')).toEqual([1])
    expect(await idsAt('/groups/12/projects?with_shared=false')).toEqual([])
  })

  it('lists a project once that was shared with the group and then moved into it', async () => {
    await emulator.put('/projects/1/transfer', { namespace: 12 }, { as: 'owner' })
    expect(await idsAt('/groups/12/projects')).toEqual([1])
  })

  it('lists only the projects that were shared with the group', async () => {
    expect(await idsAt('/groups/12/projects/shared')).toEqual([1])
    expect(await idsAt('/groups/12/projects/shared?visibility=public')).toEqual([])
    expect(await idsAt('/groups/10/projects/shared')).toEqual([])
  })

  it('counts the projects of a group on a page', async () => {
    const { headers } = await emulator.get('/groups/10/projects?per_page=1&simple=true', { as: 'owner' })
    expect([headers.get('x-total'), headers.get('x-per-page')]).toEqual(['2', '1'])
  })

  it('shows a private group, without a role in it, to the members of its projects and of those of its subgroups', async () => {
    const group = { name: 'Below', path: 'below', parent_id: 11 }
    const { body } = await emulator.post('/groups', group, { as: 'owner' })
    const below = (body as { id: number }).id
    await emulator.post('/groups', { ...group, parent_id: below }, { as: 'owner' })
    const project = { name: 'Tools', path: 'tools', namespace_id: below }
    const { body: made } = await emulator.post('/projects', project, { as: 'owner' })
    const statuses = async (...paths: string[]) =>
      Promise.all(paths.map(async (path) => (await emulator.get(path, { as: 'outsider' })).status))
    expect(await statuses('/groups/11', `/groups/${below}`)).toEqual([404, 404])

    const member = { user_id: 7, access_level: 10 }
    await emulator.post(`/projects/${(made as { id: number }).id}/members`, member, { as: 'owner' })
    expect(await statuses('/groups/11', `/groups/${below}`, `/groups/${below + 1}`)).toEqual([200, 200, 404])
    expect(await idsAt('/groups', 'outsider')).toEqual(expect.arrayContaining([11, below]))
    expect(await idsAt('/groups/11/labels', 'outsider')).toEqual([])
    expect(await idsAt('/groups/11/projects', 'outsider')).toEqual([])
    expect(await statuses('/groups/11/members', '/groups/11/members/all/2', '/groups/11/variables')).toEqual([
      403, 403, 403,
    ])
  })

  it('lists the direct subgroups of a group that the caller can read', async () => {
    expect(await idsAt('/groups/10/subgroups')).toEqual([11])
    expect(await idsAt('/groups/10/subgroups?visibility=public')).toEqual([])
    expect(await idsAt('/groups/10/subgroups', null)).toEqual([])
    expect((await emulator.get('/groups/11/subgroups', { as: null })).status).toBe(404)
  })

  it('lists the groups below a group with the filters and orders of all groups', async () => {
    await emulator.post('/groups', { name: 'Ant', path: 'zebra', parent_id: 11 }, { as: 'owner' })
    await emulator.post('/groups', { name: 'Bee', path: 'bee', parent_id: 10 }, { as: 'owner' })
    expect(await idsAt('/groups/10/descendant_groups')).toEqual([13, 14, 11])
    expect(await idsAt('/groups/10/descendant_groups?order_by=id&sort=desc')).toEqual([14, 13, 11])
    expect(await idsAt('/groups/10/subgroups?order_by=path')).toEqual([14, 11])
    expect(await idsAt('/groups/10/subgroups?skip_groups=14')).toEqual([11])
    // Below a group, the names of groups above are not searched.
    expect(await idsAt('/groups/10/subgroups?search=acme')).toEqual([])
    expect(await idsAt('/groups/10/subgroups?top_level_only=true&owned=true')).toEqual([10, 12])
  })

  it('lists groups that everyone can read only to members, unless all are requested', async () => {
    await emulator.put('/groups/11', { visibility: 'public' }, { as: 'owner' })
    expect(await idsAt('/groups/10/subgroups', 'outsider')).toEqual([])
    expect(await idsAt('/groups/10/subgroups?all_available=true', 'outsider')).toEqual([11])
    expect(await idsAt('/groups/10/subgroups', null)).toEqual([11])
  })
})
