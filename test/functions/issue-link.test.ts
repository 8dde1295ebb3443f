import { getIssueLink, getIssueLinks } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads an issue link and lists the links of either issue', async () => {
    await service.api.issueLinks.create(1, 1, { target_project_id: 2, target_issue_iid: 3, link_type: 'blocks' })
    const [link] = await valueOf(getIssueLinks({ project: 'acme/web', issue: 1 }))
    expect(link).toMatchObject({ projectId: 2, iid: 3, title: 'Issue 3 of API', linkType: 'blocks' })
    expect(await valueOf(getIssueLinks({ project: 2, issue: 3 }))).toMatchObject([
      { issueLinkId: link!.issueLinkId, projectId: 1, iid: 1, linkType: 'is_blocked_by' },
    ])
    const one = await valueOf(getIssueLink({ project: 1, issue: 1, issueLink: link!.issueLinkId }))
    expect(one).toMatchObject({ sourceIssue: { projectId: 1, iid: 1 }, targetIssue: { projectId: 2, iid: 3 } })
    expect(await valueOf(getIssueLinks({ project: 1, issue: 2 }))).toEqual([])
  })

  it('fails if the issue or the link does not exist', async () => {
    await expect(valueOf(getIssueLinks({ project: 1, issue: 99 }))).rejects.toThrow(/^getIssueLinks failed\..* 404 /)
    await expect(valueOf(getIssueLink({ project: 1, issue: 1, issueLink: 99 }))).rejects.toThrow(/404 /)
  })
})
