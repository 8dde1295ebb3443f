import { getProjectAccessToken, getProjectAccessTokens } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const create = (name: string) =>
    service.api.projectAccessTokens.create(1, { name, scopes: ['api'], expires_at: '2026-12-31', access_level: 30 })

  it('reads and lists project access tokens without their secrets', async () => {
    const { id, token, user_id } = await create('deploy')
    const deploy = { id, userId: user_id, name: 'deploy', scopes: ['api'], accessLevel: 30, expiresAt: '2026-12-31' }
    const one = await valueOf(getProjectAccessToken({ project: 'acme/web', token: id }))
    expect(one).toMatchObject(deploy)
    const all = await valueOf(getProjectAccessTokens({ project: 1 }))
    expect(all).toMatchObject([deploy])
    expect(JSON.stringify([one, all])).not.toContain(token)
  })

  it('sends the filters of project access tokens to the service', async () => {
    service.asked()
    await valueOf(getProjectAccessTokens({ project: 1, state: 'active', expiresBefore: '2027-07-01' }))
    expect(service.asked()).toEqual([
      'GET /projects/1/access_tokens?state=active&expires_before=2027-07-01&per_page=100',
    ])
  })

  it('names the required role Maintainer in an error', async () => {
    service.as('developer')
    await expect(valueOf(getProjectAccessTokens({ project: 'acme/web' }))).rejects.toThrow(
      /401 .*Managing project access tokens requires the Maintainer role/,
    )
  })
})
