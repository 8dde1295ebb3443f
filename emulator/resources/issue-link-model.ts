import { conflict, failed } from '../http/errors'
import { type IssueRecord, issues } from '../records/issue'
import { type IssueLinkRecord, issueLinks, type IssueLinkType } from '../records/issue-link'
import type { Store } from '../store/store'

const mostPerIssue = 100

const inverse: Record<IssueLinkType, IssueLinkType> = {
  relates_to: 'relates_to',
  blocks: 'is_blocked_by',
  is_blocked_by: 'blocks',
}

/** The links in a store, and the rules of the model. */
export class IssueLinkModel {
  constructor(private readonly store: Store) {}

  /** The links from and to the issue, by id. */
  of({ id }: IssueRecord): IssueLinkRecord[] {
    return [...this.#links.where('source', id), ...this.#links.where('target', id)].sort((a, b) => a.id - b.id)
  }

  /** Deletes the links of an issue that is deleted. */
  forget(issue: IssueRecord): void {
    for (const link of this.of(issue)) this.#links.delete(link)
  }

  find(issue: IssueRecord, id: number): IssueLinkRecord | undefined {
    const link = this.#links.get(id)
    return link?.source_id === issue.id || link?.target_id === issue.id ? link : undefined
  }

  /** The number of open issues that this one blocks. */
  blockedBy(issue: IssueRecord): number {
    return this.of(issue).filter(
      (link) =>
        typeFrom(issue, link) === 'blocks' && this.store.of(issues).get(otherEnd(issue, link))?.state === 'opened',
    ).length
  }

  /** @throws HttpError 409 if the two issues are linked in either direction. */
  requireUnlinked(source: IssueRecord, target: IssueRecord): void {
    const linked = source.id !== target.id && this.of(source).some((link) => otherEnd(source, link) === target.id)
    if (linked) throw conflict('Issue(s) already assigned')
  }

  /** With `swap`, `is_blocked_by` is stored as `blocks` in the other direction. @throws HttpError 422 */
  create(
    source: IssueRecord,
    target: IssueRecord,
    link_type: IssueLinkType,
    { swap }: { swap: boolean },
    now: string,
  ): IssueLinkRecord {
    const refused = (reason: string) => failed(422, `#${target.iid} cannot be added: ${reason}`)
    if (source.id === target.id) throw refused('cannot be related to itself')
    if ([source, target].some((issue) => this.of(issue).length >= mostPerIssue)) {
      throw refused(`This issue would exceed the maximum number of linked issues (${mostPerIssue}).`)
    }
    const stamps = { created_at: now, updated_at: now }
    return swap && link_type === 'is_blocked_by'
      ? this.#links.insert({ source_id: target.id, target_id: source.id, link_type: 'blocks', ...stamps })
      : this.#links.insert({ source_id: source.id, target_id: target.id, link_type, ...stamps })
  }

  delete(link: IssueLinkRecord): void {
    this.#links.delete(link)
  }

  get #links() {
    return this.store.of(issueLinks)
  }
}

/** The type of the link, seen from the issue. */
export const typeFrom = (issue: IssueRecord, { source_id, link_type }: IssueLinkRecord): IssueLinkType =>
  source_id === issue.id ? link_type : inverse[link_type]

/** The id of the issue at the other end. */
export const otherEnd = (issue: IssueRecord, { source_id, target_id }: IssueLinkRecord): number =>
  source_id === issue.id ? target_id : source_id
