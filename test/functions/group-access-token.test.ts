import { getGroupAccessToken, getGroupAccessTokens } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const create = (name: string) =>
    service.api.groupAccessTokens.create(10, { name, scopes: ['api'], expires_at: '2026-12-31', access_level: 30 })
  beforeEach(() => service.as('owner'))

  it('reads and lists group access tokens without their secrets', async () => {
    const { id, token, user_id } = await create('deploy')
    const deploy = { id, userId: user_id, name: 'deploy', scopes: ['api'], accessLevel: 30, expiresAt: '2026-12-31' }
    const one = await valueOf(getGroupAccessToken({ group: 'acme', token: id }))
    expect(one).toMatchObject(deploy)
    const all = await valueOf(getGroupAccessTokens({ group: 10 }))
    expect(all).toMatchObject([deploy])
    expect(JSON.stringify([one, all])).not.toContain(token)
  })

  it('sends the filters of group access tokens to the service', async () => {
    for (const name of ['deploy', 'build']) await create(name)
    service.asked()
    const filters = {
      state: 'active',
      revoked: false,
      search: 'deploy',
      sort: 'name_desc',
      createdAfter: '2026-01-01T00:00:00Z',
      createdBefore: '2027-01-01T00:00:00Z',
      expiresAfter: '2026-07-01',
      expiresBefore: '2027-07-01',
    } as const
    const found = await valueOf(getGroupAccessTokens({ group: 10, ...filters }))
    // Older services know no search.
    expect(found.map(({ name }) => name)).toEqual(service.flavor === 'gitlab' ? ['deploy'] : ['deploy', 'build'])
    expect(service.asked()).toEqual([
      'GET /groups/10/access_tokens?state=active&revoked=false&search=deploy&sort=name_desc' +
        '&created_after=2026-01-01T00%3A00%3A00Z&created_before=2027-01-01T00%3A00%3A00Z' +
        '&expires_after=2026-07-01&expires_before=2027-07-01&per_page=100',
    ])
  })

  it('names the required role Owner in an error', async () => {
    service.as('maintainer')
    await expect(valueOf(getGroupAccessTokens({ group: 'acme' }))).rejects.toThrow(
      /401 .*Managing group access tokens requires the Owner role/,
    )
    service.as('owner')
    await expect(valueOf(getGroupAccessToken({ group: 'acme', token: 99 }))).rejects.toThrow(/40[14] /)
  })
})
