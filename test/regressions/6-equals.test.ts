import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['seed', 'gitlab'] as const)('equal objects on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const clock = useTestNow()
  const engine = () => new Engine('trigger-token', { url: emulator.url })
  const args = { project: 1, description: 'nightly' }
  const others = async () =>
    ((await emulator.post('/projects/1/triggers', { description: 'nightly' })).body as { id: number }).id

  it('are all named, the newest first: that may be the one that a killed process has made', async () => {
    const older = await others()
    const killed = engine()
    await killed.up(args)
    const stack = engine()
    await stack.up(args)
    const { triggerId } = killed.state!.outputs
    expect(stack.warnings.join()).toContain(
      `equal ones exist already (id ${String(triggerId)}, ${older}), and one more is made. ` +
        `To take the newest over instead, add adoptId: ${String(triggerId)}.`,
    )
  })

  it('of somebody else are not taken for ours because the update has gone on for long', async () => {
    const [first, second] = [engine(), engine()]
    const host = first.process()
    await first.up({ ...args, description: 'weekly' }, host)
    const theirs = await others()
    clock.set('2026-06-15T12:01:00.000Z')
    emulator.fault({ method: 'POST', drop: 'before' })
    await second.up(args, host)
    expect(second.state?.outputs.triggerId).not.toBe(theirs)
  })
})
