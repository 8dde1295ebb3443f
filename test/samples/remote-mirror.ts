import type { Sample } from './sample'

const project = 'acme/web'
const url = 'https://example.com/acme/web.git'
const formerUrl = 'https://example.com/acme/former.git'

export const remoteMirror: Sample = {
  kind: 'remote-mirror',
  collection: 'remote_mirrors',
  id: 'mirrorId',
  as: 'maintainer',
  args: {
    project,
    url,
    username: 'mirror',
    password: 'opensesame-1',
    enabled: true,
    onlyProtectedBranches: true,
    keepDivergentRefs: true,
    mirrorBranchRegex: null,
    authMethod: 'password',
  },
  changes: {
    enabled: false,
    onlyProtectedBranches: false,
    keepDivergentRefs: false,
    mirrorBranchRegex: 'release/.*',
    authMethod: 'ssh_public_key',
  },
  alsoDeclared: {
    mirrorBranchRegex: { onlyProtectedBranches: false },
    authMethod: { url: 'ssh://git@example.com/acme/web.git', username: null, password: null },
  },
  replaces: {
    project: 'acme/api',
    url: 'https://example.com/acme/other.git',
    username: 'someone',
    password: 'opensesame-2',
  },
  naturalKey: ['project', 'url'],
  named: (word) => ({ url: `https://example.com/${word}.git` }),
  object: ['/projects/1/remote_mirrors', { url, enabled: true }],
  get: { project: 1, mirror: 1 },
  others: [['/projects/1/remote_mirrors', { url: formerUrl, enabled: true }]],
  adopts: { project, url: formerUrl, keepDivergentRefs: true, onConflict: 'adopt' },
}
