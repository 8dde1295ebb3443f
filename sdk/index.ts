import { Alerts } from './alert'
import { type Clock, systemClock } from './clock'
import { FreezePeriods } from './freeze-period'
import { Groups } from './group'
import { GroupAccessTokens } from './group-access-token'
import { Http } from './http'
import { Issues } from './issue'
import { IssueLinks } from './issue-link'
import { JobQueueMetrics } from './job-queue-metrics'
import { Labels } from './label'
import { type ClientOptions } from './options'
import { PersonalAccessTokens } from './personal-access-token'
import { Pipelines } from './pipeline'
import { Projects } from './project'
import { ProtectedEnvironments } from './protected-environment'
import { RemoteMirrors } from './remote-mirror'
import { RepositoryStorageMoves } from './repository-storage-move'
import { TriggerTokens } from './trigger-token'
import { Users } from './user'
import { Versions } from './version'
import { Vulnerabilities } from './vulnerability'
import { VulnerabilityFindings } from './vulnerability-finding'

export * from './alert'
export * from './errors'
export * from './freeze-period'
export * from './group'
export * from './group-access-token'
export * from './issue'
export * from './issue-link'
export * from './job-queue-metrics'
export * from './label'
export * from './personal-access-token'
export * from './pipeline'
export * from './project'
export * from './protected-environment'
export * from './remote-mirror'
export * from './repository-storage-move'
export * from './test-report'
export * from './trigger-token'
export * from './user'
export * from './version'
export * from './vulnerability'
export * from './vulnerability-finding'
export { List, type Page } from './list'
export { type ClientOptions, type RequestOptions, type RetryEvent } from './options'
export { type Id } from './path'

/**
 * A client of the REST API, version 4: one property per resource, fields and parameters named as on the wire.
 *
 * Requests that may be are sent again after a failure, and wait their turn when the service limits their rate.
 */
export class Client {
  /** Where the service is, without a trailing slash or `/api/v4`. */
  readonly baseUrl: string
  readonly alerts: Alerts
  readonly freezePeriods: FreezePeriods
  readonly groupAccessTokens: GroupAccessTokens
  readonly groups: Groups
  readonly issueLinks: IssueLinks
  readonly issues: Issues
  readonly jobQueueMetrics: JobQueueMetrics
  readonly labels: Labels
  readonly personalAccessTokens: PersonalAccessTokens
  readonly pipelines: Pipelines
  readonly projects: Projects
  readonly protectedEnvironments: ProtectedEnvironments
  readonly remoteMirrors: RemoteMirrors
  readonly repositoryStorageMoves: RepositoryStorageMoves
  readonly triggerTokens: TriggerTokens
  readonly users: Users
  readonly versions: Versions
  readonly vulnerabilities: Vulnerabilities
  readonly vulnerabilityFindings: VulnerabilityFindings
  private readonly http: Http

  /** `clock` is for tests that do not want to wait. */
  constructor(options: ClientOptions, clock: Clock = systemClock) {
    this.http = new Http(options, clock)
    this.baseUrl = this.http.baseUrl
    this.alerts = new Alerts(this.http)
    this.freezePeriods = new FreezePeriods(this.http)
    this.groupAccessTokens = new GroupAccessTokens(this.http)
    this.groups = new Groups(this.http)
    this.issueLinks = new IssueLinks(this.http)
    this.issues = new Issues(this.http)
    this.jobQueueMetrics = new JobQueueMetrics(this.http)
    this.labels = new Labels(this.http)
    this.personalAccessTokens = new PersonalAccessTokens(this.http)
    this.pipelines = new Pipelines(this.http)
    this.projects = new Projects(this.http)
    this.protectedEnvironments = new ProtectedEnvironments(this.http)
    this.remoteMirrors = new RemoteMirrors(this.http)
    this.repositoryStorageMoves = new RepositoryStorageMoves(this.http)
    this.triggerTokens = new TriggerTokens(this.http)
    this.users = new Users(this.http)
    this.versions = new Versions(this.http)
    this.vulnerabilities = new Vulnerabilities(this.http)
    this.vulnerabilityFindings = new VulnerabilityFindings(this.http)
  }

  /** Closes the connections once the requests under way are answered; later calls are refused. */
  close(): Promise<void> {
    return this.http.close()
  }
}
