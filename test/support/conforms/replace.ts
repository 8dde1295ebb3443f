import { hasComputedKey, keyNames } from '../../../provider/core/schema/object-key'
import type { Suite } from './suite'

export function replaceTests({ definition, cases, parent, deployed, live, writes }: Suite): void {
  const { args, replaces, inOtherParent = {} } = cases
  const key = keyNames(definition)

  it.each(definition.replaceOn)('replaces the object when %s changes', async (name) => {
    const stack = await deployed()
    const before = stack.state?.id
    const along = inOtherParent[String(replaces[name])]
    const changed = { ...args, ...along, [name]: replaces[name] }
    const names = [...Object.keys(along ?? {}), name].sort()
    expect(await stack.up(changed)).toEqual({ step: 'replace', changed: names })
    // The id of some kinds is their name.
    const keepsId = name !== parent.name && !hasComputedKey(definition) && !key.includes(name)
    expect(stack.state?.id === before).toBe(keepsId)
    if (keepsId) expect(writes().map(({ method }) => method)).toEqual(['DELETE', 'POST'])
    expect(await stack.preview(changed)).toEqual({ step: 'same', changed: [] })
    if (name === parent.name && definition.api.delete) expect(await live()).toEqual([])
  })
}
