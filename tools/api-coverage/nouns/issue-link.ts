import { noun } from '../endpoint'
import { project } from './ids'

export const issueLinks = noun(
  'Issue links',
  async (api) => {
    await api.issueLinks.create(project, 1, { target_project_id: project, target_issue_iid: 2 })
    const [linked] = await api.issueLinks.list(project, 1).all()
    return linked!.issue_link_id
  },
  [
    {
      endpoint: 'GET /projects/:id/issues/:issue_iid/links',
      call: (api) => api.issueLinks.list(project, 1),
      test: ['emulator/test/issue-link', 'list › lists links in the order of their creation'],
    },
    {
      endpoint: 'GET /projects/:id/issues/:issue_iid/links/:issue_link_id',
      call: (api, link) => api.issueLinks.get(project, 1, link),
      test: [
        'emulator/test/issue-link',
        'get and delete › reads and deletes a link through both of its issues, but not through others',
      ],
    },
    {
      endpoint: 'POST /projects/:id/issues/:issue_iid/links',
      parameters: ['target_project_id', 'target_issue_iid', 'link_type'],
      named: { target_project_id: 'targetProject' },
      call: (api) =>
        api.issueLinks.create(project, 1, { target_project_id: project, target_issue_iid: 3, link_type: 'blocks' }),
      test: ['emulator/test/issue-link', 'create › returns both issues of a new link'],
    },
    {
      endpoint: 'DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id',
      parameters: ['link_type'],
      call: (api, link) => api.issueLinks.delete(project, 1, link, { link_type: 'relates_to' }),
      test: [
        'emulator/test/issue-link',
        'get and delete › reads and deletes a link through both of its issues, but not through others',
      ],
    },
  ],
)
