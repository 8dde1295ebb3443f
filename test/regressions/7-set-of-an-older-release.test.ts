import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

// A single resource treats what its state lacks as the default; an item of a set did not.
describe.each(['spec', 'gitlab'] as const)('on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  it('an argument that the release of the state did not know is no difference in a set', async () => {
    const stack = new Engine('label-set', { url: emulator.url })
    const args = { project: 'acme/web', items: { bug: { color: '#FF0000' } } }
    await stack.up(args)
    for (const values of [stack.state!.inputs, stack.state!.outputs]) {
      delete (values.items as Record<string, Record<string, unknown>>).bug!.priority
    }
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.preview({ ...args, items: { bug: { color: '#FF0000', priority: 1 } } })).toEqual({
      step: 'update',
      changed: ['items'],
    })
  })
})
