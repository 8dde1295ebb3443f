import { useEmulator } from '../support/emulator'

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
  ])('lists the projects of a group with %j', async (query, expected) => {
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    )
    expect(await idsAt(`/groups/acme/projects?${parameters.toString()}`)).toEqual(expected)
  })

  it('lists projects that were shared with the group, unless with_shared is false', async () => {
    expect(await idsAt('/groups/12/projects')).toEqual([1])
    expect(await idsAt('/groups/12/projects?with_shared=false')).toEqual([])
  })

  it('counts the projects of a group on a page', async () => {
    const { headers } = await emulator.get('/groups/10/projects?per_page=1&simple=true', { as: 'owner' })
    expect([headers.get('x-total'), headers.get('x-per-page')]).toEqual(['2', '1'])
  })

  it('lists the direct subgroups of a group that the caller can read', async () => {
    expect(await idsAt('/groups/10/subgroups')).toEqual([11])
    expect(await idsAt('/groups/10/subgroups?visibility=public')).toEqual([])
    expect(await idsAt('/groups/10/subgroups', null)).toEqual([])
    expect((await emulator.get('/groups/11/subgroups', { as: null })).status).toBe(404)
  })
})
