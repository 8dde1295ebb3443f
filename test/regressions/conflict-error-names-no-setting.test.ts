import { EXPLICIT } from '../../provider/core/service/settings'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('objects that a killed update has created, on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  useTestNow()
  const owner = 'emulator-owner'
  const engine = (kind: string, config: Record<string, unknown> = {}, token?: string) =>
    new Engine(kind, { url: emulator.url, config, token: token ?? owner })
  const label = { project: 'acme/web', name: 'bug', color: 'red' }
  const period = { project: 'acme/web', freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' }
  const trigger = { project: 'acme/web', description: 'nightly' }
  const access = {
    group: 'acme',
    name: 'deploy',
    scopes: ['read_api'],
    accessLevel: 'reporter',
    expiresAt: '2026-12-31',
  }
  const forOneRun = 'which would change nothing. For one run, set TRUEUP_ON_CONFLICT=adopt-if-equal.'

  it.each([
    ['label', label],
    ['label-set', { project: 'acme/web', items: { bug: { color: 'red' } } }],
    ['freeze-period', period],
    ['freeze-period-set', { project: 'acme/web', items: { weekend: { ...period, project: undefined } } }],
    ['trigger-token', trigger],
    ['group-access-token', { ...access, secretOnAdopt: 'omit' }],
  ])('names the setting that adopts a %s in one run, and which does', async (kind, args) => {
    const killed = engine(kind)
    await killed.up(args)
    await expect(engine(kind).up(args)).rejects.toThrow(forOneRun)
    const again = engine(kind, { 'trueup:onConflict': 'adopt-if-equal' })
    emulator.clearRequests()
    await again.up(args)
    expect(emulator.requests().filter(({ method, status }) => method !== 'GET' && status < 400)).toEqual([])
  })

  it.each([
    ['an object that differs', 'label', { ...label, color: 'blue' }, label],
    ['a resource with its own onConflict', 'label', label, { ...label, onConflict: 'fail' }],
    ['a token whose secret is unknown', 'group-access-token', access, access],
  ])('does not name the setting for %s, because it would not help', async (_, kind, first, second) => {
    await engine(kind).up(first)
    const failure = engine(kind).up(second)
    await expect(failure).rejects.toThrow('To adopt it, add onConflict: "adopt"')
    await expect(failure).rejects.not.toThrow('For one run')
    const again = engine(kind, { 'trueup:onConflict': 'adopt-if-equal' })
    await expect(again.up(second)).rejects.toThrow('already exists')
  })

  it('does not name the setting for an explicit provider, which ignores it', async () => {
    await engine('label').up(label)
    const failure = engine('label', { [EXPLICIT]: 'true' }).up(label)
    await expect(failure).rejects.toThrow('which would change nothing.')
    await expect(failure).rejects.not.toThrow('For one run')
    await engine('label', { [EXPLICIT]: 'true', 'trueup:onConflict': 'adopt-if-equal' }).up(label)
  })

  it('says that the adoption of a token with secretOnAdopt: "rotate" ends its secret', async () => {
    await engine('group-access-token').up(access)
    for (const secretOnAdopt of [undefined, 'rotate']) {
      const failure = engine('group-access-token').up({ ...access, secretOnAdopt })
      await expect(failure).rejects.toThrow(/^group access token .*, which would end its token\./)
    }
  })

  it('does not suggest to adopt an object whose different argument cannot be changed', async () => {
    await engine('group-access-token').up(access)
    const failure = engine('group-access-token').up({ ...access, scopes: ['api'] })
    await expect(failure).rejects.toThrow(
      'but scopes cannot be changed: scopes ["read_api"] → ["api"]. Declare the values of the object, or delete it first.',
    )
  })
})
