import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

describe.each<Flavor>(['spec', 'gitlab'])('the token itself, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const self = (as: string) => emulator.get('/personal_access_tokens/self', { as })

  it('returns a token without its secret', async () => {
    emulator.patch('access_tokens', 3, { expires_at: '2026-12-31' })
    expect((await self('maintainer')).body).toEqual({
      id: 3,
      name: 'emulator-maintainer',
      revoked: false,
      created_at: '2026-01-05T09:00:00.000Z',
      description: null,
      scopes: ['api'],
      user_id: 3,
      last_used_at: '2026-06-15T12:00:00.000Z',
      active: true,
      expires_at: '2026-12-31',
      ...(flavor === 'gitlab' && { granular: false }),
    })
  })

  it('rotates and revokes the token of the request on the flavor gitlab', async () => {
    const path = '/personal_access_tokens/self'
    const rotated = await emulator.send('POST', `${path}/rotate`, { as: 'maintainer' })
    if (flavor === 'spec') return expect(rotated.status).toBe(404)
    expect(rotated).toMatchObject({ status: 200, body: { name: 'emulator-maintainer', expires_at: '2026-06-22' } })
    expect((await self('maintainer')).status).toBe(401)
    expect((await emulator.send('DELETE', path, { as: 'developer' })).status).toBe(204)
    expect((await self('developer')).status).toBe(401)
  })

  it('returns the token of the request with any scope', async () => {
    expect(await self('readonly')).toMatchObject({
      status: 200,
      body: { scopes: ['read_api'], expires_at: flavor === 'spec' ? null : '9999-12-31' },
    })
    emulator.patch('access_tokens', 3, { scopes: ['read_registry'] })
    expect(await self('maintainer')).toMatchObject({ status: 200, body: { scopes: ['read_registry'] } })
  })

  it('returns the token of a group as the token of its bot user', async () => {
    const asked = { name: 'deploy', scopes: ['api'], expires_at: '2026-12-31', access_level: 40 }
    const made = (await emulator.post('/groups/10/access_tokens', asked, { as: 'owner' })).body as {
      token: string
      user_id: number
    }
    const response = await emulator.get('/personal_access_tokens/self', {
      as: null,
      headers: { 'PRIVATE-TOKEN': made.token },
    })
    expect(response).toMatchObject({ status: 200, body: { name: 'deploy', user_id: made.user_id } })
    expect(response.body).not.toHaveProperty('token')
  })

  it.each(['expired', 'revoked', 'unknown'])(
    'refuses to return the token of the request if it is invalid: %s',
    async (as) => {
      expect((await self(as)).status).toBe(401)
    },
  )
})

describe('other access tokens', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const ids = async (query: string, as: string) =>
    ((await emulator.get(`/personal_access_tokens${query}`, { as })).body as { id: number }[]).map(({ id }) => id)

  it('lists the tokens of the user, and finds them by id', async () => {
    expect(await ids('', 'maintainer')).toEqual([3, 8, 9, 10])
    expect(await ids('?state=active', 'maintainer')).toEqual([3, 8])
    expect(await ids('?revoked=true', 'maintainer')).toEqual([10])
    expect(await ids('?search=read', 'maintainer')).toEqual([8])
    expect(await emulator.get('/personal_access_tokens/8', { as: 'maintainer' })).toMatchObject({ body: { id: 8 } })
  })

  it('shows tokens of other users only to administrators', async () => {
    expect(await ids('?user_id=2', 'root')).toEqual([2])
    for (const path of ['?user_id=2', '/2', '/99']) {
      expect((await emulator.get(`/personal_access_tokens${path}`, { as: 'guest' })).status).toBe(401)
    }
    expect((await emulator.get('/personal_access_tokens/99', { as: 'root' })).status).toBe(404)
  })

  it('lists the groups and projects of which the user of a token is a member', async () => {
    expect(await emulator.get('/personal_access_tokens/self/associations', { as: 'outsider' })).toMatchObject({
      body: { groups: [], projects: [] },
    })
    const path = '/personal_access_tokens/self/associations?min_access_level=40'
    expect(await emulator.get(path, { as: 'maintainer' })).toMatchObject({
      body: { groups: [{ id: 11 }, { id: 10, access_levels: 40 }], projects: [{ id: 3 }, { id: 2 }, { id: 1 }] },
    })
  })
})
