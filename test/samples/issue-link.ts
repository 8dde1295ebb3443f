import type { Sample } from './sample'

export const issueLink: Sample = {
  kind: 'issue-link',
  collection: 'issue_links',
  id: 'issueLinkId',
  as: 'maintainer',
  args: { project: 'acme/web', issueIid: 1, targetProject: 'acme/api', targetIssueIid: 2, linkType: 'blocks' },
  changes: {},
  replaces: {
    project: 'acme/api',
    issueIid: 2,
    targetProject: 'acme/web',
    targetIssueIid: 3,
    linkType: 'relates_to',
  },
  naturalKey: ['project', 'issueIid', 'targetProject', 'targetIssueIid'],
  object: ['/projects/1/issues/1/links', { target_project_id: 2, target_issue_iid: 2, link_type: 'blocks' }],
  get: { project: 1, issue: 1, issueLink: 1 },
  others: [['/projects/1/issues/1/links', { target_project_id: 1, target_issue_iid: 3 }]],
}
