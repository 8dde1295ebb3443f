import * as pulumi from '@pulumi/pulumi'
import * as trueup from 'trueup'

const project = 'acme/web'
const config = new pulumi.Config()
const release = config.get('release') ?? 'v1'

// As long as this is declared, there is an open alert; it is resolved when the line goes.
const maintenance = new trueup.Alert('maintenance', {
  endpointUrl: config.require('alertEndpoint'),
  authorizationKey: config.requireSecret('alertKey'),
  title: `Release ${release} is under way`,
  fingerprint: 'release',
  severity: 'info',
  environmentName: 'production',
})

// Each release migrates once. A failing pipeline fails the update, and names its failing tests.
const migration = new trueup.PipelineRun(
  'migration',
  { project, ref: 'main', variables: { TASK: 'migrate' }, name: `Migration for ${release}`, triggers: release },
  { dependsOn: maintenance },
)

// The release issue waits for that of the API, and whoever runs this is told of what blocks it.
new trueup.IssueLink('release-waits-for-api', {
  project,
  issueIid: 1,
  targetProject: 'acme/api',
  targetIssueIid: 2,
  linkType: 'is_blocked_by',
})
const blocker = new trueup.Label('blocker', { project, name: 'blocker', color: 'crimson' })
new trueup.LabelSubscription('blockers', { project, label: blocker.id })

// Critical findings become vulnerabilities, which the project keeps track of.
const findings = trueup.getVulnerabilityFindings({ project, severity: ['critical'] })
findings.apply((critical) =>
  critical.map(({ id }) => id && new trueup.Vulnerability(`finding-${id}`, { project, findingId: id })),
)

// Administrators alone: the project's repository moves to the fast storage.
if (config.getBoolean('administrator')) {
  new trueup.RepositoryStorageMove('web-to-fast', {
    kind: 'project',
    objectId: trueup.getProject({ project }).id,
    destinationStorageName: 'fast',
  })
}

export const pipeline = migration.webUrl
export const tests = migration.testSummary
