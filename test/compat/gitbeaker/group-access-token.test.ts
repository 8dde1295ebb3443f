import { AccessLevel, GroupAccessTokens, ProjectLabels, Users } from '@gitbeaker/rest'
import type { Flavor } from '../../../emulator'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const [name, expiry] = ['deploy', '2026-12-31']

describe.each<Flavor>(['spec', 'gitlab'])('group access tokens by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const tokens = (as: string | null = 'owner') => new GroupAccessTokens(access(emulator, as))
  const create = () => tokens().create(10, name, ['api'], expiry, { accessLevel: AccessLevel.DEVELOPER })
  /** Options for gitbeaker that send this token's secret. */
  const holding = ({ token }: { token: string }) => ({ host: emulator.url, token })
  const tokenRevoked = refused(401, 'invalid_token')

  it('creates a token whose secret is only returned once', async () => {
    const made = await tokens().create(10, name, ['read_api', 'read_repository'], expiry)
    const { token, ...shown } = made
    expect(token).toEqual(expect.stringMatching(/^glpat-/))
    expect(shown).toEqual({
      id: expect.any(Number),
      user_id: expect.any(Number),
      name,
      scopes: ['read_api', 'read_repository'],
      access_level: AccessLevel.MAINTAINER,
      expires_at: expiry,
      created_at: testNow,
      active: true,
      revoked: false,
      ...(!spec && { description: null, last_used_at: null, resource_type: 'group', resource_id: 10 }),
    })
    expect(await tokens().show('acme', made.id)).toEqual(shown)
    expect(await tokens().all(10)).toEqual([{ ...shown, last_used_at: null }])
  })

  it('authenticates a bot user with the role and scopes of the token', async () => {
    const made = await create()
    expect(await new Users(holding(made)).showCurrentUser()).toMatchObject({ id: made.user_id, bot: true })
    expect(await new ProjectLabels(holding(made)).create(1, 'bug', 'red')).toMatchObject({ name: 'bug' })
    const reading = await tokens().create(10, name, ['read_api'], expiry)
    expect(await new ProjectLabels(holding(reading)).all(1)).toHaveLength(1)
    await expect(new ProjectLabels(holding(reading)).create(1, 'crash', 'red')).rejects.toMatchObject(
      refused(403, 'insufficient_scope'),
    )
  })

  it('rotates a token: a new id and secret for the same user, for a week', async () => {
    const old = await create()
    const rotated = await tokens().rotate(10, old.id)
    expect(rotated).toMatchObject({
      name,
      user_id: old.user_id,
      scopes: ['api'],
      access_level: AccessLevel.DEVELOPER,
      expires_at: '2026-06-22',
      active: true,
      last_used_at: null,
    })
    expect(rotated.id).not.toBe(old.id)
    expect(await tokens().show(10, old.id)).toMatchObject({ active: false, revoked: true, expires_at: expiry })
    expect(await new Users(holding(rotated)).showCurrentUser()).toMatchObject({ id: old.user_id })
    await expect(new Users(holding(old)).showCurrentUser()).rejects.toMatchObject(tokenRevoked)
    await expect(tokens().rotate(10, old.id)).rejects.toMatchObject(
      refused(400, '400 Bad request - Token already revoked'),
    )
  })

  it('rotates a token to an expiry date within a year', async () => {
    const { id } = await create()
    await expect(tokens().rotate(10, id, { expiresAt: '2027-06-16' })).rejects.toMatchObject(
      refused(400, '400 Bad request - Expiration date must be before 2027-06-15'),
    )
    expect(await tokens().rotate(10, id, { expiresAt: '2027-06-15' })).toMatchObject({ expires_at: '2027-06-15' })
  })

  it('revokes a token, which can still be read', async () => {
    const made = await create()
    expect(await tokens().revoke(10, made.id)).toBeNull()
    expect(await tokens().revoke(10, made.id)).toBeNull()
    expect(await tokens().all(10)).toMatchObject([{ id: made.id, active: false, revoked: true }])
    await expect(new Users(holding(made)).showCurrentUser()).rejects.toMatchObject(tokenRevoked)
  })

  it('responds with 404 for unknown tokens, and with 401 to owners who rotate them', async () => {
    const notFound = refused(404, '404 group Access Token Not Found')
    await expect(tokens().show(10, 99)).rejects.toMatchObject(notFound)
    await expect(tokens().revoke(10, 99)).rejects.toMatchObject(notFound)
    await expect(tokens().rotate(10, 99)).rejects.toMatchObject(refused(401, '401 Unauthorized'))
    await expect(tokens('root').rotate(10, 99)).rejects.toMatchObject(refused(404, '404 Not Found'))
  })

  it('requires the Owner role, with a different error for each call', async () => {
    const { id } = await create()
    const others = tokens('maintainer')
    await expect(others.all(10)).rejects.toMatchObject(refused(401, '401 Unauthorized'))
    await expect(others.show(10, id)).rejects.toMatchObject(refused(401, '401 Unauthorized'))
    await expect(others.rotate(10, id)).rejects.toMatchObject(refused(401, '401 Unauthorized'))
    await expect(others.create(10, name, ['api'], expiry)).rejects.toMatchObject(
      refused(400, '400 Bad request - User does not have permission to create group access token'),
    )
    await expect(others.revoke(10, id)).rejects.toMatchObject(
      refused(400, `400 Bad request - Maintainer cannot delete ${name}`),
    )
    await expect(tokens('outsider').all(11)).rejects.toMatchObject(refused(404, '404 Group Not Found'))
    await expect(tokens(null).all(10)).rejects.toMatchObject(refused(401, '401 Unauthorized'))
  })

  it('refuses invalid tokens', async () => {
    await expect(tokens().create(10, name, ['api'], '2027-06-16')).rejects.toMatchObject(
      refused(400, '400 Bad request - Expiration date must be before 2027-06-15'),
    )
    await expect(tokens().create(10, name, ['api'], 'tomorrow')).rejects.toMatchObject(
      refused(400, 'expires_at is invalid'),
    )
    await expect(tokens().create(10, name, [], expiry)).rejects.toMatchObject(
      refused(400, "400 Bad request - Scopes can't be blank"),
    )
    const admin = AccessLevel.ADMIN as number as typeof AccessLevel.OWNER
    await expect(tokens().create(10, name, ['api'], expiry, { accessLevel: admin })).rejects.toMatchObject(
      refused(400, 'access_level does not have a valid value'),
    )
  })
})
