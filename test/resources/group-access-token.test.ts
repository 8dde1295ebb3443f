import type { Json } from '../../provider/core/schema/json'
import { groupAccessToken } from '../../provider/resources/group-access-token'
import type { AccessToken as Live } from '../../sdk'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'
import { warningsOfPreview } from '../support/warnings-of-preview'

conforms(groupAccessToken, {
  skipped: { rotation: 'it takes the place of expiresAt' },
  spellings: {
    group: [10, '10', '/acme'],
    scopes: [['read_repository', 'read_api']],
    accessLevel: ['developer'],
    expiresAt: ['2026-12-31T00:00:00Z'],
  },
  refused: [
    ['group', '', /numeric id of a group/],
    ['name', '', /must not be empty/],
    ['name', '\u00a0\u2003', /must not be empty/],
    ['scopes', [], /at least 1 entry/],
    ['scopes', ['read_apii'], /did you mean "read_api"/],
    ['scopes', ['api', 'api'], /must not contain duplicates/],
    ['scopes', 'api', /must be a list/],
    ['accessLevel', 35, /one of 10, 15, 20, 25, 30, 40, 50/],
    ['accessLevel', 'boss', /one of/],
    ['expiresAt', '2026-01-01', /must be in the future/],
    ['expiresAt', 'soon', /must be a date such as "2027-01-31", or "never"/],
    ['expiresAt', 'Never', /must be a date such as "2027-01-31", or "never"/],
    ['expiresAt', '2027-02-30', /must be a date such as/],
  ],
})

describe.each(['spec', 'gitlab'] as const)('a group access token on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const clock = useTestNow()
  const args = { group: 'acme', name: 'deploy', scopes: ['read_api'], accessLevel: 'reporter', expiresAt: '2026-12-31' }
  const made = async (values: Json = args) => {
    const stack = new Engine('group-access-token', { url: emulator.url, token: 'emulator-owner' })
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }
  const works = async (stack: Engine) =>
    (await emulator.get('/projects/1', { as: null, headers: { 'PRIVATE-TOKEN': String(stack.state?.outputs.token) } }))
      .status
  const active = async () =>
    (await emulator.get('/groups/10/access_tokens?state=active', { as: 'owner' })).body as Live[]

  it('rotates a token in place when its expiry date changes: the bot user stays, and the old token ends', async () => {
    const stack = await made()
    const before = stack.state!
    expect(await works(stack)).toBe(200)
    expect(await stack.up({ ...args, expiresAt: '2027-02-28' })).toEqual({ step: 'update', changed: ['expiresAt'] })
    const after = stack.state!
    expect(after.id).toBe(before.id)
    expect(after.outputs).toMatchObject({ userId: before.outputs.userId, tokenExpiresAt: '2027-02-28', active: true })
    expect(after.outputs.tokenId).not.toBe(before.outputs.tokenId)
    expect(after.outputs.token).not.toBe(before.outputs.token)
    expect(await works(stack)).toBe(200)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await stack.destroy()
    expect(await active()).toEqual([])
  })

  it('recreates a token that another user revoked', async () => {
    const stack = await made()
    await emulator.delete(`/groups/10/access_tokens/${String(stack.state?.outputs.tokenId)}`, { as: 'owner' })
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    await stack.up(args)
    expect(await works(stack)).toBe(200)
  })

  it('rotates a token again after another user rotated it, so that its value is known', async () => {
    const stack = await made()
    const { tokenId } = stack.state!.outputs
    await emulator.post(
      `/groups/10/access_tokens/${String(tokenId)}/rotate`,
      { expires_at: '2026-12-31' },
      { as: 'owner' },
    )
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.state?.outputs).toMatchObject({ active: false, revoked: true })
    expect(await stack.up(args)).toMatchObject({ step: 'update' })
    expect(await works(stack)).toBe(200)
    expect(await active()).toHaveLength(1)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('deletes the successor of a token that another user rotated', async () => {
    const stack = await made()
    const { tokenId } = stack.state!.outputs
    await emulator.post(
      `/groups/10/access_tokens/${String(tokenId)}/rotate`,
      { expires_at: '2026-12-31' },
      { as: 'owner' },
    )
    await stack.destroy()
    expect(await active()).toEqual([])
  })

  it('keeps an expired token with a warning until a later date is declared', async () => {
    const stack = await made()
    clock.set('2027-01-02T00:00:00.000Z')
    emulator.setClock('2027-01-02T00:00:00.000Z')
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.warnings.join()).toMatch(
      /group access token "deploy" of acme \(id 10\/\d+\) expired on the declared date/,
    )
    expect(await stack.up({ ...args, expiresAt: '2027-06-30' })).toEqual({ step: 'update', changed: ['expiresAt'] })
    expect(await works(stack)).toBe(200)
  })

  it.each(['revoked', 'removed by the service'])(
    'keeps an expired token that was %s, without an error of the next updates, and creates another one for a later date',
    async (how) => {
      const stack = await made()
      const before = stack.state!
      clock.set('2027-01-02T00:00:00.000Z')
      emulator.setClock('2027-01-02T00:00:00.000Z')
      await emulator.delete(`/groups/10/access_tokens/${String(before.outputs.tokenId)}`, { as: 'owner' })
      if (how !== 'revoked') emulator.setClock('2027-03-02T00:00:00.000Z')
      emulator.clearRequests()
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect(stack.warnings.join()).toMatch(/expired on the declared date. Declare a later date to renew it/)
      expect(await stack.up(args)).toEqual({ step: 'same', changed: [] })
      expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
      expect(await stack.up({ ...args, expiresAt: '2027-06-30' })).toEqual({ step: 'update', changed: ['expiresAt'] })
      expect(await works(stack)).toBe(200)
      expect(stack.state).toMatchObject({ id: before.id, outputs: { tokenExpiresAt: '2027-06-30', active: true } })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      await stack.destroy()
      expect(await active()).toEqual([])
    },
  )

  it.each(['before', 'after'] as const)(
    'holds a working token after the connection was cut %s a rotation',
    async (drop) => {
      const stack = await made()
      emulator.fault({ method: 'POST', path: /rotate/, drop })
      await stack.up({ ...args, expiresAt: '2027-02-28' })
      expect(await works(stack)).toBe(200)
      expect(await active()).toHaveLength(1)
    },
  )

  it('holds the only token after the response to its creation was lost', async () => {
    emulator.fault({ method: 'POST', path: /access_tokens$/, drop: 'after' })
    const stack = await made()
    expect(await works(stack)).toBe(200)
    expect(await active()).toHaveLength(1)
  })

  it('names the required role when a maintainer is refused', async () => {
    const stack = new Engine('group-access-token', { url: emulator.url })
    await expect(stack.up(args)).rejects.toThrow(/40[01] .*requires (a human Owner of|the Owner role in) the group/)
  })

  it('adopts a token with a working secret after an update that rotated it was killed', async () => {
    const given = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: '2026-12-31' }
    const { body } = await emulator.post('/groups/10/access_tokens', given, { as: 'owner' })
    const adoptId = (body as Live).id
    const adopting = { ...args, expiresAt: '2027-01-31', adoptId, secretOnAdopt: 'rotate' }
    await made(adopting)
    const stack = await made(adopting)
    expect(stack.warnings.join()).toMatch(/was adopted, with a new token\.$/)
    expect(await works(stack)).toBe(200)
    expect(await stack.preview(adopting)).toEqual({ step: 'same', changed: [] })
    expect(await active()).toHaveLength(1)
  })

  it('counts an emoji as one character', async () => {
    const words = `${'😀'.repeat(127)} ${'😀'.repeat(127)}`
    await made({ ...args, name: words, description: '😀'.repeat(255) })
    await expect(made({ ...args, description: '😀'.repeat(256) })).rejects.toThrow(
      /description must have at most 255 characters, not 256/,
    )
  })
})

describe.each(['spec', 'gitlab'] as const)('a group access token that never expires, on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  useTestNow()
  const rest = { group: 'acme', name: 'forever', scopes: ['read_api'], accessLevel: 'reporter' }
  const args = { ...rest, expiresAt: 'never' }
  const wire = { name: 'forever', scopes: ['read_api'], access_level: 20, expires_at: null }
  const engine = () => new Engine('group-access-token', { url: emulator.url, token: 'emulator-owner' })
  const allow = () => emulator.changeSettings({ requireTokenExpiry: false })
  const active = async () =>
    ((await emulator.get('/groups/10/access_tokens?state=active', { as: 'owner' })).body as Live[]).map(
      ({ expires_at }) => expires_at,
    )
  const works = async (stack: Engine) =>
    (await emulator.get('/projects/1', { as: null, headers: { 'PRIVATE-TOKEN': String(stack.state?.outputs.token) } }))
      .status
  const rotateElsewhere = (stack: Engine) =>
    emulator.post(`/groups/10/access_tokens/${String(stack.state!.outputs.tokenId)}/rotate`, {}, { as: 'owner' })
  async function made(values: Json = args): Promise<Engine> {
    allow()
    const stack = engine()
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }

  it('shows no difference, and gets an expiry date in place', async () => {
    const stack = await made()
    expect(stack.state?.outputs).toMatchObject({ expiresAt: 'never', tokenExpiresAt: null })
    expect(await active()).toEqual([null])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.up({ ...args, expiresAt: '2026-12-31' })).toEqual({ step: 'update', changed: ['expiresAt'] })
    expect([await active(), await works(stack)]).toEqual([['2026-12-31'], 200])
  })

  it('replaces a token that loses its expiry date, because each token that a rotation makes has one', async () => {
    const stack = await made({ ...args, expiresAt: '2026-12-31' })
    expect(await stack.up(args)).toEqual({ step: 'replace', changed: ['expiresAt'] })
    expect([await active(), await works(stack)]).toEqual([[null], 200])
  })

  it('replaces a token that another user rotated', async () => {
    const stack = await made()
    await rotateElsewhere(stack)
    expect(await active()).toEqual(['2026-06-22'])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['expiresAt'] })
    expect(await stack.up(args)).toMatchObject({ step: 'replace' })
    expect([await active(), await works(stack)]).toEqual([[null], 200])
  })

  it('replaces a token after the response to its creation was lost, and leaves no other one', async () => {
    allow()
    emulator.fault({ method: 'POST', path: /access_tokens$/, drop: 'after' })
    const stack = engine()
    await expect(stack.up(args)).rejects.toThrow(
      /cannot rotate its expiresAt.*its secret was lost. Run "pulumi up" again/,
    )
    expect(await stack.up(args)).toMatchObject({ step: 'replace' })
    expect([await active(), await works(stack)]).toEqual([[null], 200])
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('gets a rotation, with an overlap', async () => {
    const stack = await made()
    const { token } = stack.state!.outputs
    await stack.up({ ...rest, rotation: { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 7 } })
    expect((await active()).sort()).toEqual(['2026-09-13', null])
    expect(await works(stack)).toBe(200)
    expect(stack.state!.outputs.token).not.toBe(token)
  })

  it('adopts a token without a difference, and keeps its secret', async () => {
    allow()
    await emulator.post('/groups/10/access_tokens', wire, { as: 'owner' })
    const stack = engine()
    await expect(stack.up({ ...args, onConflict: 'adopt' })).rejects.toThrow(
      /its token cannot be read. Add secretOnAdopt: "omit" to leave it empty\.$/,
    )
    await expect(stack.up({ ...args, onConflict: 'adopt', secretOnAdopt: 'rotate' })).rejects.toThrow(
      /the API cannot give it a new token while expiresAt is "never". Add secretOnAdopt: "omit"/,
    )
    emulator.clearRequests()
    await stack.up({ ...args, onConflict: 'adopt-if-equal', secretOnAdopt: 'omit' })
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('does not take the place of a token with an expiry date', async () => {
    allow()
    await emulator.post('/groups/10/access_tokens', { ...wire, expires_at: '2026-12-31' }, { as: 'owner' })
    await expect(engine().up({ ...args, onConflict: 'adopt', secretOnAdopt: 'omit' })).rejects.toThrow(
      /expiresAt cannot be changed: expiresAt "2026-12-31" → "never"/,
    )
  })

  it('reports that the service requires an expiry date, and leaves no token', async () => {
    await expect(engine().up(args)).rejects.toThrow(
      /was not created.*requires an expiration date: the new token would have expired on 2027-06-15, and was revoked/,
    )
    expect(await active()).toEqual([])
  })

  it('can have any date instead, unless the service limits it', async () => {
    const later = { ...args, expiresAt: '2030-01-01' }
    await expect(engine().up(later)).rejects.toThrow(
      /Expiration date must be before 2027-06-15.*declare an earlier expiresAt/,
    )
    const warned = await warningsOfPreview(
      'group-access-token',
      { url: emulator.url, token: 'emulator-owner' },
      {},
      later,
    )
    expect(warned.join()).toMatch(/"forever" of acme has a lifetime of more than 365 days, which most services refuse/)
    await made(later)
    expect(await active()).toEqual(['2030-01-01'])
    await made({ ...rest, name: 'rotated', rotation: { lifetimeDays: 1000, rotateDaysBefore: 400 } })
    expect(await active()).toEqual(['2030-01-01', '2029-03-11'])
  })
})
