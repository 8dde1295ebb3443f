import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** A label, as returned by the endpoints of a project. */
export interface Label {
  id: number
  name: string
  /** `#RRGGBB`. */
  color: string
  /** Color of text that is readable on `color`. */
  text_color: string
  description: string | null
  description_html: string | null
  /** Counts are included in lists on request. Some services include them in other responses. */
  open_issues_count?: number
  closed_issues_count?: number
  open_merge_requests_count?: number
  /** Whether the user of the token is subscribed. */
  subscribed: boolean
  /** Priority within the project. 0 is the highest. Null: none. */
  priority: number | null
  /** Whether users can no longer select it. Older services omit it. */
  archived?: boolean
  /** False for a label that the project inherits from a group. */
  is_project_label: boolean
}

/** The result of promoting a label: a label of the group, without the fields of a project. */
export type PromotedLabel = Omit<Label, 'text_color' | 'priority' | 'is_project_label'> & { text_color?: string }

export interface LabelListParams {
  /** Whether to count issues and merge requests. Default: false. */
  with_counts?: boolean | undefined
  /** Whether to include labels of ancestor groups. Default: true. */
  include_ancestor_groups?: boolean | undefined
  /** Words to search for in name or description. */
  search?: string | undefined
  /** True: only archived labels. False: only other labels. Default: both. Older services ignore it. */
  archived?: boolean | undefined
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

export interface LabelGetParams {
  /** Whether to include labels of ancestor groups. Default: true. */
  include_ancestor_groups?: boolean | undefined
}

export interface LabelCreate {
  name: string
  /** `#RRGGBB` or the name of a CSS color. */
  color: string
  description?: string | null | undefined
  /** An integer from 0. Null: none. An archived label gets none. */
  priority?: number | null | undefined
  /** Whether users cannot select it. Default: false. Older services ignore it. */
  archived?: boolean | undefined
}

/** At least one of `new_name` and `color` is required. Newer services accept any field. */
export interface LabelUpdate {
  new_name?: string | undefined
  /** `#RRGGBB` or the name of a CSS color. */
  color?: string | undefined
  description?: string | null | undefined
  /** An integer from 0. Null removes it. An archived label gets none. */
  priority?: number | null | undefined
  /** True removes the priority. Older services ignore it. */
  archived?: boolean | undefined
}

/** Labels of projects. https://docs.gitlab.com/api/labels/ */
export class Labels {
  constructor(private readonly http: Http) {}

  /** Lists the labels that a project can use, by name. */
  list(project: Id, params?: LabelListParams, options?: RequestOptions): List<Label> {
    return this.http.list(path`/projects/${project}/labels`, params, options)
  }

  /**
   * Reads a label by id or title. If no label has the number as its id, it is used as a title: compare the `id` of the
   * result.
   */
  get(project: Id, label: Id, params?: LabelGetParams, options?: RequestOptions): Promise<Label> {
    return this.http.get(path`/projects/${project}/labels/${label}`, params, options)
  }

  /**
   * Creates a label. Fails with `Conflict` or `Invalid` if the project or an ancestor group has a label with this name.
   */
  create(project: Id, body: LabelCreate, options?: RequestOptions): Promise<Label> {
    return this.http.post(path`/projects/${project}/labels`, body, options)
  }

  /** Updates the given fields. */
  update(project: Id, label: Id, body: LabelUpdate, options?: RequestOptions): Promise<Label> {
    return this.http.put(path`/projects/${project}/labels/${label}`, body, options)
  }

  /** Deletes a label. Fails with `NotFound` if an earlier attempt of this call deleted it and its response was lost. */
  delete(project: Id, label: Id, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/labels/${label}`, {}, options)
  }

  /** Promotes the label to a label of the project's group. Its id can change. */
  promote(project: Id, label: Id, options?: RequestOptions): Promise<PromotedLabel> {
    return this.http.put(path`/projects/${project}/labels/${label}/promote`, undefined, {
      ...options,
      idempotent: false,
    })
  }

  /** Subscribes the user of the token. Returns undefined if the user was already subscribed. */
  subscribe(project: Id, label: Id, options?: RequestOptions): Promise<Label | undefined> {
    return this.http.post(path`/projects/${project}/labels/${label}/subscribe`, undefined, {
      ...options,
      idempotent: true,
    })
  }

  /** Unsubscribes the user of the token. Returns undefined if the user was not subscribed. */
  unsubscribe(project: Id, label: Id, options?: RequestOptions): Promise<Label | undefined> {
    return this.http.post(path`/projects/${project}/labels/${label}/unsubscribe`, undefined, {
      ...options,
      idempotent: true,
    })
  }

  /** @deprecated Use {@link delete}. */
  deleteByName(project: Id, name: string, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/labels`, { name }, options)
  }

  /** @deprecated Use {@link update}. */
  updateByName(
    project: Id,
    body: LabelUpdate & ({ name: string } | { label_id: number }),
    options?: RequestOptions,
  ): Promise<Label> {
    return this.http.put(path`/projects/${project}/labels`, body, options)
  }

  /** @deprecated Use {@link promote}. */
  promoteByName(project: Id, name: string, options?: RequestOptions): Promise<PromotedLabel> {
    return this.http.put(path`/projects/${project}/labels/promote`, { name }, { ...options, idempotent: false })
  }
}
