import { useExport } from '../support/export'

jest.setTimeout(60_000)

const changed = { merge_requests_author_approval: true }
const asOwner = { as: 'owner' }

/** Exports, of whose resources only the approval settings are of interest here. */
function useApprovals(options: Parameters<typeof useExport>[0]) {
  const exported = useExport(options)
  const imported = () => exported.imported().filter(({ type }) => type.endsWith(':ApprovalSettings'))
  return { ...exported, imported }
}

describe('the approval settings of an export', () => {
  const { emulator, file, imported, run } = useApprovals({ flavor: 'gitlab', tier: 'premium' })
  const approvalRequests = () =>
    emulator.requests().flatMap(({ path }) => (path.endsWith('/approvals') ? [path.replace('/api/v4', '')] : []))

  it('writes those that a new project does not have', async () => {
    await emulator.post('/projects/1/approvals', { ...changed, reset_approvals_on_push: false }, asOwner)
    await emulator.post('/projects/2/approvals', { selective_code_owner_removals: false }, asOwner)
    emulator.clearRequests()
    const { code, stdout } = await run('owner', '--project', 'acme/web', 'acme/api')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/acme\/web .*\bapproval settings\b/) as string,
    })
    expect(file('index.ts')).toContain(`
// Approval settings of acme/web
new trueup.ApprovalSettings('acme/web approval settings', {
  project: acmeWeb,
  resetApprovalsOnPush: false,
  mergeRequestsAuthorApproval: true,
})
`)
    expect(file('index.ts')).not.toContain('acme/api approval')
    const values = {
      project: 'acme/web',
      resetApprovalsOnPush: false,
      selectiveCodeOwnerRemovals: null,
      disableOverridingApproversPerMergeRequest: null,
      mergeRequestsAuthorApproval: true,
      mergeRequestsDisableCommittersApproval: null,
      requireReauthenticationToApprove: null,
    }
    expect(imported()).toEqual([
      {
        type: 'pulumi-nodejs:dynamic/trueup:ApprovalSettings',
        name: 'acme/web approval settings',
        id: '1/1',
        inputs: expect.objectContaining(values) as object,
        outputs: expect.objectContaining({ ...values, projectId: 1, approvalSettingsId: 1 }) as object,
      },
    ])
    expect(approvalRequests().sort()).toEqual(['/projects/1/approvals', '/projects/2/approvals'])
  })

  it('leaves them out if the token cannot read them', async () => {
    await emulator.post('/projects/1/approvals', changed, asOwner)
    emulator.fault({ path: /approvals$/, status: 403, times: 10 })
    const { code, stdout } = await run('owner', '--project', 'acme/web')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /acme\/web: approval settings: approval settings of acme\/web were not read/,
      ) as string,
    })
    expect(imported()).toEqual([])
  })

  it('leaves them out with the reason if the service does not have them', async () => {
    emulator.fault({ path: /approvals$/, status: 404, times: 10 })
    const { code, stdout } = await run('owner', '--project', 'acme/web')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/acme\/web: approval settings: .* 404/) as string,
    })
    expect(imported()).toEqual([])
  })
})

describe('the approval settings of an export without a paid tier', () => {
  const { emulator, imported, run } = useApprovals({ flavor: 'gitlab', tier: 'free' })

  it('omits a value that every project shows without a license', async () => {
    expect((await emulator.get('/projects/1/approvals')).body).toMatchObject({ reset_approvals_on_push: false })
    expect(await run('owner', '--project', 'acme/web')).toMatchObject({ code: 0 })
    expect(imported()).toEqual([])
  })

  it('writes those that the service has without a license', async () => {
    await emulator.post('/projects/1/approvals', changed, asOwner)
    expect(await run('owner', '--project', 'acme/web')).toMatchObject({ code: 0 })
    expect(imported()).toEqual([
      expect.objectContaining({
        name: 'acme/web approval settings',
        inputs: expect.objectContaining({ resetApprovalsOnPush: null, mergeRequestsAuthorApproval: true }) as object,
      }),
    ])
  })
})
