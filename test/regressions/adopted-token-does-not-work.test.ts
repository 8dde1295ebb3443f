import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('a token with an outdated adoptId on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  useTestNow()

  it('adopts a token with a working secret after an update that rotated it was killed', async () => {
    const made = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: '2026-12-31' }
    const { body } = await emulator.post('/groups/10/access_tokens', made, { as: 'owner' })
    const adoptId = (body as { id: number }).id
    const args = {
      group: 'acme',
      name: 'deploy',
      scopes: ['read_api'],
      accessLevel: 20,
      expiresAt: '2027-01-31',
      adoptId,
      secretOnAdopt: 'rotate',
    }
    const engine = () => new Engine('group-access-token', { url: emulator.url, token: 'emulator-owner' })
    await engine().up(args)
    const stack = engine()
    await stack.up(args)
    expect(stack.warnings.join()).toMatch(/was adopted, with a new token\.$/)
    const headers = { 'PRIVATE-TOKEN': String(stack.state?.outputs.token) }
    expect((await emulator.get('/projects/1', { as: null, headers })).status).toBe(200)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect((await emulator.get('/groups/10/access_tokens?state=active', { as: 'owner' })).body).toHaveLength(1)
  })
})
