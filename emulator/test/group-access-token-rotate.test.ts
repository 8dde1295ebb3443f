import { useEmulator } from './support/emulator'
import { type MadeToken, makeToken, withToken } from './support/group-token'

import type { Flavor } from '..'

const tokens = '/groups/10/access_tokens'
const owner = { as: 'owner' }
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
const revokedToken = {
  status: 401,
  body: { error: 'invalid_token', error_description: expect.stringMatching(/revoked/) },
}
const refusal = (reason: string) => ({ status: 400, body: { message: `400 Bad request - ${reason}` } })

describe.each<Flavor>(['spec', 'gitlab'])('rotation of group access tokens, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const make = (more: object = {}, group = 10): Promise<MadeToken> => makeToken(emulator, more, group)
  const rotate = (id: number | string, body?: object, asked: object = owner) =>
    emulator.post(`${tokens}/${id}/rotate`, body, asked)
  const rotated = async (id: number): Promise<MadeToken> => (await rotate(id)).body as MadeToken
  const get = async (id: number) => (await emulator.get(`${tokens}/${id}`, owner)).body

  it('revokes the token and returns a new one of the same bot user', async () => {
    const old = await make({ description: 'for CI', scopes: ['read_api', 'api'], access_level: 20 })
    await emulator.get('/user', withToken(old))
    emulator.advanceClock(60)
    const { status, body } = await rotate(old.id, { expires_at: '2026-12-24' })
    const { token, ...rest } = body as MadeToken
    expect(status).toBe(200)
    expect(token).toMatch(/^glpat-[\w-]{20,}$/)
    expect(token).not.toBe(old.token)
    expect(rest).toEqual({
      id: old.id + 1,
      user_id: old.user_id,
      name: 'deploy',
      scopes: ['read_api', 'api'],
      access_level: 20,
      expires_at: '2026-12-24',
      created_at: '2026-06-15T12:01:00.000Z',
      last_used_at: null,
      active: true,
      revoked: false,
      ...(!spec && { description: 'for CI', resource_type: 'group', resource_id: 10, granular: false }),
    })
    const { body: all } = await emulator.get(tokens, owner)
    expect(all).toMatchObject([
      { id: old.id, active: false, revoked: true, expires_at: '2026-12-31' },
      { id: old.id + 1, active: true, revoked: false },
    ])
    expect(await emulator.get('/user', withToken(old))).toMatchObject(revokedToken)
    expect(await emulator.get('/user', withToken(body as MadeToken))).toMatchObject({ status: 200 })
  })

  it.each([
    [undefined, '2026-06-22'],
    [{}, '2026-06-22'],
    [{ expires_at: null }, '2026-06-22'],
    [{ expires_at: '' }, '2026-06-22'],
    [{ expires_at: '2027-06-15' }, '2027-06-15'],
    [{ expires_at: '2020-01-01' }, '2020-01-01'],
    [{ expires_at: '2026-07-01T10:00:00+02:00' }, '2026-07-01'],
  ])('a rotation with %j creates a token that expires on %s', async (body, expires_at) => {
    const { id } = await make()
    expect(await rotate(id, body)).toMatchObject({ status: 200, body: { expires_at } })
  })

  it('keeps the token if the date of the rotation is refused', async () => {
    const old = await make()
    expect(await rotate(old.id, { expires_at: '2027-06-16' })).toMatchObject(
      refusal('Expiration date must be before 2027-06-15'),
    )
    expect(await rotate(old.id, { expires_at: 'x' })).toMatchObject({ body: { error: 'expires_at is invalid' } })
    expect((await emulator.get(tokens, owner)).body).toMatchObject([{ id: old.id, active: true, revoked: false }])
    expect(await emulator.get('/user', withToken(old))).toMatchObject({ status: 200 })
  })

  // A year from then is a day longer than 365 days.
  it.each([
    ['2027-06-15T12:00:00Z', '2028-06-15', '2028-06-14'],
    ['2028-02-29T12:00:00Z', '2029-02-28', '2029-02-28'],
    ['2026-12-31T12:00:00Z', '2027-12-31', '2027-12-31'],
  ])('a rotation on %s allows the expiry %s, in GitLab %s', async (now, year, days) => {
    emulator.setClock(now)
    const last = spec ? year : days
    const { id } = await make({ expires_at: now.slice(0, 10) })
    const next = new Date(Date.parse(last) + 24 * 3600_000).toISOString()
    expect(await rotate(id, { expires_at: next })).toMatchObject(refusal(`Expiration date must be before ${last}`))
    expect(await rotate(id, { expires_at: last })).toMatchObject({ status: 200, body: { expires_at: last } })
  })

  it('refuses to rotate a revoked token, but not an expired one', async () => {
    const [revoked, expired] = [await make(), await make({ expires_at: '2026-06-15' })]
    await emulator.delete(`${tokens}/${revoked.id}`, owner)
    expect(await rotate(revoked.id)).toMatchObject(refusal('Token already revoked'))
    expect(await rotate(expired.id)).toMatchObject({ status: 200, body: { active: true } })
  })

  it.each([
    ['maintainer', 401],
    ['outsider', 401],
    [null, 401],
    ['root', 200],
  ])('a rotation by %s returns %i', async (as, status) => {
    const { id } = await make()
    expect(await rotate(id, {}, { as })).toMatchObject(status === 401 ? unauthorized : { status })
  })

  it('reports a missing token only to administrators', async () => {
    const other = await make({}, 11)
    for (const id of ['99', 'x', other.id, 2]) {
      expect(await rotate(id)).toMatchObject(unauthorized)
      expect(await rotate(id, {}, { as: 'root' })).toMatchObject({ status: 404, body: { message: '404 Not Found' } })
    }
    expect(await emulator.post('/groups/11/access_tokens/99/rotate', {}, { as: 'outsider' })).toMatchObject({
      status: 404,
      body: { message: '404 Group Not Found' },
    })
  })

  describe('self-rotation', () => {
    const self = (token: MadeToken, body?: object, group: number = 10) =>
      emulator.post(`/groups/${group}/access_tokens/self/rotate`, body, withToken(token))

    if (spec) {
      it('does not exist in the specification', async () => {
        expect(await self(await make({ access_level: 50 }))).toMatchObject(unauthorized)
      })
      return
    }

    it.each([['api'], ['self_rotate']])(
      'rotates the token of the request with the scope %s and any role',
      async (scope) => {
        const old = await make({ scopes: [scope], access_level: 10 })
        expect(await self(old, { expires_at: '2026-08-01' })).toMatchObject({
          status: 200,
          body: { id: old.id + 1, user_id: old.user_id, expires_at: '2026-08-01', scopes: [scope], access_level: 10 },
        })
        expect(await get(old.id)).toMatchObject({ revoked: true })
      },
    )

    it('requires the scope, a bot user and the token’s own group', async () => {
      const reader = await make({ scopes: ['read_api', 'write_repository'] })
      expect(await self(reader)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
      expect(await rotate('self')).toMatchObject({ status: 405, body: { message: '405 Method Not Allowed' } })
      const token = await make({}, 12)
      expect(await self(token)).toMatchObject(unauthorized)
      expect(await self(token, {}, 11)).toMatchObject({ status: 404, body: { message: '404 Group Not Found' } })
      expect(await self(token, { expires_at: 'x' }, 12)).toMatchObject({ body: { error: 'expires_at is invalid' } })
      expect(await self(token, { expires_at: '2030-01-01' }, 12)).toMatchObject(
        refusal('Expiration date must be before 2027-06-15'),
      )
      expect(await self(token, {}, 12)).toMatchObject({ status: 200 })
    })

    it('refuses other requests with the scope self_rotate', async () => {
      const token = await make({ scopes: ['self_rotate'], access_level: 50 })
      expect(await emulator.get('/user', withToken(token))).toMatchObject({ status: 403 })
      expect(await rotate(token.id, {}, withToken(token))).toMatchObject({ status: 403 })
    })
  })

  describe('rotation by a revoked token', () => {
    it.each([
      ['its own path', (id: number) => `${tokens}/${id}/rotate`],
      ['any token', () => `${tokens}/99/rotate`],
      ['itself', () => `${tokens}/self/rotate`],
    ])('revokes all tokens that came from the rotated token: %s', async (_which, path) => {
      const first = await make()
      const other = await make()
      const second = await rotated(first.id)
      const third = await rotated(second.id)
      expect(await emulator.post(path(first.id), {}, withToken(first))).toMatchObject(revokedToken)
      expect(await get(third.id)).toMatchObject({ active: false, revoked: true })
      expect(await get(other.id)).toMatchObject({ active: true })
    })

    it('does not revoke earlier tokens', async () => {
      const first = await make()
      const second = await rotated(first.id)
      const last = await rotated(second.id)
      await emulator.delete(`${tokens}/${last.id}`, owner)
      emulator.patch('access_tokens', second.id, { revoked: false })
      await emulator.post(`${tokens}/${last.id}/rotate`, {}, withToken(last))
      expect(await get(second.id)).toMatchObject({ active: true })
    })

    it.each([
      ['GET', tokens],
      ['POST', tokens],
      ['GET', '/user'],
    ])('does not revoke tokens for requests to other paths: %s %s', async (method, path) => {
      const old = await make()
      const { id } = await rotated(old.id)
      expect(await emulator.send(method, path, withToken(old))).toMatchObject(revokedToken)
      expect(await get(id)).toMatchObject({ active: true })
    })
  })
})
