import * as pulumi from '@pulumi/pulumi'
import * as trueup from 'trueup'

const project = 'acme/web'
const config = new pulumi.Config()
const release = config.get('release') ?? 'v1'

// The alert is open while it is declared. The update that removes this resource resolves the alert.
const maintenance = new trueup.Alert('maintenance', {
  endpointUrl: config.require('alertEndpoint'),
  authorizationKey: config.requireSecret('alertKey'),
  title: `Release ${release} is under way`,
  fingerprint: 'release',
  severity: 'info',
  environmentName: 'production',
})

// Each release runs the migration once. If the pipeline fails, the update fails and names the failed tests.
const migration = new trueup.PipelineRun(
  'migration',
  { project, ref: 'main', variables: { TASK: 'migrate' }, name: `Migration for ${release}`, triggers: release },
  { dependsOn: maintenance },
)

// The release issue is blocked by an issue of the API. The user of the access token subscribes to blockers.
new trueup.IssueLink('release-waits-for-api', {
  project,
  issueIid: 1,
  targetProject: 'acme/api',
  targetIssueIid: 2,
  linkType: 'is_blocked_by',
})
const blocker = new trueup.Label('blocker', { project, name: 'blocker', color: 'crimson' })
new trueup.LabelSubscription('blockers', { project, label: blocker.id })

// Critical findings become vulnerabilities, which the project tracks.
const findings = trueup.getVulnerabilityFindings({ project, severity: ['critical'] })
findings.apply((critical) =>
  critical.map(({ id }) => id && new trueup.Vulnerability(`finding-${id}`, { project, findingId: id })),
)

// Only for administrators: move the project's repository to the fast storage.
if (config.getBoolean('administrator')) {
  new trueup.RepositoryStorageMove('web-to-fast', {
    kind: 'project',
    objectId: trueup.getProject({ project }).id,
    destinationStorageName: 'fast',
  })
}

export const pipeline = migration.webUrl
export const tests = migration.testSummary
