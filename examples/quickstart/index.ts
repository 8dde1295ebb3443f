import * as pulumi from '@pulumi/pulumi'
import * as trueup from 'trueup'

const project = 'acme/web'
const config = new pulumi.Config()

// The labels of the team.
const palette = { bug: 'crimson', feature: '#2E8B57', 'area::api': '#4682B4', 'area::web': '#6A5ACD' }
const labels = Object.entries(palette).map(([name, color]) => new trueup.Label(name, { project, name, color }))

// All projects of the group have this label.
new trueup.GroupLabel('triage', { group: 'acme', name: 'triage', color: '#C39953' })

// Another user can work on the project until a date.
new trueup.ProjectMember('outsider', { project, user: 'outsider', accessLevel: 'developer', expiresAt: '2099-01-31' })

// Maintainers of another group.
new trueup.GroupMember('outsider', { group: 'deployers', user: 'outsider', accessLevel: 'maintainer' })

// The project itself. Deleting the resource keeps the project, and settings that are not declared stay as they are.
new trueup.Project('web', { project, mergeMethod: 'ff', onlyAllowMergeIfPipelineSucceeds: true })
new trueup.Group('acme', { group: 'acme', projectCreationLevel: 'maintainer' })

// No deployments on weekends.
new trueup.FreezePeriod('weekend', {
  project,
  freezeStart: '0 18 * * fri',
  freezeEnd: '0 7 * * mon',
  cronTimezone: 'Europe/Berlin',
})

// Maintainers can deploy to production, and one of them has to approve.
new trueup.ProtectedEnvironment('production', {
  project,
  name: 'production',
  deployAccessLevels: [{ accessLevel: 'maintainer' }],
  approvalRules: [{ accessLevel: 'maintainer', requiredApprovals: 1 }],
})

// Only Maintainers can create the tags of releases.
new trueup.ProtectedTag('releases', { project, name: 'v*', allowedToCreate: [{ accessLevel: 'maintainer' }] })

// Changes of the default branch need a merge request. The service protects this branch in a new project, so adopt it.
new trueup.ProtectedBranch('main', {
  project,
  name: 'main',
  allowedToPush: [{ accessLevel: 'noOne' }],
  onConflict: 'adopt',
})

// The owner or a Maintainer must approve merge requests. This requires Premium or Ultimate.
new trueup.ApprovalRule('review', {
  project,
  name: 'review',
  approvalsRequired: 1,
  approvers: [{ user: 'owner' }, { user: 'maintainer' }],
})

// Authors cannot approve their own merge requests. Settings that are not declared stay as they are.
new trueup.ApprovalSettings('approvals', { project, mergeRequestsAuthorApproval: false })

// The stack's configuration has the values. In job logs, they are masked.
new trueup.ProjectVariable('database', {
  project,
  key: 'DATABASE_URL',
  value: config.getSecret('databaseUrl') ?? 'sqlite://web.db',
  environmentScope: 'production',
})
new trueup.GroupVariable('registry', {
  group: 'acme',
  key: 'REGISTRY_TOKEN',
  value: config.getSecret('registryToken') ?? 'change-me',
  masked: true,
})

// The service calls the URL when a merge request changes.
new trueup.ProjectHook('ci', {
  project,
  url: 'https://ci.example.com/hook',
  token: config.getSecret('hookToken') ?? 'change-me',
  pushEvents: false,
  mergeRequestsEvents: true,
})

const nightly = new trueup.TriggerToken('nightly', { project, description: 'nightly build' })

new trueup.RemoteMirror('backup', {
  project,
  url: 'https://backup.example.com/acme/web.git',
  username: 'mirror',
  password: config.getSecret('mirrorPassword') ?? 'change-me',
  enabled: true,
})

// Expires on the first of a month, three months ahead. The first `pulumi up` of each month rotates it in place.
const deploy = new trueup.GroupAccessToken('deploy', {
  group: 'acme',
  name: 'deploy',
  scopes: ['read_registry'],
  accessLevel: 'reporter',
  expiresAt: firstOfMonth(3),
})

function firstOfMonth(ahead: number): string {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10)
}

export const labelNames = labels.map((label) => label.name)
export const triggerToken = nightly.token
export const deployToken = deploy.token
