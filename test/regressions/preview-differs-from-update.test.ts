import { UNKNOWN } from '../../provider/core/schema/unknown'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('previews on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  useTestNow()
  const engine = (kind: string, options = {}) =>
    new Engine(kind, { url: emulator.url, token: 'emulator-owner', ...options })

  it('previews a replacement if the same update creates the project', async () => {
    const stack = engine('label')
    const args = { project: 'acme/web', name: 'bug', color: '#FF0000' }
    await stack.up(args)
    expect(await stack.preview({ ...args, project: 'acme/brand-new' })).toMatchObject({ step: 'replace' })
  })

  const env = {
    project: 'acme/web',
    name: 'production',
    deployAccessLevels: [{ accessLevel: 'maintainer' }, { userId: 4 }],
  }

  it('keeps the other entries canonical if one entry is unknown', async () => {
    const stack = engine('protected-environment')
    await stack.up(env)
    const inputs = await stack.checked(stack.state!.inputs, {
      ...env,
      deployAccessLevels: [{ accessLevel: 'maintainer' }, { groupId: UNKNOWN }],
    })
    expect(inputs.deployAccessLevels).toEqual([{ accessLevel: 40, groupInheritanceType: 0 }, { groupId: UNKNOWN }])
  })

  it.each(['enabled', 'authMethod'])('treats null like an omitted %s', async (name) => {
    await engine('remote-mirror').checked({}, { project: 1, url: 'https://example.com/x.git', [name]: null })
  })

  it('normalizes previousBaseUrls before it compares them', async () => {
    const stack = engine('label')
    const args = { project: 'acme/web', name: 'bug', color: '#FF0000' }
    await stack.up(args)
    stack.state = { ...stack.state!, outputs: { ...stack.state!.outputs, instance: 'https://old.example.com' } }
    const renamed = stack.as({ config: { 'trueup:previousBaseUrls': 'https://Old.Example.com:443/' } })
    expect(await renamed.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('does not adopt with a misspelled onConflict of the provider', async () => {
    const args = { project: 1, name: 'bug', color: '#FF0000' }
    await engine('label').up(args)
    const stack = engine('label', { config: { 'trueup:onConflict': 'Fail' } })
    await expect(stack.up({ ...args, color: '#00FF00' })).rejects.toThrow()
  })
})
