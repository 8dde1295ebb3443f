import type { Json } from '../../provider/core/schema/plain'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('requests that race with those of others, on flavor %s', (flavor) => {
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
  ])('a %s that lost the race is found with one request more', async (kind, args, path) => {
    emulator.fault({ method: 'POST', race: true })
    const stack = engine(kind)
    await stack.up(args)
    expect(emulator.requests().filter(({ method }) => method === 'POST')).toMatchObject([{ status: 500 }])
    expect((await listed(path)).filter(({ name }) => name === args.name)).toHaveLength(1)
    expect((await stack.preview(args)).step).toBe('same')
  })

  it('an object that differs from the one that won the race is a conflict, and stays', async () => {
    await emulator.post('/projects/1/labels', { name: 'bug', color: '#00FF00' }, { as: 'owner' })
    emulator.fault({ method: 'POST', race: true })
    await expect(engine('label').up({ project: 'acme/web', name: 'bug', color: '#FF0000' })).rejects.toThrow(
      /exists already/,
    )
    expect(await listed('/projects/1/labels')).toMatchObject([{ name: 'bug', color: '#00FF00' }])
  })

  it('two issues that are linked from both ends at the same moment have one link too many, which is named', async () => {
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
    ] as const)('has one successor if a rotation %s and its answer was lost', async (_what, drop) => {
      const stack = engine('group-access-token')
      await stack.up(before)
      emulator.fault({ method: 'POST', path: /rotate$/, drop })
      await stack.up(after)
      expect(await works(stack.state!.outputs.token)).toBe(true)
      expect(await active()).toMatchObject([{ id: stack.state!.outputs.tokenId, expires_at: '2026-12-31' }])
    })

    it('has one successor if the lost rotation is carried out while it is sent again', async () => {
      const stack = engine('group-access-token')
      await stack.up(before)
      emulator.fault({ method: 'POST', path: /rotate$/, drop: 'before' })
      emulator.fault({ method: 'POST', path: /rotate$/, race: true })
      await stack.up(after)
      expect(await works(stack.state!.outputs.token)).toBe(true)
      expect(await active()).toMatchObject([{ id: stack.state!.outputs.tokenId }])
    })

    it('has one successor if the second rotation is refused because the lost one was carried out', async () => {
      const stack = engine('group-access-token')
      await stack.up(before)
      emulator.fault({ method: 'POST', path: /rotate$/, drop: 'before' })
      const message = '400 Bad request - Token already revoked'
      emulator.fault({ method: 'POST', path: /rotate$/, status: 400, body: { message }, work: true })
      await stack.up(after)
      expect(await works(stack.state!.outputs.token)).toBe(true)
      expect(await active()).toMatchObject([{ id: stack.state!.outputs.tokenId }])
    })

    it('keeps the token that another update got at the same moment', async () => {
      const stack = engine('group-access-token')
      await stack.up(before)
      emulator.fault({ method: 'POST', path: /rotate$/, race: true })
      await stack.up(after)
      expect(await works(stack.state!.outputs.token)).toBe(true)
      expect(await active()).toHaveLength(2)
      expect((await stack.preview(after)).step).toBe('same')
    })

    it('keeps what more updates made than answers were lost, and names it', async () => {
      const stack = engine('group-access-token')
      await stack.up(before)
      emulator.fault({ method: 'POST', path: /rotate$/, race: true, drop: 'after' })
      await stack.up(after)
      expect(await works(stack.state!.outputs.token)).toBe(true)
      expect(await active()).toHaveLength(2)
      expect(stack.warnings.join()).toMatch(/someone else at the same moment: id \d+ can be used, too/)
    })
  })
})
