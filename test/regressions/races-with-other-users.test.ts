import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('races with other users on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  useTestNow()
  const engine = (kind: string) => new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
  const listed = async (path: string) => (await emulator.get(path, { as: 'owner' })).body as Json[]

  it.each([
    ['label', { project: 'acme/web', name: 'bug', color: '#FF0000' }, '/projects/1/labels'],
    [
      'protected-environment',
      { project: 'acme/web', name: 'production', deployAccessLevels: [{ accessLevel: 40 }] },
      '/projects/1/protected_environments',
    ],
  ])('finds a %s that another user created first with one more request', async (kind, args, path) => {
    emulator.fault({ method: 'POST', race: true })
    const stack = engine(kind)
    await stack.up(args)
    expect(emulator.requests().filter(({ method }) => method === 'POST')).toMatchObject([{ status: 500 }])
    expect((await listed(path)).filter(({ name }) => name === args.name)).toHaveLength(1)
    expect((await stack.preview(args)).step).toBe('same')
  })

  it.each([
    ['protected-tag', { project: 'acme/web', name: 'v*' }, '/projects/1/protected_tags', 'name'],
    ['project-variable', { project: 'acme/web', key: 'LEVEL', value: 'one' }, '/projects/1/variables', 'key'],
    ['group-variable', { group: 'acme', key: 'LEVEL', value: 'one' }, '/groups/10/variables', 'key'],
    ['group-label', { group: 'acme', name: 'bug', color: '#FF0000' }, '/groups/10/labels', 'name'],
  ])('creates no second %s if another user creates it at the same moment', async (kind, args, path, name) => {
    emulator.fault({ method: 'POST', race: true })
    const stack = engine(kind)
    await stack.up(args)
    const key = Object.values(args)[1]
    expect((await listed(path)).filter((one) => one[name] === key)).toHaveLength(1)
    expect((await stack.preview(args)).step).toBe('same')
    await stack.destroy()
    expect((await listed(path)).filter((one) => one[name] === key)).toEqual([])
  })

  it('reports a conflict if the object that another user created first differs, and keeps it', async () => {
    await emulator.post('/projects/1/labels', { name: 'bug', color: '#00FF00' }, { as: 'owner' })
    emulator.fault({ method: 'POST', race: true })
    await expect(engine('label').up({ project: 'acme/web', name: 'bug', color: '#FF0000' })).rejects.toThrow(
      /already exists/,
    )
    expect(await listed('/projects/1/labels')).toMatchObject([{ name: 'bug', color: '#00FF00' }])
  })

  it('names the excess link if two issues were linked from both ends at the same time', async () => {
    emulator.fault({ method: 'POST', path: /links$/, race: true })
    const stack = engine('issue-link')
    const args = { project: 'acme/web', issueIid: 1, targetProject: 'acme/api', targetIssueIid: 1 }
    await stack.up(args)
    const links = await listed('/projects/1/issues/1/links')
    expect(links).toHaveLength(2)
    const other = links.map((link) => link.issue_link_id).find((id) => id !== stack.state!.outputs.issueLinkId)
    const warning = expect.stringContaining(`exists more than once: delete the one with id ${String(other)}`) as string
    expect(stack.warnings).toEqual([warning])
    await stack.refresh()
    expect(stack.warnings).toEqual([warning, warning])
    expect((await stack.preview(args)).step).toBe('same')
  })

  it('adopts the member of a project whom another user adds at the same moment only with onConflict', async () => {
    const args = { project: 'acme/web', user: 'reporter', accessLevel: 'developer' }
    const roles = async () =>
      (await listed('/projects/1/members'))
        .filter(({ username }) => username === 'reporter')
        .map((one) => one.access_level)
    emulator.fault({ method: 'POST', race: true })
    await expect(engine('project-member').up(args)).rejects.toThrow(/already exists/)
    // The service has the member twice.
    expect(await roles()).toEqual([30, 30])
    const stack = engine('project-member')
    await stack.up({ ...args, onConflict: 'adopt' })
    expect(await roles()).toEqual([30, 30])
    expect((await stack.preview({ ...args, onConflict: 'adopt' })).step).toBe('same')
  })

  it('finds the member of a group whom another user adds at the same moment', async () => {
    const args = { group: 'deployers', user: 'reporter', accessLevel: 'developer' }
    emulator.fault({ method: 'POST', race: true })
    const stack = engine('group-member')
    await stack.up(args)
    expect((await listed('/groups/12/members')).filter(({ username }) => username === 'reporter')).toHaveLength(1)
    expect((await stack.preview(args)).step).toBe('same')
  })

  it('adopts a project that another user creates at the same moment', async () => {
    emulator.fault({ method: 'POST', path: /projects$/, race: true })
    const stack = engine('project')
    const args = { project: 'acme/fresh', create: true, description: 'Ours' }
    await stack.up(args)
    expect(emulator.requests().filter(({ method }) => method === 'POST')).toMatchObject([{ status: 400 }])
    expect((await listed('/projects')).filter(({ path }) => path === 'fresh')).toMatchObject([{ description: 'Ours' }])
    expect((await stack.preview(args)).step).toBe('same')
  })

  describe('a group access token', () => {
    const token = { group: 'acme', name: 'deploy', scopes: ['read_api'], accessLevel: 'reporter' }
    const before = { ...token, expiresAt: '2026-12-30' }
    const after = { ...token, expiresAt: '2026-12-31' }
    const active = () => listed('/groups/10/access_tokens?state=active')
    const works = async (secret: unknown) =>
      (await emulator.get('/projects/1', { as: null, headers: { 'PRIVATE-TOKEN': String(secret) } })).status === 200

    it.each([
      ['was not carried out', 'before'],
      ['was carried out', 'after'],
    ] as const)('creates one successor if a rotation %s and its response was lost', async (_what, drop) => {
      const stack = engine('group-access-token')
      await stack.up(before)
      emulator.fault({ method: 'POST', path: /rotate$/, drop })
      await stack.up(after)
      expect(await works(stack.state!.outputs.token)).toBe(true)
      expect(await active()).toMatchObject([{ id: stack.state!.outputs.tokenId, expires_at: '2026-12-31' }])
    })

    it('creates one successor if the lost rotation is carried out during the retry', async () => {
      const stack = engine('group-access-token')
      await stack.up(before)
      emulator.fault({ method: 'POST', path: /rotate$/, drop: 'before' })
      emulator.fault({ method: 'POST', path: /rotate$/, race: true })
      await stack.up(after)
      expect(await works(stack.state!.outputs.token)).toBe(true)
      expect(await active()).toMatchObject([{ id: stack.state!.outputs.tokenId }])
    })

    it('creates one successor if the retry is refused because the lost rotation was carried out', async () => {
      const stack = engine('group-access-token')
      await stack.up(before)
      emulator.fault({ method: 'POST', path: /rotate$/, drop: 'before' })
      const message = '400 Bad request - Token already revoked'
      emulator.fault({ method: 'POST', path: /rotate$/, status: 400, body: { message }, work: true })
      await stack.up(after)
      expect(await works(stack.state!.outputs.token)).toBe(true)
      expect(await active()).toMatchObject([{ id: stack.state!.outputs.tokenId }])
    })

    it('keeps a token that another update created at the same time', async () => {
      const stack = engine('group-access-token')
      await stack.up(before)
      emulator.fault({ method: 'POST', path: /rotate$/, race: true })
      await stack.up(after)
      expect(await works(stack.state!.outputs.token)).toBe(true)
      expect(await active()).toHaveLength(2)
      expect((await stack.preview(after)).step).toBe('same')
    })

    it('keeps and names the tokens that other updates created when there are more than lost responses', async () => {
      const stack = engine('group-access-token')
      await stack.up(before)
      emulator.fault({ method: 'POST', path: /rotate$/, race: true, drop: 'after' })
      await stack.up(after)
      expect(await works(stack.state!.outputs.token)).toBe(true)
      expect(await active()).toHaveLength(2)
      expect(stack.warnings.join()).toMatch(/another user at the same time, and id \d+ also works/)
    })
  })
})

describe.each(['18.9', '19.3'] as const)('twins that a race creates on GitLab %s', (release) => {
  const emulator = useEmulator({ release })
  const engine = (kind: string) => new Engine(kind, { url: emulator.url, token: 'emulator-owner' })

  it.each([
    ['remote-mirror', { url: 'https://example.com/a.git', enabled: true }, { enabled: false }, 'remote_mirrors'],
    ['protected-branch', { name: 'main' }, { allowForcePush: true }, 'protected_branches'],
  ])('changes and deletes one %s, and keeps the one of another user', async (kind, args, changes, path) => {
    const live = async () => (await emulator.get(`/projects/1/${path}`, { as: 'owner' })).body as Json[]
    const declared = { project: 'acme/web', ...args }
    emulator.fault({ method: 'POST', race: true })
    const stack = engine(kind)
    await stack.up(declared)
    expect(await live()).toHaveLength(2)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect((await stack.preview(declared)).step).toBe('same')
    const before = await live()
    await stack.up({ ...declared, ...changes })
    const after = await live()
    expect(after).toHaveLength(2)
    expect(before.filter((one) => after.some((other) => JSON.stringify(one) === JSON.stringify(other)))).toHaveLength(1)
    expect((await stack.preview({ ...declared, ...changes })).step).toBe('same')
    await stack.destroy()
    expect(await live()).toHaveLength(1)
  })

  it('names the twin of an approval rule, whose name makes the service refuse each change', async () => {
    const args = { project: 'acme/web', name: 'security', approvalsRequired: 1, approvers: [{ user: 'developer' }] }
    emulator.fault({ method: 'POST', race: true })
    const stack = engine('approval-rule')
    await stack.up(args)
    expect((await stack.preview(args)).step).toBe('same')
    await expect(stack.up({ ...args, approvalsRequired: 2 })).rejects.toThrow(/already exists \(id 1\/1\)/)
    await emulator.delete('/projects/1/approval_rules/1')
    await stack.up({ ...args, approvalsRequired: 2 })
    await stack.destroy()
    expect((await emulator.get('/projects/1/approval_rules')).body).toEqual([])
  })
})
