import { getApprovalRule, getApprovalRules } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads an approval rule and lists all, with rules that programs do not manage', async () => {
    service.as('maintainer')
    const { id } = await service.api.approvalRules.create(1, { name: 'security', approvals_required: 1, user_ids: [4] })
    await service.api.approvalRules.create(1, {
      name: 'Coverage-Check',
      approvals_required: 1,
      rule_type: 'report_approver',
      report_type: 'code_coverage',
    })
    const shown = {
      id,
      name: 'security',
      ruleType: 'regular',
      approvalsRequired: 1,
      users: [{ username: 'developer' }],
    }
    expect(await valueOf(getApprovalRule({ project: 'acme/web', approvalRule: id }))).toMatchObject(shown)
    expect(await valueOf(getApprovalRules({ project: 1 }))).toMatchObject([shown, { reportType: 'code_coverage' }])
  })
})
