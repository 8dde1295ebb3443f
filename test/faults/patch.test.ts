import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { faults } from './faults'

describe.each(['spec', 'gitlab'] as const)(
  'an update that adds rules to a protected environment on flavor %s',
  (flavor) => {
    const emulator = useEmulator({ flavor })
    const args = {
      project: 1,
      name: 'production',
      deployAccessLevels: [{ accessLevel: 40 }],
      approvalRules: [{ userId: 4 }],
    }
    const more = { ...args, approvalRules: [{ userId: 4 }, { groupId: 12, requiredApprovals: 2 }] }
    const adds = { approval_rules: [{ group_id: 12, required_approvals: 2 }] }

    it.each(faults)('sends the update again only if a read shows that it was not carried out: %s', async (_, fault) => {
      const stack = new Engine('protected-environment', { url: emulator.url })
      await stack.up(args)
      emulator.clearRequests()
      emulator.fault({ ...fault, method: 'PUT' })
      await stack.up(more)
      const requests = emulator.requests()
      const puts = requests.filter(({ method }) => method === 'PUT')
      for (const put of puts) expect(put.body).toEqual(adds)
      const isDone = fault.drop === 'after' || fault.truncate === true || fault.work === true
      expect(puts).toHaveLength(isDone ? 1 : 2)
      if (fault.status === 429) return // A 429 proves that nothing was done.
      expect(requests.map(({ method }) => method).join(' ')).toBe(isDone ? 'GET PUT GET' : 'GET PUT GET PUT')
    })
  },
)

describe('an update that adds and removes entries of a protected branch', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const args = { project: 1, name: 'main', allowedToPush: [{ accessLevel: 40 }, { userId: 3 }] }

  it.each(faults)('sends the update again only if a read shows that it was not carried out: %s', async (_, fault) => {
    const stack = new Engine('protected-branch', { url: emulator.url })
    await stack.up(args)
    emulator.clearRequests()
    emulator.fault({ ...fault, method: 'PATCH' })
    const changed = { ...args, allowedToPush: [{ userId: 3 }, { groupId: 12 }] }
    await stack.up(changed)
    const patches = emulator.requests().filter(({ method }) => method === 'PATCH')
    const isDone = fault.drop === 'after' || fault.truncate === true || fault.work === true
    expect(patches).toHaveLength(isDone ? 1 : 2)
    expect(patches.at(-1)?.body).toMatchObject({ allowed_to_push: [{ group_id: 12 }, { _destroy: true }] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(changed)).toEqual({ step: 'same', changed: [] })
  })
})
