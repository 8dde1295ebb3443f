import { observed } from '../../../provider/core/schema/wire'
import { itEach, type Suite } from './suite'

export function updateTests({ definition, cases, deployed, live, writes, updatable, isOptional, base }: Suite): void {
  const { args, changes, spellings, sends = {} } = cases
  const { input } = definition

  itEach(updatable)('sends a changed %s, with only the fields that it requires', async (name) => {
    const stack = await deployed(base(name))
    const changed = { ...base(name), [name]: changes[name] }
    expect(await stack.up(changed)).toEqual({ step: 'update', changed: [name] })
    const sentAlong = definition.api.sendWith?.('update', new Set([name]), stack.state?.inputs ?? {}) ?? []
    const isRecreated = definition.api.recreate !== undefined && !definition.api.recreate.onCommunity
    expect(writes()).toHaveLength(isRecreated ? 2 : 1)
    const sent = Object.keys(writes().at(-1)?.body ?? {})
    if (isRecreated) expect(writes().map(({ method }) => method)).toEqual(['DELETE', 'POST'])
    else if (sends[name]) expect(sent.sort()).toEqual([...sends[name]].sort())
    else expect(sent).toHaveLength(new Set([name, ...sentAlong]).size)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.refreshedSince()).toEqual([])
    expect(await stack.preview(changed)).toEqual({ step: 'same', changed: [] })
  })

  itEach(updatable.filter(isOptional))('resets %s to its default when the program omits it', async (name) => {
    const fallback = input[name]?.default
    const stack = await deployed({
      ...base(name),
      ...(JSON.stringify(args[name]) === JSON.stringify(fallback) && { [name]: changes[name] }),
    })
    const { [name]: _, ...rest } = base(name)
    expect(await stack.up(rest)).toEqual({ step: 'update', changed: [name] })
    const [now] = await live()
    expect(observed(definition, now ?? {}, args)[name]).toEqual(fallback)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.refreshedSince()).toEqual([])
  })

  it.each(Object.entries(spellings).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'shows no diff for %s %p, which is only another spelling',
    async (name, value) => {
      const stack = await deployed()
      expect(await stack.preview({ ...args, [name]: value })).toMatchObject({ step: 'same' })
      await stack.up({ ...args, [name]: value })
      expect(writes()).toEqual([])
      expect(await stack.refresh()).toMatchObject({ gone: false })
      expect(await stack.preview({ ...args, [name]: value })).toMatchObject({ step: 'same' })
    },
  )
}
