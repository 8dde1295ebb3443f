import type { Suite } from './suite'

export function deleteTests({ definition, deployed, live }: Suite): void {
  if (!definition.api.delete) return

  it('deletes an object, and succeeds if it is already deleted', async () => {
    const stack = await deployed()
    const again = stack.as({})
    await stack.destroy()
    expect(await live()).toEqual([])
    await again.destroy()
  })
}
