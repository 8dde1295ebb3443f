import { toWire } from '../../../provider/core/schema/wire'
import { itEach, type Suite } from './suite'

/** An administrator, who is a member of nothing. */
const caller = { currentUser: () => Promise.resolve({ id: 1, username: 'root' }) }

export function driftTests({ definition, cases, deployed, asRoot, live, paramsOf, updatable, base }: Suite): void {
  const { args, changes, drift = {} } = cases
  const { api } = definition

  itEach(updatable)('reports a %s that another user changed as drift, and repairs it', async (name) => {
    const stack = await deployed(base(name))
    const want = await stack.checked({}, { ...base(name), [name]: changes[name] })
    await asRoot(async (client) => {
      const params = paramsOf(stack)
      if (drift[name]) return drift[name](client, params)
      const changed = new Set([name])
      const [current = {}] = await live()
      const names = [name, ...(api.sendWith?.('update', changed, want) ?? [])]
      return api.update?.(
        client,
        params,
        toWire(definition, want, names),
        { inputs: want, changed, live: current },
        caller,
      )
    })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [name] })
    // The state contains no hashes of secrets.
    expect(stack.refreshedSince()).toEqual(definition.input[name]?.secret ? [] : [name])
    expect(await stack.up(base(name))).toEqual({ step: 'update', changed: [name] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.refreshedSince()).toEqual([])
    expect(await stack.preview(base(name))).toEqual({ step: 'same', changed: [] })
  })

  // A kind whose objects cannot be deleted tests in its own file what Trueup reports.
  if (!api.delete) return

  it('recreates an object that another user deleted', async () => {
    const stack = await deployed()
    await asRoot(async (client) => api.delete?.(client, paramsOf(stack), {}, caller))
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    expect(await stack.up(args)).toEqual({ step: 'create', changed: [] })
    expect(await live()).toHaveLength(1)
  })
}
