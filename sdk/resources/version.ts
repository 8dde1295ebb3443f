import type { Http } from '../http/http'
import type { RequestOptions } from '../http/options'
import { path } from '../http/path'

/** The version of the service. */
export interface ServiceVersion {
  /** Such as `18.9.0`. The suffix `-ee` means Enterprise Edition, licensed or not. */
  version: string
  /** Commit of the build. */
  revision: string
  /** Whether the service is the Enterprise Edition, licensed or not. Missing before GitLab 15.6. */
  enterprise?: boolean
}

/** The version of the service. https://docs.gitlab.com/api/version/ */
export class Versions {
  constructor(private readonly http: Http) {}

  /** Reads the version of the service. Requires a token. */
  current(options?: RequestOptions): Promise<ServiceVersion> {
    return this.http.get(path`/version`, {}, options)
  }
}
