import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('equal objects on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const clock = useTestNow()
  const engine = () => new Engine('trigger-token', { url: emulator.url })
  const args = { project: 1, description: 'nightly' }
  const others = async (as = 'maintainer') =>
    ((await emulator.post('/projects/1/triggers', { description: 'nightly' }, { as })).body as { id: number }).id
  const ids = async () => {
    const { body } = await emulator.get('/projects/1/triggers')
    return (body as { id: number }[]).map(({ id }) => id).sort((one, other) => one - other)
  }

  it('does not create an object again that a killed process created, and names it in the error', async () => {
    const theirs = await others('owner')
    const killed = engine()
    await killed.up(args)
    const { triggerId } = killed.state!.outputs
    const stack = engine()
    await expect(stack.up(args)).rejects.toThrow(
      `trigger token "nightly" of 1 already exists (id 1/${String(triggerId)}). ` +
        `To adopt it, add onConflict: "adopt", which would change nothing.`,
    )
    expect(stack.state).toBeUndefined()
    await stack.up({ ...args, onConflict: 'adopt' })
    const { token } = killed.state!.outputs
    expect(stack.state).toMatchObject({ id: killed.state!.id, outputs: { triggerId, token } })
    expect(await ids()).toEqual([theirs, triggerId])
  })

  it('names all equal objects, with the newest first, because a killed process may have created it', async () => {
    await others('owner')
    const older = await others()
    const killed = engine()
    await killed.up({ ...args, onConflict: 'create' })
    const { triggerId } = killed.state!.outputs
    const before = await ids()
    // Only the user can select one of them.
    for (const onConflict of [undefined, 'fail', 'adopt', 'adopt-if-equal']) {
      const stack = engine()
      await expect(stack.up({ ...args, onConflict })).rejects.toThrow(
        `trigger token "nightly" of 1: 2 already exist (id ${String(triggerId)}, ${older}). ` +
          `To adopt one of them, set adoptId to its id. Delete an object only if no resource owns it. ` +
          `With --replace, set the resource option deleteBeforeReplace: true.`,
      )
      expect(stack.state).toBeUndefined()
    }
    const stack = engine()
    await stack.up({ ...args, adoptId: triggerId })
    expect(stack.state).toMatchObject({ id: killed.state!.id, outputs: { token: killed.state!.outputs.token } })
    expect(await ids()).toEqual(before)
  })

  it('names the ten newest of many equal objects and creates none', async () => {
    const made: number[] = []
    for (let count = 0; count < 12; count++) made.unshift(await others())
    await expect(engine().up(args)).rejects.toThrow(
      `: 12 already exist (id ${made.slice(0, 10).join(', ')}, …). To adopt`,
    )
    expect(await ids()).toHaveLength(12)
  })

  it('does not take an equal object of another user as its own in a long update', async () => {
    const [first, second] = [engine(), engine()]
    const host = first.process()
    await first.up({ ...args, description: 'weekly' }, host)
    const theirs = await others()
    clock.set('2026-06-15T12:01:00.000Z')
    emulator.fault({ method: 'POST', drop: 'before' })
    await second.up({ ...args, onConflict: 'create' }, host)
    expect(second.state?.outputs.triggerId).not.toBe(theirs)
    expect(await ids()).toEqual([first.state?.outputs.triggerId, theirs, second.state?.outputs.triggerId])
  })
})
