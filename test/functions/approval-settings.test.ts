import { getApprovalSettings } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads the approval settings of a project', async () => {
    service.as('maintainer')
    await service.api.projectApprovalSettings.update(1, { merge_requests_author_approval: true })
    const shown = { resetApprovalsOnPush: true, mergeRequestsAuthorApproval: true }
    expect(await valueOf(getApprovalSettings({ project: 'acme/web' }))).toMatchObject(shown)
  })
})
