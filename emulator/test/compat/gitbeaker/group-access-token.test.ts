import { AccessLevel, GroupAccessTokens, ProjectLabels, Users } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
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
      ...(!spec && {
        description: null,
        last_used_at: null,
        resource_type: 'group',
        resource_id: 10,
        granular: false,
      }),
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

  it('revokes a token, which can still be read', async () => {
    const made = await create()
    expect(await tokens().revoke(10, made.id)).toBeNull()
    expect(await tokens().revoke(10, made.id)).toBeNull()
    expect(await tokens().all(10)).toMatchObject([{ id: made.id, active: false, revoked: true }])
    await expect(new Users(holding(made)).showCurrentUser()).rejects.toMatchObject(tokenRevoked)
  })
})
