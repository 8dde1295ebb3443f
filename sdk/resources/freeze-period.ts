import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** A deploy freeze, from each time of the start to the next time of the end. */
export interface FreezePeriod {
  id: number
  /** Cron expression. */
  freeze_start: string
  /** Cron expression. */
  freeze_end: string
  /** Time zone of both expressions, as it was sent. */
  cron_timezone: string
  created_at: string
  updated_at: string
}

export interface FreezePeriodListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

export interface FreezePeriodCreate {
  /** Cron expression. The service removes surrounding spaces. */
  freeze_start: string
  /** Cron expression. The service removes surrounding spaces. */
  freeze_end: string
  /** IANA time zone or Rails time zone (`Berlin`). Default: `UTC`, but some services require it. */
  cron_timezone?: string | undefined
}

export interface FreezePeriodUpdate {
  /** Cron expression. */
  freeze_start?: string | undefined
  /** Cron expression. */
  freeze_end?: string | undefined
  /** IANA time zone or Rails time zone (`Berlin`). */
  cron_timezone?: string | undefined
}

/** Freeze periods of projects. https://docs.gitlab.com/api/freeze_periods/ */
export class FreezePeriods {
  constructor(private readonly http: Http) {}

  /** Lists the freeze periods of a project, oldest first. */
  list(project: Id, params?: FreezePeriodListParams, options?: RequestOptions): List<FreezePeriod> {
    return this.http.list(path`/projects/${project}/freeze_periods`, params, options)
  }

  /** Reads a freeze period. */
  get(project: Id, freezePeriod: number, options?: RequestOptions): Promise<FreezePeriod> {
    return this.http.get(path`/projects/${project}/freeze_periods/${freezePeriod}`, {}, options)
  }

  /**
   * Creates a freeze period. Duplicates are allowed. Fails with `Invalid` if an expression or the time zone is invalid.
   */
  create(project: Id, body: FreezePeriodCreate, options?: RequestOptions): Promise<FreezePeriod> {
    return this.http.post(path`/projects/${project}/freeze_periods`, body, options)
  }

  /** Updates the given fields. */
  update(project: Id, freezePeriod: number, body: FreezePeriodUpdate, options?: RequestOptions): Promise<FreezePeriod> {
    return this.http.put(path`/projects/${project}/freeze_periods/${freezePeriod}`, body, options)
  }

  /**
   * Deletes a freeze period. Fails with `NotFound` if an earlier attempt of this call deleted it and its response was
   * lost.
   */
  delete(project: Id, freezePeriod: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/freeze_periods/${freezePeriod}`, {}, options)
  }
}
