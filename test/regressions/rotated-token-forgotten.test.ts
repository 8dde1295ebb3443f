import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('tokens on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const clock = useTestNow()
  const engine = (kind: string, as = 'owner') => new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
  const token = {
    group: 'acme',
    name: 'deploy',
    scopes: ['read_api'],
    accessLevel: 'reporter',
    expiresAt: '2026-12-31',
  }
  const works = async (stack: Engine) =>
    (await emulator.get('/projects/1', { as: null, headers: { 'PRIVATE-TOKEN': String(stack.state?.outputs.token) } }))
      .status
  const rotateElsewhere = (stack: Engine) =>
    emulator.post(
      `/groups/10/access_tokens/${String(stack.state!.outputs.tokenId)}/rotate`,
      { expires_at: '2026-12-31' },
      { as: 'owner' },
    )
  const active = async () =>
    (await emulator.get('/groups/10/access_tokens?state=active', { as: 'owner' })).body as Json[]

  it('remembers across two refreshes that the secret no longer works', async () => {
    const stack = engine('group-access-token')
    await stack.up(token)
    await rotateElsewhere(stack)
    await stack.refresh()
    await stack.refresh()
    await stack.up(token)
    expect(await works(stack)).toBe(200)
  })

  it('remembers across a refresh after a lost create that the secret is unknown', async () => {
    const stack = engine('group-access-token')
    emulator.fault({ method: 'POST', path: /access_tokens$/, drop: 'after' })
    emulator.fault({ method: 'POST', path: /rotate/, status: 500, times: 10 })
    await expect(stack.up(token)).rejects.toThrow(/secret was lost/)
    emulator.clearFaults()
    await stack.refresh()
    await stack.up(token)
    expect(await works(stack)).toBe(200)
  })

  it('does not create a second token if another user rotated it and the service purged the old one', async () => {
    const stack = engine('group-access-token')
    await stack.up(token)
    const old = Number(stack.state!.outputs.tokenId)
    await emulator.post(`/groups/10/access_tokens/${old}/rotate`, { expires_at: '2026-12-31' }, { as: 'owner' })
    const state = emulator.state()
    for (const collection of Object.values(state.collections))
      collection.records = collection.records.filter(
        (record) => !(record.id === old && 'expires_at' in record && 'scopes' in record),
      )
    emulator.setState(state)
    await stack.refresh()
    await stack.up(token)
    expect(await active()).toHaveLength(1)
  })

  it('does not report that a token expired as declared if another user rotated it', async () => {
    const stack = engine('group-access-token')
    await stack.up(token)
    clock.set('2027-01-02T00:00:00.000Z')
    emulator.setClock('2027-01-02T00:00:00.000Z')
    await emulator.post(
      `/groups/10/access_tokens/${String(stack.state!.outputs.tokenId)}/rotate`,
      { expires_at: '2027-06-30' },
      { as: 'owner' },
    )
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['expiresAt'] })
    expect(stack.warnings.filter((text) => /has expired/.test(text))).toEqual([])
  })

  it('adopts a token although the response to its rotation is lost', async () => {
    const before = engine('group-access-token')
    await before.up(token)
    const after = engine('group-access-token')
    const args = { ...token, expiresAt: '2027-01-31', adoptId: before.state!.outputs.tokenId, secretOnAdopt: 'rotate' }
    emulator.fault({ method: 'POST', path: /rotate/, drop: 'after' })
    await after.up(args).catch(() => after.up(args))
    expect(await active()).toHaveLength(1)
    expect(typeof after.state!.outputs.token).toBe('string')
  })

  it('rejects a timestamp without a time zone, which is ambiguous', async () => {
    const args = { project: 1, description: 'n', expiresAt: '2027-01-31T12:00:00' }
    await expect(engine('trigger-token').checked({}, args)).rejects.toThrow(/must be a timestamp such as/)
  })

  it('changes the expiry date of a token that another user rotated, without a refresh in between', async () => {
    const stack = engine('group-access-token')
    await stack.up(token)
    await emulator.post(
      `/groups/10/access_tokens/${String(stack.state!.outputs.tokenId)}/rotate`,
      { expires_at: '2026-10-31' },
      { as: 'owner' },
    )
    await stack.up({ ...token, expiresAt: '2027-01-31' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.state!.outputs).toMatchObject({ active: true, revoked: false })
  })

  it('deletes the successor when it replaces a token that another user rotated', async () => {
    const stack = engine('group-access-token')
    await stack.up(token)
    await emulator.post(
      `/groups/10/access_tokens/${String(stack.state!.outputs.tokenId)}/rotate`,
      { expires_at: '2026-10-31' },
      { as: 'owner' },
    )
    await stack.up({ ...token, scopes: ['api'] })
    expect((await active()).map(({ id }) => id)).toEqual([stack.state!.outputs.tokenId])
  })
})
