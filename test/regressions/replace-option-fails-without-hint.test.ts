import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

/** Resources, each with the same arguments before and after the replacement. */
const resources: [string, Json][] = [
  ['label', { project: 'acme/web', name: 'bug', color: 'red' }],
  ['label-set', { project: 'acme/web', items: { bug: { color: 'red' } } }],
  ['protected-environment', { project: 'acme/web', name: 'production', deployAccessLevels: [{ accessLevel: 40 }] }],
  ['freeze-period', { project: 'acme/web', freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' }],
  ['trigger-token', { project: 'acme/web', description: 'nightly' }],
  ['remote-mirror', { project: 'acme/web', url: 'https://example.com/web.git' }],
]
const hint = 'With --replace, set the resource option deleteBeforeReplace: true.'

describe.each(['spec', 'gitlab'] as const)('pulumi up --replace on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  describe.each(['dynamic', 'native'] as const)('with a provider that is %s', (front) => {
    const engine = (kind: string) => new Engine(kind, { url: emulator.url, front })

    it.each(resources)('names the option with which a %s can be replaced', async (kind, args) => {
      const stack = engine(kind)
      await stack.up(args)
      const before = stack.state
      await expect(stack.replace(args)).rejects.toThrow(hint)
      expect(stack.state).toBe(before)
      await stack.replace(args, { deleteBeforeReplace: true })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect((await stack.preview(args)).step).toBe('same')
    })

    it('does not name the option for an object that a first update would change', async () => {
      await engine('label').up({ project: 'acme/web', name: 'bug', color: 'red' })
      const failure = engine('label').up({ project: 'acme/web', name: 'bug', color: 'blue' })
      await expect(failure).rejects.toThrow('which would change color "#FF0000" → "#0000FF".')
      await expect(failure).rejects.not.toThrow(hint)
    })
  })
})
