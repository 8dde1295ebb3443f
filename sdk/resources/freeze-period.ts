import { type Http } from '../http/http'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** A deploy freeze: from each time of `freeze_start` to the next of `freeze_end`. */
export interface FreezePeriod {
  id: number
  /** Cron expression. */
  freeze_start: string
  /** Cron expression. */
  freeze_end: string
  /** Zone of both expressions, spelled as it was sent. */
  cron_timezone: string
  created_at: string
  updated_at: string
}

export interface FreezePeriodListParams {
  /** Page size, at most and by default 100. */
  per_page?: number | undefined
}

export interface FreezePeriodCreate {
  /** Cron expression; blanks around it are taken off. */
  freeze_start: string
  /** Cron expression; blanks around it are taken off. */
  freeze_end: string
  /** Name of an IANA zone or one of Rails (`Berlin`). Default `UTC`, but some services refuse to do without. */
  cron_timezone?: string | undefined
}

export interface FreezePeriodUpdate {
  /** Cron expression. */
  freeze_start?: string | undefined
  /** Cron expression. */
  freeze_end?: string | undefined
  /** Name of an IANA zone or one of Rails (`Berlin`). */
  cron_timezone?: string | undefined
}

/** Deploy freezes of projects. https://docs.gitlab.com/api/freeze_periods/ */
export class FreezePeriods {
  constructor(private readonly http: Http) {}

  /** The freezes of a project, oldest first. */
  list(project: Id, params?: FreezePeriodListParams, options?: RequestOptions): List<FreezePeriod> {
    return this.http.list(path`/projects/${project}/freeze_periods`, params, options)
  }

  /** One freeze. */
  get(project: Id, freezePeriod: number, options?: RequestOptions): Promise<FreezePeriod> {
    return this.http.get(path`/projects/${project}/freeze_periods/${freezePeriod}`, {}, options)
  }

  /** Creates a freeze. Nothing keeps it from being the twin of another; `Invalid` names the fields that are no cron or zone. */
  create(project: Id, body: FreezePeriodCreate, options?: RequestOptions): Promise<FreezePeriod> {
    return this.http.post(path`/projects/${project}/freeze_periods`, body, options)
  }

  /** Changes the fields given. */
  update(project: Id, freezePeriod: number, body: FreezePeriodUpdate, options?: RequestOptions): Promise<FreezePeriod> {
    return this.http.put(path`/projects/${project}/freeze_periods/${freezePeriod}`, body, options)
  }

  /** Deletes a freeze. `NotFound` may follow when an earlier attempt of this very call deleted it and its answer was lost. */
  delete(project: Id, freezePeriod: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/freeze_periods/${freezePeriod}`, {}, options)
  }
}
