import { type Http } from '../http/http'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** A label, as the endpoints of a project show it. */
export interface Label {
  id: number
  name: string
  /** `#RRGGBB`. */
  color: string
  /** Colour of text that can be read on `color`. */
  text_color: string
  description: string | null
  description_html: string | null
  /** Counts are present in lists with `with_counts`, and wherever the service chooses to add them. */
  open_issues_count?: number
  closed_issues_count?: number
  open_merge_requests_count?: number
  /** Whether the token's user is subscribed. */
  subscribed: boolean
  /** Rank within the project, from 0 (highest); null without one. */
  priority: number | null
  /** False for a label that a group passes on to the project. */
  is_project_label: boolean
}

/** What promoting answers: a group's label, which has no place in a project. */
export type PromotedLabel = Omit<Label, 'text_color' | 'priority' | 'is_project_label'> & { text_color?: string }

export interface LabelListParams {
  /** Count issues and merge requests; default false. */
  with_counts?: boolean | undefined
  /** Also the labels of the groups above; default true. */
  include_ancestor_groups?: boolean | undefined
  /** Words to find in name or description. */
  search?: string | undefined
  /** Page size, at most and by default 100. */
  per_page?: number | undefined
}

export interface LabelGetParams {
  /** Also look in the groups above; default true. */
  include_ancestor_groups?: boolean | undefined
}

export interface LabelCreate {
  name: string
  /** `#RRGGBB` or the name of a CSS colour. */
  color: string
  description?: string | null | undefined
  /** A whole number from 0; null for none. */
  priority?: number | null | undefined
}

/** At least one of `new_name` and `color` is required; newer services are content with any field. */
export interface LabelUpdate {
  new_name?: string | undefined
  /** `#RRGGBB` or the name of a CSS colour. */
  color?: string | undefined
  description?: string | null | undefined
  /** A whole number from 0; null removes it. */
  priority?: number | null | undefined
}

/** Labels of projects. https://docs.gitlab.com/api/labels/ */
export class Labels {
  constructor(private readonly http: Http) {}

  /** The labels that a project can use, in the order of their names. */
  list(project: Id, params?: LabelListParams, options?: RequestOptions): List<Label> {
    return this.http.list(path`/projects/${project}/labels`, params, options)
  }

  /** One label, by id or title. A number that is no id is tried as a title: compare the answer's `id`. */
  get(project: Id, label: Id, params?: LabelGetParams, options?: RequestOptions): Promise<Label> {
    return this.http.get(path`/projects/${project}/labels/${label}`, params, options)
  }

  /** Creates a label. A name that the project or a group above it uses is refused with `Conflict` or `Invalid`. */
  create(project: Id, body: LabelCreate, options?: RequestOptions): Promise<Label> {
    return this.http.post(path`/projects/${project}/labels`, body, options)
  }

  /** Changes the fields given. */
  update(project: Id, label: Id, body: LabelUpdate, options?: RequestOptions): Promise<Label> {
    return this.http.put(path`/projects/${project}/labels/${label}`, body, options)
  }

  /** Deletes a label. `NotFound` may follow when an earlier attempt of this very call deleted it and its answer was lost. */
  delete(project: Id, label: Id, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/labels/${label}`, {}, options)
  }

  /** Turns the label into one of the project's group. Its id may change. */
  promote(project: Id, label: Id, options?: RequestOptions): Promise<PromotedLabel> {
    return this.http.put(path`/projects/${project}/labels/${label}/promote`, undefined, {
      ...options,
      idempotent: false,
    })
  }

  /** Subscribes the token's user; undefined when that was so already. */
  subscribe(project: Id, label: Id, options?: RequestOptions): Promise<Label | undefined> {
    return this.http.post(path`/projects/${project}/labels/${label}/subscribe`, undefined, {
      ...options,
      idempotent: true,
    })
  }

  /** Ends the subscription of the token's user; undefined when there was none. */
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
