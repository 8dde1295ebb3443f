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
