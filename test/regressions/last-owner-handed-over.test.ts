import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

const group = 'deployers'
const [owner, developer] = [{ accessLevel: 'owner' }, { accessLevel: 'developer' }]

/** The user `owner` is the only Owner of the group. */
describe('the role of the last Owner of a group', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  useTestNow()
  const engine = (kind: string) => new Engine(kind, { url: emulator.url, token: 'emulator-root' })
  const owners = async () =>
    ((await emulator.get('/groups/12/members', { as: 'root' })).body as { username: string; access_level: number }[])
      .filter((member) => member.access_level === 50)
      .map(({ username }) => username)
  /** Gives requests that lower a role a chance to arrive first. */
  const slow = (method: string, path: string) => emulator.fault({ method, path, delayMs: 50 })

  describe.each([
    ['first', ['owner', 'outsider']],
    ['last', ['outsider', 'owner']],
  ])('in a set whose former Owner is %s', (_, order) => {
    const items = (roles: Record<string, object>) =>
      Object.fromEntries(order.flatMap((user) => (roles[user] ? [[user, roles[user]]] : [])))

    it('goes to another member', async () => {
      const stack = engine('group-member-set')
      await stack.up({ group, items: items({ owner, outsider: developer }), onConflict: 'adopt' })
      slow('PUT', '/members/7')
      await stack.up({ group, items: items({ owner: developer, outsider: owner }), onConflict: 'adopt' })
      expect(await owners()).toEqual(['outsider'])
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    })

    it('goes to a new member', async () => {
      const stack = engine('group-member-set')
      await stack.up({ group, items: { owner }, onConflict: 'adopt' })
      slow('POST', '/members')
      await stack.up({ group, items: items({ owner: developer, outsider: owner }), onConflict: 'adopt' })
      expect(await owners()).toEqual(['outsider'])
    })

    it('goes to another member when the set adopts both', async () => {
      await emulator.post('/groups/12/members', { user_id: 7, access_level: 30 }, { as: 'root' })
      const stack = engine('group-member-set')
      slow('PUT', '/members/7')
      await stack.up({ group, items: items({ owner: developer, outsider: owner }), onConflict: 'adopt' })
      expect(await owners()).toEqual(['outsider'])
    })

    it('goes to another member when the former one is removed', async () => {
      const stack = engine('group-member-set')
      await stack.up({ group, items: items({ owner, outsider: developer }), onConflict: 'adopt' })
      slow('PUT', '/members/7')
      await stack.up({ group, items: { outsider: owner }, onConflict: 'adopt' })
      expect(await owners()).toEqual(['outsider'])
      expect(stack.warnings).not.toContainEqual(expect.stringContaining('is kept'))
    })
  })

  it('goes to the member of another resource that is updated later', async () => {
    const [former, next] = [engine('group-member'), engine('group-member')]
    await former.up({ group, user: 'owner', ...owner, onConflict: 'adopt' })
    await next.up({ group, user: 'outsider', ...developer })
    const host = former.process()
    slow('PUT', '/members/7')
    // The first lists are read before that update is done.
    emulator.fault({ method: 'GET', path: '/groups/12/members\\?', delayMs: 20, times: 20 })
    await Promise.all([
      former.up({ group, user: 'owner', ...developer, onConflict: 'adopt' }, host),
      next.up({ group, user: 'outsider', ...owner }, former.sharing(host, 'group-member')),
    ])
    expect(await owners()).toEqual(['outsider'])
    const puts = emulator.requests().flatMap(({ method, path, status }) => (method === 'PUT' ? [[path, status]] : []))
    expect(puts).toContainEqual(['/api/v4/groups/12/members/2', 403])
  })

  it('stays, with the remedy, if no resource makes another member Owner', async () => {
    const stack = engine('group-member')
    await stack.up({ group, user: 'owner', ...owner, onConflict: 'adopt' })
    const lowered = stack.up({ group, user: 'owner', ...developer, onConflict: 'adopt' })
    await expect(lowered).rejects.toThrow(/403 Forbidden.*The last Owner of a group keeps the role: .* dependsOn\./)
    expect(await owners()).toEqual(['owner'])
  })
})
