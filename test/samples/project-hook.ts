import type { Sample } from './sample'

const project = 'acme/web'
const url = 'https://hook:opensesame-3@example.com/ci'
const formerUrl = 'https://example.com/former'

export const projectHook: Sample = {
  kind: 'project-hook',
  collection: 'project_hooks',
  id: 'hookId',
  as: 'maintainer',
  args: {
    project,
    url,
    name: 'ci',
    description: 'starts the tests',
    enableSslVerification: false,
    pushEvents: false,
    pushEventsBranchFilter: 'release/.*',
    branchFilterStrategy: 'regex',
    tagPushEvents: true,
    customWebhookTemplate: '{"kind": "{{object_kind}}"}',
  },
  changes: {
    url: 'https://hook:opensesame-4@example.com/other',
    name: 'cd',
    description: 'deploys',
    enableSslVerification: true,
    pushEvents: true,
    pushEventsBranchFilter: 'main',
    branchFilterStrategy: 'wildcard',
    tagPushEvents: false,
    customWebhookTemplate: '{}',
  },
  alsoDeclared: { branchFilterStrategy: { pushEventsBranchFilter: 'main' } },
  replaces: { project: 'acme/api' },
  naturalKey: ['project', 'url'],
  named: (word) => ({ url: `https://example.com/${word}` }),
  object: ['/projects/1/hooks', { url, name: 'ci' }],
  get: { project: 1, hook: 1 },
  others: [['/projects/1/hooks', { url: formerUrl }]],
  adopts: { project, url: formerUrl, name: 'adopted', onConflict: 'adopt' },
}
