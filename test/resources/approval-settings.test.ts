import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

const at = '/projects/1/approvals'
const project = 'acme/web'

describe('approval settings', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const engine = () => new Engine('approval-settings', { url: emulator.url })
  const change = (sent: object) => emulator.post(at, sent, { as: 'root' })
  const live = async () => (await emulator.get(at, { as: 'root' })).body
  const writes = () => emulator.requests().flatMap(({ method, body }) => (method === 'GET' ? [] : [{ method, body }]))

  it('adopts the settings of the project, changes only what the program declares, and reports it', async () => {
    const stack = engine()
    const declared = { project, mergeRequestsAuthorApproval: true, requireReauthenticationToApprove: false }
    await stack.up(declared)
    expect(writes()).toEqual([{ method: 'POST', body: { merge_requests_author_approval: true } }])
    expect(stack.warnings.join()).toMatch(
      /approval settings of acme\/web .* were adopted: mergeRequestsAuthorApproval false → true\.$/,
    )
    expect(stack.state).toMatchObject({ id: '1/1', outputs: { resetApprovalsOnPush: null, approvalSettingsId: 1 } })
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('does not manage settings that the program omits', async () => {
    const stack = engine()
    const declared = { project, mergeRequestsAuthorApproval: true }
    await stack.up(declared)
    await change({ merge_requests_disable_committers_approval: true, reset_approvals_on_push: false })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    emulator.clearRequests()
    expect(await stack.up({ project })).toEqual({ step: 'update', changed: ['mergeRequestsAuthorApproval'] })
    expect(writes()).toEqual([])
    expect(await live()).toMatchObject({ merge_requests_author_approval: true })
  })

  it('reports drift of a declared setting, and repairs it', async () => {
    const stack = engine()
    const declared = { project, mergeRequestsAuthorApproval: false }
    await stack.up(declared)
    await change({ merge_requests_author_approval: true })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['mergeRequestsAuthorApproval'] })
    await stack.up(declared)
    expect(await live()).toMatchObject({ merge_requests_author_approval: false })
  })

  it('sends the two settings that depend on each other together', async () => {
    const stack = engine()
    await stack.up({ project, resetApprovalsOnPush: true, selectiveCodeOwnerRemovals: false })
    emulator.clearRequests()
    await stack.up({ project, resetApprovalsOnPush: false, selectiveCodeOwnerRemovals: true })
    const body = { reset_approvals_on_push: false, selective_code_owner_removals: true }
    expect(writes()).toEqual([{ method: 'POST', body }])
    await stack.up({ project, resetApprovalsOnPush: true, selectiveCodeOwnerRemovals: false })
    expect(await live()).toMatchObject({ reset_approvals_on_push: true, selective_code_owner_removals: false })
  })

  it('refuses settings that contradict each other, and names the setting of the project that contradicts one', async () => {
    const both = { project, resetApprovalsOnPush: true, selectiveCodeOwnerRemovals: true }
    await expect(engine().up(both)).rejects.toThrow(/selectiveCodeOwnerRemovals must be false/)
    const one = { project, selectiveCodeOwnerRemovals: true }
    await expect(engine().up(one)).rejects.toThrow(/declare resetApprovalsOnPush and selectiveCodeOwnerRemovals/)
  })

  it('names a setting that the group locks, before it sends anything', async () => {
    const group = '/groups/10/merge_request_approval_setting'
    await emulator.put(group, { allow_author_approval: false, allow_committer_approval: false }, { as: 'owner' })
    emulator.clearRequests()
    const declared = { project, mergeRequestsAuthorApproval: true, mergeRequestsDisableCommittersApproval: false }
    await expect(engine().up(declared)).rejects.toThrow(
      /mergeRequestsAuthorApproval is locked to false by the group, with its setting allow_author_approval; mergeRequestsDisableCommittersApproval is locked to true by the group/,
    )
    expect(writes()).toEqual([])
    const stack = engine()
    await stack.up({ project, mergeRequestsAuthorApproval: false, mergeRequestsDisableCommittersApproval: true })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('keeps all settings when the resource is deleted', async () => {
    const stack = engine()
    await stack.up({ project, mergeRequestsAuthorApproval: true })
    emulator.clearRequests()
    await stack.destroy()
    expect(emulator.requests()).toEqual([])
    expect(stack.warnings.join()).toMatch(
      /approval settings of acme\/web \(id 1\/1\) are kept, because the API cannot delete them\./,
    )
    expect(await live()).toMatchObject({ merge_requests_author_approval: true })
  })

  it('sends a change again whose response was lost, if it was not made', async () => {
    const stack = engine()
    await stack.up({ project, mergeRequestsAuthorApproval: false })
    emulator.fault({ method: 'POST', path: /approvals$/, drop: 'before' })
    await stack.up({ project, mergeRequestsAuthorApproval: true })
    expect(await live()).toMatchObject({ merge_requests_author_approval: true })
  })

  it('replaces the resource without a request if the project changes', async () => {
    const stack = engine()
    await stack.up({ project, mergeRequestsAuthorApproval: true })
    expect(await stack.up({ project: 'acme/api', mergeRequestsAuthorApproval: true })).toMatchObject({
      step: 'replace',
    })
    expect(stack.state?.id).toBe('2/2')
    expect(await live()).toMatchObject({ merge_requests_author_approval: true })
  })
})

describe('approval settings without a paid tier', () => {
  const emulator = useEmulator({ flavor: 'gitlab', tier: 'free' })

  it('names a setting that the service ignores', async () => {
    const stack = new Engine('approval-settings', { url: emulator.url })
    await expect(stack.up({ project, resetApprovalsOnPush: true })).rejects.toThrow(
      /did not apply resetApprovalsOnPush: requested true, got false \(the group or the instance can lock it/,
    )
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    expect(await api.projectApprovalSettings.get(1)).toMatchObject({ reset_approvals_on_push: false })
    await api.close()
  })
})
