import { type Clock, systemClock } from './clock'
import { FreezePeriods } from './freeze-period'
import { Groups } from './group'
import { GroupAccessTokens } from './group-access-token'
import { Http } from './http'
import { Labels } from './label'
import { type ClientOptions } from './options'
import { Projects } from './project'
import { ProtectedEnvironments } from './protected-environment'
import { RemoteMirrors } from './remote-mirror'
import { TriggerTokens } from './trigger-token'
import { Users } from './user'

export * from './errors'
export * from './freeze-period'
export * from './group'
export * from './group-access-token'
export * from './label'
export * from './pipeline'
export * from './project'
export * from './protected-environment'
export * from './remote-mirror'
export * from './trigger-token'
export * from './user'
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
  readonly freezePeriods: FreezePeriods
  readonly groupAccessTokens: GroupAccessTokens
  readonly groups: Groups
  readonly labels: Labels
  readonly projects: Projects
  readonly protectedEnvironments: ProtectedEnvironments
  readonly remoteMirrors: RemoteMirrors
  readonly triggerTokens: TriggerTokens
  readonly users: Users
  private readonly http: Http

  /** `clock` is for tests that do not want to wait. */
  constructor(options: ClientOptions, clock: Clock = systemClock) {
    this.http = new Http(options, clock)
    this.baseUrl = this.http.baseUrl
    this.freezePeriods = new FreezePeriods(this.http)
    this.groupAccessTokens = new GroupAccessTokens(this.http)
    this.groups = new Groups(this.http)
    this.labels = new Labels(this.http)
    this.projects = new Projects(this.http)
    this.protectedEnvironments = new ProtectedEnvironments(this.http)
    this.remoteMirrors = new RemoteMirrors(this.http)
    this.triggerTokens = new TriggerTokens(this.http)
    this.users = new Users(this.http)
  }

  /** Closes the connections once the requests under way are answered; later calls are refused. */
  close(): Promise<void> {
    return this.http.close()
  }
}
