import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import type { Issue } from './issue'

/** The relation of the source to the target. Some services require a paid tier for all types except `relates_to`. */
export type IssueLinkType = 'relates_to' | 'blocks' | 'is_blocked_by'

/** A link of two issues. Some services return `blocks` with source and target exchanged instead of `is_blocked_by`. */
export interface IssueLink {
  /** Older services omit it. The list contains it. */
  id?: number
  source_issue: Issue
  target_issue: Issue
  link_type: IssueLinkType
}

/** The issue at the other end of a link, and the link from the perspective of the listed issue. */
export interface LinkedIssue extends Issue {
  issue_link_id: number
  /** The relation of the issue with the links to this issue. */
  link_type: IssueLinkType
  link_created_at: string
  link_updated_at: string
}

export interface IssueLinkCreate {
  /** Id or full path. */
  target_project_id: Id
  target_issue_iid: number
  /** Default: `relates_to`. */
  link_type?: IssueLinkType | undefined
}

export interface IssueLinkDeleteParams {
  /** Newer services ignore it. */
  link_type?: IssueLinkType | undefined
}

/** Links of issues. https://docs.gitlab.com/api/issue_links/ */
export class IssueLinks {
  constructor(private readonly http: Http) {}

  /**
   * Lists the issues that are linked to this issue, in the order of creation of the links. GitLab returns all of them
   * on one page. Issues that the user of the token cannot read are missing.
   */
  list(project: Id, issue: number, options?: RequestOptions): List<LinkedIssue> {
    return this.http.list(path`/projects/${project}/issues/${issue}/links`, {}, options)
  }

  /** Reads a link through either of its issues. */
  get(project: Id, issue: number, link: number, options?: RequestOptions): Promise<IssueLink> {
    return this.http.get(path`/projects/${project}/issues/${issue}/links/${link}`, {}, options)
  }

  /**
   * Links two issues. Fails with `Conflict` if they are already linked, in either direction and with any type. A link
   * has no update.
   */
  create(project: Id, issue: number, body: IssueLinkCreate, options?: RequestOptions): Promise<IssueLink> {
    return this.http.post(path`/projects/${project}/issues/${issue}/links`, body, options)
  }

  /**
   * Deletes a link for both issues and returns it. Fails with `NotFound` if an earlier attempt of this call deleted it
   * and its response was lost.
   */
  delete(
    project: Id,
    issue: number,
    link: number,
    params?: IssueLinkDeleteParams,
    options?: RequestOptions,
  ): Promise<IssueLink> {
    return this.http.delete(path`/projects/${project}/issues/${issue}/links/${link}`, params, options)
  }
}
