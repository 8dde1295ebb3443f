import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('an object that two resources declare on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  useTestNow()
  const engine = (kind: string, as = 'owner') => new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
  const token = {
    group: 'acme',
    name: 'deploy',
    scopes: ['read_api'],
    accessLevel: 'reporter',
    expiresAt: '2026-12-31',
  }
  const active = async () =>
    (await emulator.get('/groups/10/access_tokens?state=active', { as: 'owner' })).body as Json[]

  it('does not delete a rotated token that another resource adopts', async () => {
    const before = engine('group-access-token')
    await before.up(token)
    await before.up({ ...token, expiresAt: '2027-01-31' })
    const after = engine('group-access-token')
    const host = after.process()
    await after.up(
      { ...token, expiresAt: '2027-01-31', adoptId: before.state!.outputs.tokenId, secretOnAdopt: 'omit' },
      host,
    )
    await before.destroy(host)
    expect(await active()).toHaveLength(1)
  })

  it('does not delete a token that another resource adopts and rotates', async () => {
    const before = engine('group-access-token')
    await before.up(token)
    const after = engine('group-access-token')
    const host = after.process()
    const adoptId = before.state!.outputs.tokenId
    await after.up({ ...token, expiresAt: '2027-01-31', adoptId, secretOnAdopt: 'rotate' }, host)
    await before.destroy(host)
    expect(await active()).toHaveLength(1)
  })

  it('does not adopt an object that another resource of the program created in an earlier update', async () => {
    const args = { project: 'acme/web', name: 'bug', color: '#FF0000' }
    const first = engine('label')
    await first.up(args)
    const second = engine('label')
    const host = second.process()
    expect(await first.up(args, host)).toMatchObject({ step: 'same' })
    await expect(second.up({ ...args, project: 1, color: '#00FF00', onConflict: 'adopt' }, host)).rejects.toThrow(
      /declare it once/,
    )
  })

  it('does not adopt an object of another resource by its id', async () => {
    const args = { project: 'acme/web', description: 'nightly' }
    const first = engine('trigger-token')
    await first.up(args)
    const second = engine('trigger-token')
    const host = second.process()
    await first.up(args, host)
    await expect(second.up({ ...args, adoptId: first.state!.outputs.triggerId }, host)).rejects.toThrow(
      /declare it once/,
    )
  })

  it('deletes an adopted object that the engine replaces', async () => {
    const args = { project: 'acme/web', description: 'nightly' }
    const { body } = await emulator.post('/projects/1/triggers', { description: 'nightly' }, { as: 'owner' })
    const stack = engine('trigger-token')
    await stack.up({ ...args, adoptId: (body as { id: number }).id })
    const host = stack.process()
    await stack.preview(args, host) // check + diff, as the engine does before a forced replacement
    const again = engine('trigger-token')
    again.name = stack.name
    await again.up(args, host)
    await stack.destroy(host)
    const left = (await emulator.get('/projects/1/triggers', { as: 'owner' })).body as { id: number }[]
    expect(left.map(({ id }) => id)).toEqual([again.state!.outputs.triggerId])
  })

  it('replaces an object whose program still has adoptId', async () => {
    const args = { project: 'acme/web', url: 'https://example.com/x.git' }
    const { body } = await emulator.post('/projects/1/remote_mirrors', {
      url: 'https://u:one-secret@example.com/x.git',
    })
    const adoptId = (body as { id: number }).id
    const stack = engine('remote-mirror')
    await stack.up({ ...args, adoptId })
    await stack.up({ ...args, adoptId, username: 'u', password: 'two-secret' })
    expect(stack.state!.outputs.mirrorId).not.toBe(adoptId)
  })

  it('does not suggest adopting the object that is being replaced', async () => {
    const args = { project: 'acme/web', url: 'https://example.com/x.git', username: 'u', password: 'one-secret' }
    const stack = engine('remote-mirror')
    await stack.up(args)
    await stack.up({ ...args, password: 'two-secret' })
    expect(stack.warnings.filter((text) => /adoptId/.test(text))).toEqual([])
  })

  it('does not adopt a label that is being renamed for a new label with its old name', async () => {
    const a = engine('label')
    await a.up({ project: 1, name: 'bug', color: '#FF0000' })
    const b = engine('label')
    const host = a.process()
    // The engine checks and diffs both, then runs update and create at the same time; create wins here.
    await a.preview({ project: 1, name: 'defect', color: '#FF0000' }, host)
    await b.up({ project: 1, name: 'bug', color: '#00FF00', onConflict: 'adopt' }, host).catch(() => undefined)
    expect(b.state?.id).not.toBe(a.state!.id)
  })
})
