import type { Json } from '../../provider/core/schema/json'
import { projectAccessToken } from '../../provider/resources/project-access-token'
import type { AccessToken as Live } from '../../sdk'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'
import { reportsOfPreview, warningsOfPreview } from '../support/warnings-of-preview'

conforms(projectAccessToken, {
  skipped: { rotation: 'it takes the place of expiresAt' },
  spellings: {
    project: [1, '1', '/acme/web'],
    scopes: [['read_repository', 'read_api']],
    accessLevel: ['developer'],
    expiresAt: ['2026-12-31T00:00:00Z'],
  },
  refused: [
    ['project', 'web', /the group is missing/],
    ['name', '', /must not be empty/],
    ['scopes', ['read_apii'], /did you mean "read_api"/],
    ['accessLevel', 35, /one of 10, 15, 20, 25, 30, 40, 50/],
    ['expiresAt', '2026-01-01', /must be in the future/],
  ],
})

describe.each(['spec', 'gitlab'] as const)('a project access token on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const clock = useTestNow()
  const rest = { project: 'acme/web', name: 'deploy', scopes: ['read_api'] }
  const args = { ...rest, expiresAt: '2026-12-31' }
  const settings = (user: string) => ({ url: emulator.url, token: `emulator-${user}` })
  const engine = (user = 'maintainer') => new Engine('project-access-token', settings(user))
  const made = async (values: Json = args, user = 'maintainer') => {
    const stack = engine(user)
    await stack.up(values)
    return stack
  }
  const warnings = (user: string, olds: Json, news: Json) =>
    warningsOfPreview('project-access-token', settings(user), olds, news)
  const worksAs = async (token: unknown) =>
    (await emulator.get('/projects/1', { as: null, headers: { 'PRIVATE-TOKEN': String(token) } })).status === 200
  const active = async () => (await emulator.get('/projects/1/access_tokens?state=active')).body as Live[]

  it('rotates a token in place when its expiry date changes, and revokes it when it is deleted', async () => {
    const stack = await made()
    const before = stack.state!.outputs
    expect(await stack.up({ ...args, expiresAt: '2027-02-28' })).toEqual({ step: 'update', changed: ['expiresAt'] })
    const after = stack.state!.outputs
    expect(after).toMatchObject({ userId: before.userId, tokenExpiresAt: '2027-02-28', active: true })
    expect(after.token).not.toBe(before.token)
    expect([await worksAs(before.token), await worksAs(after.token)]).toEqual([false, true])
    await stack.destroy()
    expect(await active()).toEqual([])
  })

  it('keeps the former token during an overlap, and revokes it afterwards', async () => {
    const rotating = { ...rest, rotation: { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 7 } }
    const stack = await made(rotating)
    const { token: former } = stack.state!.outputs
    const pass = (day: string) => {
      clock.set(`${day}T12:00:00.000Z`)
      emulator.setClock(`${day}T12:00:00.000Z`)
    }
    pass('2026-08-20')
    expect(await stack.up(rotating)).toMatchObject({ step: 'update' })
    const { token } = stack.state!.outputs
    expect([await worksAs(former), await worksAs(token), (await active()).length]).toEqual([true, true, 2])
    pass('2026-08-28')
    await stack.up(rotating)
    expect([await worksAs(former), await worksAs(token), (await active()).length]).toEqual([false, true, 1])
  })

  it.each(['before', 'after'] as const)(
    'holds a working token if the connection is cut %s a rotation',
    async (drop) => {
      const stack = await made()
      emulator.fault({ method: 'POST', path: /rotate/, drop })
      await stack.up({ ...args, expiresAt: '2027-02-28' })
      expect([await worksAs(stack.state!.outputs.token), (await active()).length]).toEqual([true, 1])
    },
  )

  it('holds the only token if the response to its creation is lost', async () => {
    emulator.fault({ method: 'POST', path: /access_tokens$/, drop: 'after' })
    const stack = await made()
    expect([await worksAs(stack.state!.outputs.token), (await active()).length]).toEqual([true, 1])
  })

  it('rotates a token again that another user rotated', async () => {
    const stack = await made()
    const { tokenId } = stack.state!.outputs
    await emulator.post(`/projects/1/access_tokens/${String(tokenId)}/rotate`, { expires_at: '2026-12-31' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.up(args)).toMatchObject({ step: 'update' })
    expect([await worksAs(stack.state!.outputs.token), (await active()).length]).toEqual([true, 1])
  })

  it('warns a Maintainer of a new token with a role that only Owners can give', async () => {
    const owned = { ...args, accessLevel: 'owner' }
    const expected =
      /The update would fail: project access token "deploy" of acme\/web: only an Owner of the project can create a token with the role owner, and maintainer is not one/
    expect((await warnings('maintainer', {}, owned)).join()).toMatch(expected)
    expect(await warnings('maintainer', {}, args)).toEqual([])
    for (const user of ['owner', 'root']) expect(await warnings(user, {}, owned)).toEqual([])
    await expect(engine().up(owned)).rejects.toThrow(
      /400 .*Only an Owner of the project can create tokens with the role Planner, Security Manager or Owner/,
    )
  })

  it('warns a Maintainer of a rotation of a token that an Owner created with the role Owner', async () => {
    const owned = { ...args, accessLevel: 'owner' }
    const { outputs } = (await made(owned, 'owner')).state!
    const later = { ...owned, expiresAt: '2027-02-28' }
    const warnings = async (user: string) =>
      (await reportsOfPreview('project-access-token', settings(user), outputs, later)).warnings
    const expected = /can rotate a token with the role owner, and maintainer is not one/
    expect((await warnings('maintainer')).join()).toMatch(expected)
    expect(await warnings('owner')).toEqual([])
  })

  it('warns if the access token of the provider belongs to a bot user', async () => {
    const { token } = (await made()).state!.outputs
    const found = await warningsOfPreview(
      'project-access-token',
      { url: emulator.url, token: String(token) },
      {},
      { ...args, name: 'another' },
    )
    expect(found.join()).toMatch(/belongs to a bot user, which cannot create or rotate tokens/)
  })

  it('names the required role when a developer is refused', async () => {
    await expect(engine('developer').up(args)).rejects.toThrow(
      /40[01] .*requires (?:a human user with )?the Maintainer role/,
    )
  })
})
