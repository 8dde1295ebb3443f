import { noun } from '../endpoint'
import { project } from './ids'

const url = 'https://203.0.113.1/hook'
const events = {
  ...{ push_events: true, tag_push_events: true, issues_events: true, confidential_issues_events: true },
  ...{ merge_requests_events: true, note_events: true, confidential_note_events: true, job_events: true },
  ...{ pipeline_events: true, wiki_page_events: true, deployment_events: true, feature_flag_events: true },
  ...{ releases_events: true, milestone_events: true, emoji_events: true, resource_access_token_events: true },
  ...{ vulnerability_events: true, resource_deploy_token_events: true },
}
const all = {
  ...events,
  url,
  name: 'ci',
  description: 'd',
  enable_ssl_verification: true,
  token: 'secret',
  signing_token: `whsec_${Buffer.alloc(32).toString('base64')}`,
  push_events_branch_filter: 'main',
  branch_filter_strategy: 'wildcard' as const,
  custom_webhook_template: '{}',
  custom_headers: [{ key: 'X-One', value: 'a' }],
  url_variables: [{ key: 'one', value: 'a' }],
}

/** The parameters that GitLab 18.9 does not have. */
const later = ['signing_token', 'resource_deploy_token_events']

const test = (title: string) => ['emulator/test/project-hook', title] as const
const setsOne = test('sets and removes one header or variable')

export const projectHooks = noun(
  'Project hooks',
  (api) =>
    api.projectHooks.create(project, { url, custom_headers: all.custom_headers, url_variables: all.url_variables }),
  [
    {
      endpoint: 'GET /projects/:id/hooks',
      call: (api) => api.projectHooks.list(project),
      test: test('lists the hooks of a project by id, without headers and variables'),
    },
    {
      endpoint: 'GET /projects/:id/hooks/:hook_id',
      call: (api, { id }) => api.projectHooks.get(project, id),
      test: test('returns all fields of a new hook, except the token and values'),
    },
    {
      endpoint: 'POST /projects/:id/hooks',
      later,
      call: (api) => api.projectHooks.create(project, all),
      sends: all,
      test: test('returns all fields of a new hook, except the token and values'),
    },
    {
      endpoint: 'PUT /projects/:id/hooks/:hook_id',
      later,
      call: (api, { id }) => api.projectHooks.update(project, id, all),
      sends: all,
      test: test('updates the sent fields, and refuses an update without any'),
    },
    {
      endpoint: 'DELETE /projects/:id/hooks/:hook_id',
      call: (api, { id }) => api.projectHooks.delete(project, id),
      test: test('deletes a hook once'),
    },
    {
      endpoint: 'PUT /projects/:id/hooks/:hook_id/custom_headers/:key',
      call: (api, { id }) => api.projectHooks.setHeader(project, id, 'X-One', 'b'),
      path: '/projects/acme%2Fweb/hooks/7/custom_headers/X-One',
      sends: { value: 'b' },
      responds: null,
      test: setsOne,
    },
    {
      endpoint: 'DELETE /projects/:id/hooks/:hook_id/custom_headers/:key',
      call: (api, { id }) => api.projectHooks.deleteHeader(project, id, 'X-One'),
      path: '/projects/acme%2Fweb/hooks/7/custom_headers/X-One',
      test: setsOne,
    },
    {
      endpoint: 'PUT /projects/:id/hooks/:hook_id/url_variables/:key',
      call: (api, { id }) => api.projectHooks.setVariable(project, id, 'one', 'b'),
      path: '/projects/acme%2Fweb/hooks/7/url_variables/one',
      sends: { value: 'b' },
      responds: null,
      test: setsOne,
    },
    {
      endpoint: 'DELETE /projects/:id/hooks/:hook_id/url_variables/:key',
      call: (api, { id }) => api.projectHooks.deleteVariable(project, id, 'one'),
      path: '/projects/acme%2Fweb/hooks/7/url_variables/one',
      test: setsOne,
    },
  ],
)
