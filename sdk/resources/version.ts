import { type Http } from '../http/http'
import { type RequestOptions } from '../http/options'
import { path } from '../http/path'

/** What the service runs. */
export interface ServiceVersion {
  /** `18.9.0`; with `-ee` it is the Enterprise Edition, licensed or not. */
  version: string
  /** Commit that it was built from. */
  revision: string
  /** Whether it is the Enterprise Edition, licensed or not; absent before 15.6. */
  enterprise?: boolean
}

/** The version of the service. https://docs.gitlab.com/api/version/ */
export class Versions {
  constructor(private readonly http: Http) {}

  /** The version that answers; not for the anonymous. */
  current(options?: RequestOptions): Promise<ServiceVersion> {
    return this.http.get(path`/version`, {}, options)
  }
}
