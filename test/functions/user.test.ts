import { getCurrentUser, getUser, getUsers } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const names = async (users: ReturnType<typeof getUsers>) => (await valueOf(users)).map(({ username }) => username)

  it('reads the visible fields of a user by id', async () => {
    const developer = await valueOf(getUser({ user: 4 }))
    expect(developer).toMatchObject({ id: 4, username: 'developer', webUrl: `${service.emulator.url}/developer` })
    expect(developer).not.toHaveProperty('isAdmin')
    service.as('root')
    expect(await valueOf(getUser({ user: 4 }))).toMatchObject({ isAdmin: false })
    await expect(valueOf(getUser({ user: 99 }))).rejects.toThrow(/404 .*check user 99 and/)
  })

  it('reads the user of the access token', async () => {
    expect(await valueOf(getCurrentUser())).toMatchObject({ id: 3, username: 'maintainer', twoFactorEnabled: false })
    service.as('guest')
    expect(await valueOf(getCurrentUser())).toMatchObject({ username: 'guest' })
  })

  it('lists users, newest first, with the filters of the service', async () => {
    const all = ['outsider', 'guest', 'reporter', 'developer', 'maintainer', 'owner', 'root']
    expect(await names(getUsers())).toEqual(all)
    expect(await names(getUsers({ limit: 2 }))).toEqual(all.slice(0, 2))
    expect(await names(getUsers({ pagination: 'keyset' }))).toEqual([...all].reverse())
    service.asked()
    const filters = {
      search: 'ner',
      active: true,
      blocked: false,
      humans: true,
      orderBy: 'username',
      sort: 'asc',
    } as const
    expect(await names(getUsers(filters))).toEqual(['maintainer', 'owner'])
    expect(service.asked()).toEqual([
      'GET /users?search=ner&active=true&blocked=false&humans=true&order_by=username&sort=asc&per_page=100',
    ])
    expect(await names(getUsers({ username: 'guest' }))).toEqual(['guest'])
  })
})
