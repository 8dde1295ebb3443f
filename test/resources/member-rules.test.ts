import type { Json } from '../../provider/core/schema/json'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { warningsOfPreview } from '../support/warnings-of-preview'

const project = { project: 'acme/web', user: 'outsider', accessLevel: 'developer' }
const group = { group: 'deployers', user: 'outsider', accessLevel: 'developer' }

describe('a member', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const root = () => new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  const engine = (kind: string, user = 'owner') => new Engine(kind, { url: emulator.url, token: `emulator-${user}` })
  const requests = () => emulator.requests().map(({ method, path }) => `${method} ${path.replace('/api/v4', '')}`)
  const writes = () => requests().filter((request) => !request.startsWith('GET'))
  const levels = async (path: string) =>
    ((await emulator.get(`${path}/members`, { as: 'root' })).body as { id: number; access_level: number }[]).map(
      (one) => [one.id, one.access_level],
    )
  async function deployed(kind: string, args: Json, user?: string): Promise<Engine> {
    const stack = engine(kind, user)
    await stack.up(args)
    emulator.clearRequests()
    return stack
  }
  beforeEach(() => {
    process.env.TRUEUP_TEST_NOW = '2026-06-15T12:00:00.000Z'
  })
  afterAll(() => {
    delete process.env.TRUEUP_TEST_NOW
  })

  describe('with a name', () => {
    /** Renames user 7, and creates another user of that name. */
    async function renamed(): Promise<number> {
      await emulator.put('/users/7', { username: 'alice' }, { as: 'root' })
      const user = { username: 'outsider', name: 'Another', email: 'another@example.com', password: 'Kd8-tq93.zz' }
      const { body } = await emulator.post('/users', user, { as: 'root' })
      return (body as { id: number }).id
    }

    it('has the name in the state, with its id, and is read with one list', async () => {
      const stack = await deployed('project-member', { ...project, user: 'Outsider' })
      expect(stack.state).toMatchObject({ id: '1/7', outputs: { user: 'Outsider', userId: 7, accessLevel: 30 } })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect(requests()).toEqual(['GET /projects/1/members?per_page=100&page=1'])
    })

    it('looks for a user once in an operation', async () => {
      const host = engine('project-member').process()
      await engine('project-member').up(project, host)
      await engine('project-member').up({ ...project, project: 'acme/api' }, host)
      expect(requests().filter((request) => request.includes('/users'))).toEqual([
        'GET /users?username=outsider&per_page=100',
      ])
    })

    it('keeps the member if the user was renamed, and says the new name before a change', async () => {
      const stack = await deployed('project-member', project)
      await emulator.put('/users/7', { username: 'alice' }, { as: 'root' })
      emulator.clearRequests()
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      await expect(stack.up({ ...project, accessLevel: 'maintainer' })).rejects.toThrow(
        /member "outsider" of acme\/web was not updated: user is "outsider", but the service has no user of this name .* or write the id\. User 7 is now named "alice"/,
      )
      const next = { ...project, user: 'alice', accessLevel: 'maintainer' }
      expect(await stack.up(next)).toMatchObject({ step: 'update' })
      expect(writes()).toEqual(['PUT /projects/1/members/7'])
      expect(await stack.preview(next)).toEqual({ step: 'same', changed: [] })
    })

    it('gives another user of the name no role', async () => {
      const stack = await deployed('project-member', project)
      const other = await renamed()
      emulator.clearRequests()
      await expect(stack.up({ ...project, accessLevel: 'maintainer' })).rejects.toThrow(
        `which was the name of user 7 and is now that of user ${other}, which got no access. Write user: 7 to keep the access of user 7, or user: ${other} to give it to user ${other}.`,
      )
      expect(writes()).toEqual([])
    })

    it('warns in a preview that no user has the name', async () => {
      const at = { url: emulator.url, token: 'emulator-owner' }
      const missing = { accessLevel: 'developer', user: 'missing' }
      const created =
        /The update would fail: group member "missing" of deployers was not created: user is "missing", but the service has no/
      expect(await warningsOfPreview('group-member', at, {}, { ...group, user: 'missing' })).toEqual([
        expect.stringMatching(created),
      ])
      const parent = { group: 'deployers' }
      const added = { ...parent, items: { outsider: { user: 'outsider', accessLevel: 'developer' }, missing } }
      for (const olds of [
        {},
        { ...parent, items: {} },
        { ...parent, items: { missing: { user: 'outsider', accessLevel: 'developer' } } },
      ]) {
        expect(await warningsOfPreview('group-member-set', at, olds, added)).toEqual([expect.stringMatching(created)])
      }
      const whole = { ...parent, items: { missing: { accessLevel: 'developer' } } }
      expect(await warningsOfPreview('group-member-set', at, {}, whole)).toEqual([expect.stringMatching(created)])
    })
  })

  it('cannot have a lower role than in a group above, which the error names', async () => {
    await expect(engine('project-member').up({ ...project, user: 'maintainer' })).rejects.toThrow(
      /should be greater than or equal to Maintainer inherited membership from group Acme.*declare at least this role/i,
    )
    const stack = await deployed('project-member', project)
    await emulator.post('/groups/10/members', { user_id: 7, access_level: 40 }, { as: 'owner' })
    await expect(stack.up({ ...project, expiresAt: '2026-12-31' })).rejects.toThrow(/Maintainer inherited .* Acme/i)
  })

  it('sends the role with each change', async () => {
    const stack = await deployed('group-member', group)
    await stack.up({ ...group, expiresAt: '2026-12-31' })
    expect(await root().groupMembers.get(12, 7)).toMatchObject({ access_level: 30, expires_at: '2026-12-31' })
    await stack.up(group)
    expect(await root().groupMembers.get(12, 7)).toMatchObject({ access_level: 30, expires_at: null })
  })

  it('can end today, and stays in the state on the next day, when the service still lists it', async () => {
    await expect(engine('group-member').up({ ...group, expiresAt: '2026-06-14' })).rejects.toThrow(
      /expiresAt must be today or later .*: declare a later date, or remove it from the program/,
    )
    const args = { ...group, expiresAt: '2026-06-15' }
    const stack = await deployed('group-member', args)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    process.env.TRUEUP_TEST_NOW = '2026-06-16T00:00:01.000Z'
    expect(await levels('/groups/12')).toContainEqual([7, 30])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  describe('that expired and was removed by the service', () => {
    const expiresAt = '2026-06-17'
    const pass = (now: string) => {
      process.env.TRUEUP_TEST_NOW = now
      emulator.setClock(now)
      emulator.clearRequests()
    }

    it.each([
      ['project-member', '/projects/1', project],
      ['group-member', '/groups/12', group],
    ])('stays in the state of a %s, does not fail updates, and is added again with a later date', async (...given) => {
      const [kind, path, args] = given
      const stack = await deployed(kind, { ...args, expiresAt })
      for (const now of ['2026-06-17T12:00:00.000Z', '2026-06-20T12:00:00.000Z']) {
        pass(now)
        expect(await levels(path)).not.toContainEqual([7, 30])
        expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
        expect(stack.warnings.join()).toMatch(/member "outsider" of .* expired on the declared date. Declare a later/)
        expect(await stack.up({ ...args, expiresAt })).toEqual({ step: 'same', changed: [] })
      }
      const promoted = { ...args, accessLevel: 'maintainer', expiresAt }
      expect(await stack.up(promoted)).toEqual({ step: 'update', changed: ['accessLevel'] })
      expect(writes()).toEqual([])
      expect(await stack.preview(promoted)).toEqual({ step: 'same', changed: [] })
      expect(await stack.up({ ...args, expiresAt: '2026-07-31' })).toMatchObject({ step: 'update' })
      expect(await levels(path)).toContainEqual([7, 30])
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      await stack.destroy()
      expect(await levels(path)).not.toContainEqual([7, 30])
    })

    it('can be deleted with its resource', async () => {
      const stack = await deployed('group-member', { ...group, expiresAt })
      pass('2026-06-20T12:00:00.000Z')
      await stack.destroy()
      expect(stack.state).toBeUndefined()
    })

    it('does not stop the other items of its set', async () => {
      const items = { outsider: { accessLevel: 'developer', expiresAt } }
      const stack = await deployed('project-member-set', { project: 'acme/web', items, exclusive: true })
      pass('2026-06-20T12:00:00.000Z')
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      const more = { ...items, guest: { accessLevel: 'developer' } }
      const args = { project: 'acme/web', items: more, exclusive: true }
      await stack.up(args)
      expect(writes()).toEqual(['POST /projects/1/members'])
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
      const renewed = { ...more, outsider: { accessLevel: 'developer', expiresAt: '2026-07-31' } }
      await stack.up({ ...args, items: renewed })
      expect(await levels('/projects/1')).toContainEqual([7, 30])
    })
  })

  it('has a custom role with its base role, in one request', async () => {
    const role = { name: 'reads code', base_access_level: 10, read_code: true }
    const { body } = await emulator.post('/member_roles', role, { as: 'root' })
    const { id: memberRoleId } = body as { id: number }
    const args = { ...group, accessLevel: 'guest', memberRoleId }
    const stack = await deployed('group-member', args)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.up(group)).toMatchObject({ step: 'update', changed: ['accessLevel', 'memberRoleId'] })
    expect(writes()).toEqual(['PUT /groups/12/members/7'])
    await stack.up(args)
    expect(await root().groupMembers.get(12, 7)).toMatchObject({ member_role: { id: memberRoleId } })
    await root().groupMembers.update(12, 7, { access_level: 10, member_role_id: null })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['memberRoleId'] })
    await expect(stack.up({ ...args, accessLevel: 'developer' })).rejects.toThrow(/base role of the custom role/)
  })

  it('fails to create or change a member if an administrator must approve it first', async () => {
    const queued = { message: { outsider: 'Request queued for administrator approval.' } }
    emulator.fault({ method: 'POST', path: /members/, status: 202, body: queued })
    await expect(engine('group-member').up(group)).rejects.toThrow(
      /was not created\. The service did not make the change, because an administrator must approve it/,
    )
    expect(writes()).toHaveLength(1)
    const stack = await deployed('group-member', group)
    emulator.fault({ method: 'PUT', path: /members/, status: 202, body: queued })
    await expect(stack.up({ ...group, accessLevel: 'maintainer' })).rejects.toThrow(
      /was not updated\..*must approve it/,
    )
    expect(stack.state?.outputs.accessLevel).toBe(30)
  })

  it.each([
    [undefined, [[7, 20]]],
    [true, [[7, 20]]],
    [false, []],
  ])('leaves memberships below the group with skipSubresources %p: %j', async (skipSubresources, left) => {
    const args = { group: 'acme', user: 'outsider', accessLevel: 'reporter' }
    const stack = await deployed('group-member', {
      ...args,
      ...(skipSubresources !== undefined && { skipSubresources }),
    })
    await emulator.post('/projects/1/members', { user_id: 7, access_level: 20 }, { as: 'owner' })
    await stack.destroy()
    expect(await levels('/projects/1')).toEqual(left)
  })

  it.each([
    ['project-member', { project: 'acme/web' }, '/projects/1'],
    ['group-member', { group: 'deployers' }, '/groups/12'],
  ])('removes the user from issues and merge requests with unassignIssuables: %s', async (kind, parent, path) => {
    const deletions = () =>
      writes().map((request) => request.replace(/skip_subresources=true&?/, '').replace(/\?$/, ''))
    const member = { user: 'outsider', accessLevel: 'developer' }
    const stack = await deployed(kind, { ...parent, ...member })
    expect(await stack.up({ ...parent, ...member, unassignIssuables: true })).toMatchObject({ step: 'update' })
    expect(writes()).toEqual([])
    await stack.destroy()
    expect(deletions()).toEqual([`DELETE ${path}/members/7?unassign_issuables=true`])
    const set = await deployed(`${kind}-set`, {
      ...parent,
      items: { outsider: { ...member, unassignIssuables: true } },
    })
    expect(await set.refresh()).toEqual({ gone: false, drifted: [] })
    await set.up({ ...parent, items: {} })
    expect(deletions()).toEqual([`DELETE ${path}/members/7?unassign_issuables=true`])
    const unset = await deployed(kind, { ...parent, ...member })
    await unset.destroy()
    expect(deletions()).toEqual([`DELETE ${path}/members/7`])
  })

  it('only gives up the membership of the user of the access token', async () => {
    const own = { project: 'acme/web', user: 'maintainer', accessLevel: 'maintainer' }
    await emulator.post('/projects/1/members', { user_id: 3, access_level: 40 }, { as: 'owner' })
    const stack = await deployed('project-member', { ...own, onConflict: 'adopt' }, 'maintainer')
    await stack.destroy()
    expect(stack.warnings.slice(1)).toEqual([
      expect.stringMatching(
        /project member "maintainer" of acme\/web \(id 1\/3\) is kept: the access token belongs to/,
      ),
    ])
    expect(writes()).toEqual([])
    expect(await levels('/projects/1')).toEqual([[3, 40]])
  })

  it('gives its own user no lower role', async () => {
    await emulator.post('/groups/12/members', { user_id: 7, access_level: 50 }, { as: 'owner' })
    const own = { group: 'deployers', user: 'owner', accessLevel: 'owner', onConflict: 'adopt' }
    const stack = await deployed('group-member', own)
    await expect(stack.up({ ...own, accessLevel: 'maintainer' })).rejects.toThrow(
      /group member "owner" of deployers was not updated\. The access token belongs to this user, who would get a lower role/,
    )
    expect(writes()).toEqual([])
    await expect(engine('group-member').up({ ...own, accessLevel: 30 })).rejects.toThrow(/would get a lower role/)
    // The user is a member already, which only this request finds out.
    expect(writes()).toEqual(['POST /groups/12/members'])
    await stack.as({ token: 'emulator-outsider' }).up({ ...own, accessLevel: 'maintainer' })
    expect(await levels('/groups/12')).toContainEqual([2, 40])
  })

  it('only gives up the membership of the last owner of a group', async () => {
    const own = { group: 'deployers', user: 'owner', accessLevel: 'owner', onConflict: 'adopt' }
    const stack = await deployed('group-member', own, 'root')
    await stack.destroy()
    expect(stack.warnings.slice(1)).toEqual([
      expect.stringMatching(
        /"owner" of deployers \(id 12\/2\) is kept: a group must have an Owner, and this is the last/,
      ),
    ])
    expect(await levels('/groups/12')).toEqual([
      [2, 50],
      [4, 30],
    ])
    await expect(stack.up({ ...own, accessLevel: 30 })).rejects.toThrow(/last Owner of a group keeps the role/)
  })

  it('refuses to adopt the bot user of an access token', async () => {
    // A service keeps the bot as a member after the test. No test compares lists of members of this group.
    const { user_id: user } = await root().groupAccessTokens.create(10, {
      name: 'deploy',
      scopes: ['read_api'],
      access_level: 20,
      expires_at: '2026-12-31',
    })
    await expect(engine('group-member').up({ ...group, group: 'acme', user, onConflict: 'adopt' })).rejects.toThrow(
      /409 Member already exists.*a bot user of an access token/,
    )
  })
})

describe('an exclusive set of members', () => {
  const emulator = useEmulator({
    world: {
      users: { anna: {}, ben: {}, carl: {}, dora: {}, group_1_bot_1f: {} },
      groups: {
        shop: {
          id: 1,
          members: {
            anna: 'owner',
            ben: { role: 'guest', synchronizedBy: 'ldap' },
            carl: { role: 'guest', synchronizedBy: 'saml' },
            dora: 'developer',
            group_1_bot_1f: 'maintainer',
          },
        },
      },
    },
  })
  const names = async () =>
    ((await emulator.get('/groups/1/members', { as: 'root' })).body as { username: string }[]).map(
      ({ username }) => username,
    )

  it.each(['anna', 'root'])(
    'keeps what others remove, the last owner and its own user, with the token of %s',
    async (user) => {
      const stack = new Engine('group-member-set', { url: emulator.url, token: `emulator-${user}` })
      const args = { group: 'shop', items: {}, exclusive: true }
      await stack.up(args)
      expect(await stack.refresh()).toEqual({ gone: false, drifted: ['items'] })
      expect(stack.state?.inputs.items).toEqual({
        '#5': expect.objectContaining({ user: 'dora', accessLevel: 30 }) as Json,
      })
      await stack.up(args)
      expect(await names()).toEqual(['anna', 'ben', 'carl', 'group_1_bot_1f'])
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    },
  )

  it('names its items by their users', async () => {
    const stack = new Engine('group-member-set', { url: emulator.url, token: 'emulator-anna' })
    const items = { dora: { accessLevel: 'maintainer' }, admin: { user: 'root', accessLevel: 'guest' } }
    await stack.up({ group: 'shop', items, onConflict: 'adopt' })
    expect(stack.state?.outputs.ids).toEqual({ dora: 5, admin: 1 })
    await stack.destroy()
    expect(await names()).toEqual(['anna', 'ben', 'carl', 'group_1_bot_1f'])
  })

  it('does not declare a member whom LDAP synchronizes', async () => {
    const args = { group: 'shop', user: 'ben', accessLevel: 'guest', onConflict: 'adopt' }
    const stack = new Engine('group-member', { url: emulator.url, token: 'emulator-anna' })
    await expect(stack.up(args)).rejects.toThrow(/409 Member already exists.*whom LDAP synchronizes/)
  })
})
