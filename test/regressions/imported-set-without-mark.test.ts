import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe.each(['label-set', 'freeze-period-set'])('an imported %s, whose state has no mark', (kind) => {
  const emulator = useEmulator()
  const item = (at: number): Json =>
    kind === 'label-set'
      ? { name: 'bug', color: `#00000${at}` }
      : { freezeStart: '0 23 * * 5', freezeEnd: `0 ${at} * * 1` }

  it('gives an imported set a mark in its first update, and can then update it again', async () => {
    const stack = new Engine(kind, { url: emulator.url })
    const args = (at: number) => ({ project: 'acme/web', items: { one: item(at) } })
    await stack.up(args(1))
    const { ids } = stack.state!.outputs
    delete stack.state!.outputs.__trueup
    expect(await stack.up(args(2))).toMatchObject({ step: 'update' })
    expect(stack.state!.outputs).toMatchObject({
      ids,
      __trueup: { mark: expect.stringMatching(/^[\da-f-]{36}$/) as string },
    })
    expect(await stack.up(args(3))).toMatchObject({ step: 'update' })
    expect(stack.state!.outputs).toMatchObject({ ids })
  })
})
