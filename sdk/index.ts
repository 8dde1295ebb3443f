import { type Clock, systemClock } from './clock'
import { Groups } from './group'
import { Http } from './http'
import { Labels } from './label'
import { type ClientOptions } from './options'
import { Projects } from './project'
import { Users } from './user'

export * from './errors'
export * from './group'
export * from './label'
export * from './project'
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
  readonly groups: Groups
  readonly labels: Labels
  readonly projects: Projects
  readonly users: Users
  private readonly http: Http

  /** `clock` is for tests that do not want to wait. */
  constructor(options: ClientOptions, clock: Clock = systemClock) {
    this.http = new Http(options, clock)
    this.baseUrl = this.http.baseUrl
    this.groups = new Groups(this.http)
    this.labels = new Labels(this.http)
    this.projects = new Projects(this.http)
    this.users = new Users(this.http)
  }

  /** Closes the connections once the requests under way are answered; later calls are refused. */
  close(): Promise<void> {
    return this.http.close()
  }
}
