import { noun } from '../endpoint'
import { project } from './ids'

const test = (title: string) => ['emulator/test/issue-link', title] as const
const throughBoth = test('get and delete › reads and deletes a link through both of its issues, but not through others')

export const issueLinks = noun(
  'Issue links',
  async (api) => {
    await api.issueLinks.create(project, 1, { target_project_id: project, target_issue_iid: 2 })
    const [linked] = await api.issueLinks.list(project, 1).all()
    return { id: linked!.issue_link_id }
  },
  [
    {
      endpoint: 'GET /projects/:id/issues/:issue_iid/links',
      call: (api) => api.issueLinks.list(project, 1),
      path: '/projects/acme%2Fweb/issues/1/links',
      test: test('list › lists links in the order of their creation'),
    },
    {
      endpoint: 'GET /projects/:id/issues/:issue_iid/links/:issue_link_id',
      call: (api, { id }) => api.issueLinks.get(project, 1, id),
      path: '/projects/acme%2Fweb/issues/1/links/7',
      test: throughBoth,
    },
    {
      endpoint: 'POST /projects/:id/issues/:issue_iid/links',
      named: { target_project_id: 'targetProject' },
      call: (api) =>
        api.issueLinks.create(project, 1, { target_project_id: 'acme/api', target_issue_iid: 3, link_type: 'blocks' }),
      path: '/projects/acme%2Fweb/issues/1/links',
      sends: { target_project_id: 'acme/api', target_issue_iid: 3, link_type: 'blocks' },
      test: test('create › returns both issues of a new link'),
    },
    {
      endpoint: 'DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id',
      call: (api, { id }) => api.issueLinks.delete(project, 1, id, { link_type: 'relates_to' }),
      path: '/projects/acme%2Fweb/issues/1/links/7',
      sends: 'link_type=relates_to',
      responds: { link_type: 'relates_to' },
      variants: [{ call: (api, { id }) => api.issueLinks.delete(project, 1, id) }],
      test: throughBoth,
    },
  ],
)
