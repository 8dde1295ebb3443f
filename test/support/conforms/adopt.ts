import { adoptionArguments } from '../../../provider/core/schema/adoption-fields'
import type { Json } from '../../../provider/core/schema/json'
import type { Suite } from './suite'

export function adoptTests(suite: Suite): void {
  const { definition, cases, emulator, parent, engine, deployed, live, writes, updatable, inParent } = suite
  const { args, changes } = cases
  const { naturalKey, allowsDuplicates } = definition.identity
  if (!naturalKey || allowsDuplicates || !adoptionArguments(definition).includes('onConflict')) return

  const existing = async (values: Json) => {
    const other = engine()
    await other.up(values)
    emulator.clearRequests()
    return other.state?.id
  }
  /** An argument that adoption changes, if there is one. */
  const name = updatable.find((candidate) => !naturalKey.includes(candidate) && !definition.input[candidate]?.secret)
  const different = () => ({ ...args, ...(name && { [name]: changes[name] }) })

  it('fails if the object exists, and explains how to adopt it', async () => {
    const id = await existing(different())
    const stack = engine()
    const remedy = `onConflict: "adopt"${name ? '.* → ' : ', which would change nothing'}`
    await expect(stack.up(args)).rejects.toThrow(new RegExp(`already exists \\(id ${escaped(id)}\\).*${remedy}`))
    expect(stack.state).toBeUndefined()
  })

  it('adopts an existing object with a warning of each change, after which there is no diff', async () => {
    const id = await existing(different())
    const stack = engine()
    await stack.up({ ...args, onConflict: 'adopt' })
    expect(stack.state).toMatchObject({ id, outputs: { __trueup: { mark: expect.any(String) as string } } })
    expect(stack.warnings.join()).toMatch(name ? /already existed.*was adopted.* → / : /was adopted, unchanged/)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.refreshedSince()).toEqual([])
    expect(await stack.preview({ ...args, onConflict: 'adopt' })).toEqual({ step: 'same', changed: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('adopts only an equal object with adopt-if-equal', async () => {
    if (name) {
      await existing(different())
      await expect(engine().up({ ...args, onConflict: 'adopt-if-equal' })).rejects.toThrow(/already exists.*differs/)
    }
    const id = await existing(inParent(parent.other))
    const stack = engine({ config: { 'trueup:onConflict': 'adopt-if-equal' } })
    await stack.up(inParent(parent.other))
    expect(stack.state?.id).toBe(id)
    expect(writes().filter(({ method }) => method === 'PUT' || method === 'PATCH')).toEqual([])
  })

  it('does not delete an object that another resource adopted', async () => {
    const before = await deployed()
    const after = engine()
    const host = after.process()
    await after.up({ ...args, onConflict: 'adopt' }, host)
    await before.destroy(host)
    expect(await live()).toHaveLength(1)
    expect(after.warnings.join()).toMatch(/is kept: \w+ "\d+" owns it/)
  })

  it('does not adopt the object of another resource of the same program', async () => {
    const first = engine()
    const host = first.process()
    await first.up(args, host)
    const second = engine()
    const again = { ...args, [parent.name]: parent.id, onConflict: 'adopt' }
    await expect(second.up(again, host)).rejects.toThrow(/declare it once/)
  })
}

/** Escapes an id for a regular expression: the id of a kind can be a name with wildcards. */
const escaped = (id = '') => id.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
