import { type Clock, systemClock } from './http/clock'
import { Http } from './http/http'
import type { ClientOptions } from './http/options'
import { AccessTokens } from './resources/access-token'
import { Alerts } from './resources/alert'
import { ApprovalRules } from './resources/approval-rule'
import { ProjectApprovalSettings } from './resources/approval-settings'
import { DeployKeys } from './resources/deploy-key'
import { FreezePeriods } from './resources/freeze-period'
import { Groups } from './resources/group'
import { GroupLabels } from './resources/group-label'
import { Issues } from './resources/issue'
import { IssueLinks } from './resources/issue-link'
import { JobQueueMetrics } from './resources/job-queue-metrics'
import { Labels } from './resources/label'
import { Members } from './resources/member'
import { Namespaces } from './resources/namespace'
import { ObjectCounts } from './resources/object-count'
import { PersonalAccessTokens } from './resources/personal-access-token'
import { Pipelines } from './resources/pipeline'
import { Projects } from './resources/project'
import { ProjectHooks } from './resources/project-hook'
import { ProtectedBranches } from './resources/protected-branch'
import { ProtectedEnvironments } from './resources/protected-environment'
import { ProtectedTags } from './resources/protected-tag'
import { RemoteMirrors } from './resources/remote-mirror'
import { RepositoryStorageMoves } from './resources/repository-storage-move'
import { TriggerTokens } from './resources/trigger-token'
import { Users } from './resources/user'
import { Variables } from './resources/variable'
import { Versions } from './resources/version'
import { Vulnerabilities } from './resources/vulnerability'
import { VulnerabilityFindings } from './resources/vulnerability-finding'

export * from './resources/alert'
export * from './resources/approval-rule'
export * from './resources/approval-settings'
export * from './resources/group-label'
export * from './resources/project-hook'
export * from './resources/protected-branch'
export * from './resources/protected-tag'
export * from './http/errors'
export * from './resources/deploy-key'
export * from './resources/freeze-period'
export * from './resources/group'
export * from './resources/access-token'
export * from './resources/group-settings'
export * from './resources/issue'
export * from './resources/issue-link'
export * from './resources/job-queue-metrics'
export * from './resources/label'
export * from './resources/member'
export * from './resources/namespace'
export * from './resources/object-count'
export * from './resources/personal-access-token'
export * from './resources/pipeline'
export * from './resources/project'
export * from './resources/project-settings'
export * from './resources/protected-environment'
export * from './resources/remote-mirror'
export * from './resources/repository-storage-move'
export * from './resources/test-report'
export * from './resources/trigger-token'
export * from './resources/user'
export * from './resources/variable'
export * from './resources/version'
export * from './resources/vulnerability'
export * from './resources/vulnerability-finding'
export { List, type Page } from './http/list'
export {
  type ClientOptions,
  type Intercept,
  type InterceptedRequest,
  type RequestOptions,
  type RetryEvent,
} from './http/options'
export { type Id } from './http/path'

/**
 * A client for the REST API v4, with one property per resource. Fields and parameters have the names of the API.
 *
 * The client retries failed requests if that is safe, and respects rate limits.
 */
export class Client {
  /** URL of the service, without a trailing slash or `/api/v4`. */
  readonly baseUrl: string
  readonly alerts: Alerts
  readonly deployKeys: DeployKeys
  readonly freezePeriods: FreezePeriods
  readonly groupAccessTokens: AccessTokens
  readonly groups: Groups
  readonly groupVariables: Variables
  readonly issueLinks: IssueLinks
  readonly issues: Issues
  readonly jobQueueMetrics: JobQueueMetrics
  readonly labels: Labels
  readonly groupMembers: Members
  readonly projectMembers: Members
  readonly namespaces: Namespaces
  readonly objectCounts: ObjectCounts
  readonly personalAccessTokens: PersonalAccessTokens
  readonly pipelines: Pipelines
  readonly projectAccessTokens: AccessTokens
  readonly projectHooks: ProjectHooks
  readonly projects: Projects
  readonly projectVariables: Variables
  readonly protectedBranches: ProtectedBranches
  readonly protectedEnvironments: ProtectedEnvironments
  readonly protectedTags: ProtectedTags
  readonly remoteMirrors: RemoteMirrors
  readonly repositoryStorageMoves: RepositoryStorageMoves
  readonly triggerTokens: TriggerTokens
  readonly users: Users
  readonly versions: Versions
  readonly vulnerabilities: Vulnerabilities
  readonly vulnerabilityFindings: VulnerabilityFindings
  readonly groupLabels: GroupLabels
  readonly approvalRules: ApprovalRules
  readonly projectApprovalSettings: ProjectApprovalSettings
  private readonly http: Http

  /** `clock` is for tests. */
  constructor(options: ClientOptions, clock: Clock = systemClock) {
    this.http = new Http(options, clock)
    this.baseUrl = this.http.baseUrl
    this.alerts = new Alerts(this.http)
    this.approvalRules = new ApprovalRules(this.http)
    this.projectApprovalSettings = new ProjectApprovalSettings(this.http)
    this.deployKeys = new DeployKeys(this.http)
    this.freezePeriods = new FreezePeriods(this.http)
    this.groupAccessTokens = new AccessTokens(this.http, 'groups')
    this.groupLabels = new GroupLabels(this.http)
    this.groups = new Groups(this.http)
    this.groupVariables = new Variables(this.http, 'groups')
    this.issueLinks = new IssueLinks(this.http)
    this.issues = new Issues(this.http)
    this.jobQueueMetrics = new JobQueueMetrics(this.http)
    this.labels = new Labels(this.http)
    this.groupMembers = new Members(this.http, 'groups')
    this.projectMembers = new Members(this.http, 'projects')
    this.namespaces = new Namespaces(this.http)
    this.objectCounts = new ObjectCounts(this.http)
    this.personalAccessTokens = new PersonalAccessTokens(this.http)
    this.pipelines = new Pipelines(this.http)
    this.projectAccessTokens = new AccessTokens(this.http, 'projects')
    this.projectHooks = new ProjectHooks(this.http)
    this.projects = new Projects(this.http)
    this.projectVariables = new Variables(this.http, 'projects')
    this.protectedBranches = new ProtectedBranches(this.http)
    this.protectedEnvironments = new ProtectedEnvironments(this.http)
    this.protectedTags = new ProtectedTags(this.http)
    this.remoteMirrors = new RemoteMirrors(this.http)
    this.repositoryStorageMoves = new RepositoryStorageMoves(this.http)
    this.triggerTokens = new TriggerTokens(this.http)
    this.users = new Users(this.http)
    this.versions = new Versions(this.http)
    this.vulnerabilities = new Vulnerabilities(this.http)
    this.vulnerabilityFindings = new VulnerabilityFindings(this.http)
  }

  /** Closes the connections after the active requests are complete. Later calls fail. */
  close(): Promise<void> {
    return this.http.close()
  }
}
