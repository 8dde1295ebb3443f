import { objectRefOf } from '../../../provider/core/schema/identity'
import { keyIn } from '../../../provider/core/schema/object-key'
import { typeOf } from '../../../provider/core/schema/provider-text'
import { toWire } from '../../../provider/core/schema/wire'
import type { Suite } from './suite'

export function createTests({
  definition,
  cases,
  emulator,
  parent,
  engine,
  deployed,
  writes,
  isOptional,
}: Suite): void {
  const { args } = cases

  it('creates an object with one write, after which there is no diff', async () => {
    const stack = engine()
    expect(await stack.up(args)).toEqual({ step: 'create', changed: [] })
    expect(writes()).toHaveLength(1)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.refreshedSince()).toEqual([])
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('stores the declared arguments, the computed outputs and the instance in state', async () => {
    const { state } = await deployed()
    expect(state?.outputs).toMatchObject({
      ...state?.inputs,
      instance: emulator.url,
      [`${parent.name}Id`]: parent.id,
    })
    for (const output of Object.keys(definition.output)) expect(state?.outputs).toHaveProperty(output)
    const { key } = objectRefOf(definition, state?.id ?? '', state?.outputs ?? {})
    expect(keyIn(definition, state?.outputs ?? {})).toBe(key)
    expect(typeOf(definition.kind)).toMatch(/^pulumi-nodejs:dynamic\/trueup:[A-Z][A-Za-z]+$/)
  })

  it('creates an object with only the required arguments, without sending defaults', async () => {
    const bare = Object.fromEntries(Object.entries(args).filter(([name]) => !isOptional(name)))
    const stack = engine()
    await stack.up(bare)
    const alwaysSent = definition.api.sendWith?.('create', new Set(), bare) ?? []
    const left = Object.keys(args).filter((name) => isOptional(name) && !alwaysSent.includes(name))
    for (const name of Object.keys(toWire(definition, args, left))) {
      expect(writes()[0]?.body ?? {}).not.toHaveProperty(name)
    }
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.refreshedSince()).toEqual([])
    expect(await stack.preview(bare)).toEqual({ step: 'same', changed: [] })
  })
}
