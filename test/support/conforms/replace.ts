import type { Suite } from './suite'

export function replaceTests({ definition, cases, parent, deployed, live }: Suite): void {
  const { args, replaces, inOtherParent = {} } = cases

  it.each(definition.replaceOn)('replaces the object when %s changes', async (name) => {
    const stack = await deployed()
    const before = stack.state?.id
    const along = name === parent.name ? inOtherParent[String(replaces[name])] : undefined
    const changed = { ...args, ...along, [name]: replaces[name] }
    const names = [...Object.keys(along ?? {}), name].sort()
    expect(await stack.up(changed)).toEqual({ step: 'replace', changed: names })
    expect(stack.state?.id).not.toBe(before)
    expect(await stack.preview(changed)).toEqual({ step: 'same', changed: [] })
    if (name === parent.name && definition.api.delete) expect(await live()).toEqual([])
  })
}
