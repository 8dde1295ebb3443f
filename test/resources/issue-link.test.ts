import type { Json } from '../../provider/core/schema/json'
import { issueLink } from '../../provider/resources/issue-link'
import { Client } from '../../sdk'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

conforms(issueLink, {
  spellings: { project: [1, '1', '/acme/web/', 'ACME/Web'], targetProject: [2, '2', 'acme/api/', 'Acme/API'] },
  refused: [
    ['project', 'web', /the group is missing/],
    ['targetProject', 'https://gitlab.com/acme/web', /must not be a URL/],
    ['issueIid', 0, /an integer of at least 1/],
    ['targetIssueIid', '2', /an integer of at least 1 \(got "2"\)/],
    ['linkType', 'blocked', /one of "relates_to", "blocks", "is_blocked_by"/],
    ['onConflict', 'overwrite', /one of "fail", "adopt", "adopt-if-equal"/],
  ],
})

describe.each(['spec', 'gitlab'] as const)('an issue link and its issues on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const args = { project: 'acme/web', issueIid: 1, targetProject: 'acme/api', targetIssueIid: 2 }
  const engine = (options = {}) => new Engine('issue-link', { url: emulator.url, ...options })
  const made = async (values: Json = args) => {
    const stack = engine()
    await stack.up(values)
    return stack
  }
  let api: Client

  beforeEach(() => {
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  })
  afterEach(() => api.close())

  it('keeps the type is_blocked_by as declared, even if the service reverses it', async () => {
    const stack = await made({ ...args, linkType: 'is_blocked_by' })
    expect(stack.state?.id).toMatch(/^1\/1\/\d+$/)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ ...args, linkType: 'is_blocked_by' })).toEqual({ step: 'same', changed: [] })
    await stack.destroy()
    expect(await api.issueLinks.list(2, 2).all()).toEqual([])
  })

  it('deletes an issue link before it creates its replacement, because two issues can have only one', async () => {
    const stack = await made()
    emulator.clearRequests()
    await stack.up({ ...args, linkType: 'is_blocked_by' })
    const writes = emulator.requests().filter(({ method }) => method !== 'GET')
    expect(writes.map(({ method }) => method)).toEqual(['DELETE', 'POST'])
    expect(await api.issueLinks.list(1, 1).all()).toMatchObject([{ iid: 2, link_type: 'is_blocked_by' }])
  })

  it('explains that an issue link exists from the other end', async () => {
    await made({ project: 'acme/api', issueIid: 2, targetProject: 'acme/web', targetIssueIid: 1, linkType: 'blocks' })
    const stack = engine()
    await expect(stack.up({ ...args, linkType: 'blocks', onConflict: 'adopt' })).rejects.toThrow(
      /linkType cannot be changed: linkType "is_blocked_by" → "blocks"/,
    )
    await stack.up({ ...args, linkType: 'is_blocked_by', onConflict: 'adopt' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('does not treat an issue link as deleted while the token cannot see its target', async () => {
    const values = { ...args, targetProject: 'acme/platform/infra' }
    const stack = await made(values)
    const before = stack.state
    emulator.patch('projects', 1, { visibility: 'public' })
    const stranger = stack.as({ token: 'emulator-outsider' })
    await expect(stranger.refresh()).rejects.toThrow(/and its other end cannot be read.*pulumi state delete/)
    expect(stranger.state).toEqual(before)
  })

  it('names the missing issue and creates no issue link', async () => {
    await expect(engine().up({ ...args, targetIssueIid: 99 })).rejects.toThrow(/issue link 1 .* was not created.*404/)
  })

  it('sends nothing in a repeated update of an issue link that is only written in another way', async () => {
    const stack = await made()
    stack.state!.unfinished = true
    emulator.clearRequests()
    expect(await stack.up(args)).toEqual({ step: 'update', changed: [] })
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    expect(stack.state).not.toHaveProperty('unfinished')
  })
})

describe('an issue link of a service without a license', () => {
  const emulator = useEmulator({ flavor: 'gitlab', tier: 'free' })

  it('creates a relates_to link without a license, and explains why a blocking link is refused', async () => {
    const stack = new Engine('issue-link', { url: emulator.url })
    const args = { project: 'acme/web', issueIid: 1, targetProject: 'acme/api', targetIssueIid: 2 }
    await expect(stack.up({ ...args, linkType: 'blocks' })).rejects.toThrow(/403 .*Premium or Ultimate/)
    await stack.up(args)
  })
})
