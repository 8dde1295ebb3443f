import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import type { Label, LabelCreate, LabelGetParams, LabelListParams, LabelUpdate } from './label'

/**
 * A label, as returned by the endpoints of a group. It does not tell which group the label belongs to: list the group with
 * `include_ancestor_groups: false`.
 */
export type GroupLabel = Omit<Label, 'priority' | 'is_project_label'>

/** Which labels to include besides those of the group itself. */
export interface GroupLabelScope extends LabelGetParams {
  /** Whether to include labels of subgroups. Default: false. */
  include_descendant_groups?: boolean | undefined
  /** Whether to leave out labels of projects. Default: true. */
  only_group_labels?: boolean | undefined
}

export type GroupLabelListParams = GroupLabelScope & LabelListParams

/** Labels of groups. https://docs.gitlab.com/api/group_labels/ */
export class GroupLabels {
  constructor(private readonly http: Http) {}

  /** Lists the labels that a group can use, by name. */
  list(group: Id, params?: GroupLabelListParams, options?: RequestOptions): List<GroupLabel> {
    return this.http.list(path`/groups/${group}/labels`, params, options)
  }

  /**
   * Reads a label by id or title. If no label has the number as its id, it is used as a title: compare the `id` of the
   * result.
   */
  get(group: Id, label: Id, params?: GroupLabelScope, options?: RequestOptions): Promise<GroupLabel> {
    return this.http.get(path`/groups/${group}/labels/${label}`, params, options)
  }

  /** Creates a label. Fails with `Conflict` or `Invalid` if the group or an ancestor group has a label with this name. */
  create(group: Id, body: Omit<LabelCreate, 'priority'>, options?: RequestOptions): Promise<GroupLabel> {
    return this.http.post(path`/groups/${group}/labels`, body, options)
  }

  /** Updates the given fields of a label of the group itself. */
  update(group: Id, label: Id, body: Omit<LabelUpdate, 'priority'>, options?: RequestOptions): Promise<GroupLabel> {
    return this.http.put(path`/groups/${group}/labels/${label}`, body, options)
  }

  /**
   * Deletes a label of the group itself. Fails with `NotFound` if an earlier attempt of this call deleted it and its
   * response was lost.
   */
  delete(group: Id, label: Id, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/groups/${group}/labels/${label}`, {}, options)
  }

  /** Subscribes the user of the token. Returns undefined if the user was already subscribed. */
  subscribe(group: Id, label: Id, options?: RequestOptions): Promise<GroupLabel | undefined> {
    return this.http.post(path`/groups/${group}/labels/${label}/subscribe`, undefined, { ...options, idempotent: true })
  }

  /** Unsubscribes the user of the token. Returns undefined if the user was not subscribed. */
  unsubscribe(group: Id, label: Id, options?: RequestOptions): Promise<GroupLabel | undefined> {
    return this.http.post(path`/groups/${group}/labels/${label}/unsubscribe`, undefined, {
      ...options,
      idempotent: true,
    })
  }
}
