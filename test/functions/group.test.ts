import { getGroup, getGroups } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const paths = async (groups: ReturnType<typeof getGroups>) => (await valueOf(groups)).map(({ fullPath }) => fullPath)

  it('reads a group by id or path', async () => {
    const platform = { id: 11, fullPath: 'acme/platform', parentId: 10 }
    expect(await valueOf(getGroup({ group: 11 }))).toMatchObject(platform)
    expect(await valueOf(getGroup({ group: 'acme/platform' }))).toMatchObject(platform)
    await expect(valueOf(getGroup({ group: 'acem' }))).rejects.toThrow(/404 .*check group acem and/)
  })

  it('leaves the runners token of a group out', async () => {
    const body = { id: 10, path: 'acme', runners_token: 'GR1348941-secret' }
    service.emulator.fault({ path: '/groups/10', status: 200, body })
    expect(await valueOf(getGroup({ group: 10 }))).toEqual({ id: 10, path: 'acme' })
    service.emulator.fault({ path: '/groups[?]', status: 200, body: [body] })
    expect(await valueOf(getGroups())).toEqual([{ id: 10, path: 'acme' }])
  })

  it('lists groups by name, with the filters of the service', async () => {
    expect(await paths(getGroups())).toEqual(['acme', 'acme/platform'])
    expect(await paths(getGroups({ limit: 1 }))).toEqual(['acme'])
    service.asked()
    const others = getGroups({ allAvailable: true, skipGroups: [10] })
    expect(await paths(others)).toEqual(['deployers', 'acme/platform'])
    expect(service.asked()).toEqual(['GET /groups?all_available=true&skip_groups%5B%5D=10&per_page=100'])
    const some = getGroups({ topLevelOnly: true, minAccessLevel: 40, owned: false, orderBy: 'id', sort: 'desc' })
    expect(await paths(some)).toEqual(['acme'])
    expect(service.asked()).toEqual([
      'GET /groups?top_level_only=true&min_access_level=40&owned=false&order_by=id&sort=desc&per_page=100',
    ])
    expect(await paths(getGroups({ search: 'plat', visibility: 'private' }))).toEqual(['acme/platform'])
  })
})
