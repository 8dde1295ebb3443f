import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

const samples: [kind: string, args: Json][] = [
  ['project-member', { project: 'acme/web', user: 'outsider' }],
  ['group-member', { group: 'deployers', user: 'outsider' }],
  ['group-access-token', { group: 'acme', name: 'scanner', scopes: ['read_api'], expiresAt: '2026-12-31' }],
]

describe.each(samples)('the role security_manager of a %s', (kind, args) => {
  const emulator = useEmulator({ release: '19.3' })
  const engine = () => new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
  beforeEach(() => {
    process.env.TRUEUP_TEST_NOW = '2026-06-15T12:00:00.000Z'
  })
  afterAll(() => {
    delete process.env.TRUEUP_TEST_NOW
  })

  it.each(['security_manager', 25])('can be declared as %s', async (accessLevel) => {
    const stack = engine()
    await stack.up({ ...args, accessLevel })
    expect(stack.state?.inputs.accessLevel).toBe(25)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ ...args, accessLevel: 'security_manager' })).toEqual({ step: 'same', changed: [] })
  })

  it('reports another role as a drift, also one that Trueup does not know, as a number', async () => {
    const declared = { ...args, accessLevel: 'reporter' }
    const stack = engine()
    await stack.up(declared)
    // Tokens have the role of the membership of their bot user.
    const { records } = emulator.state().collections.memberships as unknown as { records: { id: number }[] }
    const newest = Math.max(...records.map(({ id }) => id))
    for (const level of [25, 27]) {
      emulator.patch('memberships', newest, { access_level: level })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: ['accessLevel'] })
      expect(stack.state?.inputs.accessLevel).toBe(level)
      expect((await stack.preview(declared)).changed).toEqual(['accessLevel'])
    }
  })
})

describe.each(samples)('the role security_manager of a %s on GitLab 18.9', (kind, args) => {
  const emulator = useEmulator({ release: '18.9' })

  it('explains why the service refuses the role', async () => {
    const stack = new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
    await expect(stack.up({ ...args, accessLevel: 'security_manager' })).rejects.toThrow(
      /Older services do not have the role "security_manager" \(25\)/,
    )
  })
})

describe('the role security_manager', () => {
  const emulator = useEmulator({ release: '19.3' })

  it('can only be given by an owner of the project, which the error says', async () => {
    const stack = new Engine('project-member', { url: emulator.url, token: 'emulator-maintainer' })
    const args = { project: 'acme/web', user: 'outsider', accessLevel: 'security_manager' }
    await expect(stack.up(args)).rejects.toThrow(/403 .*the Owner role for Owners and Security Managers/)
  })

  it.each([
    ['protected-branch', { project: 'acme/web', name: 'main', allowedToPush: [{ accessLevel: 25 }] }],
    ['protected-tag', { project: 'acme/web', name: 'v*', allowedToCreate: [{ accessLevel: 25 }] }],
    ['protected-environment', { project: 'acme/web', name: 'production', deployAccessLevels: [{ accessLevel: 25 }] }],
  ])('refuses the role in a %s before anything is sent', async (kind, args) => {
    const stack = new Engine(kind, { url: emulator.url })
    await expect(stack.up(args)).rejects.toThrow(/accessLevel must be/)
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
