import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

const triggers = { one: { description: 'nightly' }, two: { description: 'nightly' } }

describe('a set with two objects of the same natural key', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  useTestNow()
  const weekend = { freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon', cronTimezone: 'UTC' }
  const hook = { url: 'https://example.com/hook', pushEvents: true }

  const inSet = <T extends object>(item: T, more: object = {}) => ({
    project: 'acme/web',
    items: { one: { ...item, ...more }, two: { ...item, ...more } },
  })
  const engine = (kind: string) => new Engine(kind, { url: emulator.url })

  it.each([
    ['trigger-token-set', { description: 'nightly' }, 'triggers'],
    ['freeze-period-set', weekend, 'freeze_periods'],
    ['project-hook-set', hook, 'hooks'],
  ])('creates the missing object of a %s whose items say that it wants several', async (kind, item, path) => {
    const args = inSet(item, { onConflict: 'create' })
    const stack = engine(kind)
    await stack.up(args)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    const { ids } = stack.state!.outputs as { ids: Record<string, number> }
    await emulator.delete(`/projects/1/${path}/${ids.two}`)
    await stack.refresh()
    emulator.clearRequests()
    await stack.up(args)
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toHaveLength(1)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(Object.values((stack.state!.outputs as { ids: object }).ids)).toHaveLength(2)
    // It has no effect on objects that exist.
    expect((await stack.preview(inSet(item))).step).toBe('same')
  })

  it('accepts the remedy of the error on each item', async () => {
    const stack = engine('trigger-token-set')
    await stack.up({ project: 'acme/web', items: { one: triggers.one } })
    const both = { project: 'acme/web', items: triggers }
    await expect(stack.up(both)).rejects.toThrow('If you need both, set onConflict: "create" on each of them.')
    await stack.up(inSet(triggers.one, { onConflict: 'create' }))
    expect((await emulator.get('/projects/1/triggers')).body).toHaveLength(2)
  })

  it('adopts the object that an item names with adoptId after an update that failed for lack of it', async () => {
    for (let count = 0; count < 2; count++) await emulator.post('/projects/1/triggers', triggers.one)
    const stack = engine('trigger-token-set')
    const wanted = (adoptId?: number) => ({
      project: 'acme/web',
      items: { other: { description: 'weekly' }, one: { ...triggers.one, ...(adoptId && { adoptId }) } },
    })
    await expect(stack.up(wanted())).rejects.toThrow('To adopt one of them, set adoptId to its id.')
    await stack.up(wanted(2))
    expect(stack.state!.outputs).toMatchObject({ ids: { one: 2 } })
    expect(await stack.preview(wanted(2))).toEqual({ step: 'same', changed: [] })
    expect(await stack.preview(wanted())).toEqual({ step: 'same', changed: [] })
  })

  it('rejects onConflict on an item of a set whose objects have different natural keys', async () => {
    const args = { project: 'acme/web', items: { bug: { color: 'red', onConflict: 'adopt' } } }
    await expect(engine('label-set').up(args)).rejects.toThrow('onConflict must be set on the set, not on an item')
  })
})
