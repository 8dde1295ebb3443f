const project = 1
const samples: Readonly<Record<string, object>> = {
  freezeWindows: { freezeStart: '0 1 * * *', freezeEnd: '0 2 * * *' },
  getFreezePeriod: { project, freezePeriod: 1 },
  getGroup: { group: 'acme' },
  getGroupAccessToken: { group: 10, token: 11 },
  getGroupAccessTokens: { group: 10 },
  getGroups: { limit: 3 },
  getIssue: { project, issue: 1 },
  getIssueLink: { project, issue: 1, issueLink: 1 },
  getIssueLinks: { project, issue: 1 },
  getIssues: { project, limit: 3 },
  getLabel: { project, label: 'bug' },
  getPipeline: { project, pipeline: 1001 },
  getPipelines: { project, limit: 3 },
  getPipelineVariables: { project, pipeline: 1001 },
  getProject: { project: 'acme/web' },
  getProjects: { limit: 3 },
  getProtectedEnvironment: { project, environment: 'production' },
  getRemoteMirror: { project, mirror: 1 },
  getRemoteMirrorPublicKey: { project, mirror: 1 },
  getRepositoryStorageMove: { kind: 'project', move: 1 },
  getRepositoryStorageMoves: { kind: 'project', limit: 3 },
  getTestReport: { project, pipeline: 1001 },
  getTestReportSummary: { project, pipeline: 1001 },
  getTriggerToken: { project, trigger: 1 },
  getUser: { user: 1 },
  getUsers: { pagination: 'keyset', limit: 3 },
  getVulnerability: { vulnerability: 1 },
}

/** Arguments with which a function finds objects. */
export const argumentsOf = (name: string): object => samples[name] ?? { project }

const mirror = { url: 'ssh://git@example.com/x.git', auth_method: 'ssh_public_key' }
/** Requests that create the objects of the functions. */
export const functionObjects: readonly (readonly [path: string, body: object])[] = [
  ['/projects/1/labels', { name: 'bug', color: 'red' }],
  ['/projects/1/freeze_periods', { freeze_start: '0 1 * * *', freeze_end: '0 2 * * *', cron_timezone: 'UTC' }],
  ['/projects/1/protected_environments', { name: 'production', deploy_access_levels: [{ access_level: 40 }] }],
  ['/projects/1/triggers', { description: 'nightly' }],
  ['/projects/1/remote_mirrors', mirror],
  ['/projects/1/issues/1/links', { target_project_id: 1, target_issue_iid: 2 }],
  ['/groups/10/access_tokens', { name: 'deploy', scopes: ['api'], expires_at: '2026-12-31' }],
  ['/projects/1/repository_storage_moves', { destination_storage_name: 'fast' }],
  ['/projects/1/vulnerabilities?finding_id=101', {}],
]
