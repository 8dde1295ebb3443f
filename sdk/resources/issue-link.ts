import { type Http } from '../http/http'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import { type Issue } from './issue'

/** What the source of a link is to its target. Services with paid plans keep all but `relates_to` to those. */
export type IssueLinkType = 'relates_to' | 'blocks' | 'is_blocked_by'

/**
 * A link of two issues. Some services never answer `is_blocked_by`, but the `blocks` that is the same: source and
 * target have then changed places.
 */
export interface IssueLink {
  /** Older services leave it out; the list has it. */
  id?: number
  source_issue: Issue
  target_issue: Issue
  link_type: IssueLinkType
}

/** The issue at the other end of a link, and the link as seen from this end. */
export interface LinkedIssue extends Issue {
  issue_link_id: number
  /** What the issue whose links these are is to this one. */
  link_type: IssueLinkType
  link_created_at: string
  link_updated_at: string
}

export interface IssueLinkCreate {
  /** Id or full path. */
  target_project_id: Id
  target_issue_iid: number
  /** Default `relates_to`. */
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
   * The issues that are linked with this one, in the order of creation of the links. GitLab returns all of them on one
   * page. Issues that the user of the token cannot read are missing.
   */
  list(project: Id, issue: number, options?: RequestOptions): List<LinkedIssue> {
    return this.http.list(path`/projects/${project}/issues/${issue}/links`, {}, options)
  }

  /** One link, by way of either of its issues. */
  get(project: Id, issue: number, link: number, options?: RequestOptions): Promise<IssueLink> {
    return this.http.get(path`/projects/${project}/issues/${issue}/links/${link}`, {}, options)
  }

  /** Links two issues. `Conflict` where they are linked already, in whichever direction and way: a link has no update. */
  create(project: Id, issue: number, body: IssueLinkCreate, options?: RequestOptions): Promise<IssueLink> {
    return this.http.post(path`/projects/${project}/issues/${issue}/links`, body, options)
  }

  /**
   * Removes a link, for both issues, and answers what it was.
   * `NotFound` may follow when an earlier attempt of this very call deleted it and its answer was lost.
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
