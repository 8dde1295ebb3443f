import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { failed, forbidden, recordNotFound } from '../http/errors'
import { isCommunity, isFree } from '../http/instance'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { segment, segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import { has } from '../http/release'
import { type IssueRecord, issues } from '../records/issue'
import type { IssueLinkRecord, IssueLinkType } from '../records/issue-link'
import { projectRole, roles } from './access'
import { isReadOnly } from './archived'
import { canReadIssue, findIssue, findNamedIssue, projectOf } from './issue'
import { IssueLinkModel, otherEnd, typeFrom } from './issue-link-model'
import { isSubscribed, presentIssue, presentLinkedIssue } from './issue-presenter'
import { findProject } from './project'

const linkType = string.oneOf('relates_to', 'blocks', 'is_blocked_by')
const issuePath = { id: segment, issue_iid: segmentId }
const issueLinkPath = { ...issuePath, issue_link_id: segment }

/** Links of issues. */
export const issueLink: Resource = (api) => {
  const spec = api.flavor === 'spec'

  // The specification paginates every list; GitLab returns this one whole.
  const pages = (spec ? paging : {}) as typeof paging
  api.get(
    '/projects/:id/issues/:issue_iid/links',
    { before: login, params: params({ ...issuePath, ...pages }) },
    (call, { issue_iid, ...query }) => {
      const issue = findIssue(call, findProject(call), issue_iid)
      const found = links(call)
        .of(issue)
        .flatMap((link) => {
          const other = call.store.of(issues).get(otherEnd(issue, link))
          return other && canReadIssue(call, other) ? [{ other, link }] : []
        })
      const page = spec ? paginate(call, found, query) : found
      return page.map(({ other, link }) => presentListedIssue(call, issue, other, link))
    },
  )

  api.post(
    '/projects/:id/issues/:issue_iid/links',
    {
      before: login,
      params: params({
        ...issuePath,
        target_project_id: string.required(),
        target_issue_iid: string.required(),
        link_type: (isCommunity(api) ? string.oneOf('relates_to') : linkType).default('relates_to'),
      }),
    },
    (call, { issue_iid, target_project_id, target_issue_iid, link_type }) => {
      const named = [
        findIssue(call, findProject(call), issue_iid),
        // In GitLab, null means the project of the path.
        findNamedIssue(call, target_project_id ?? (spec ? '' : call.segment('id')), target_issue_iid ?? ''),
      ] as const
      // At the same time, the same two issues are linked in the other direction.
      const [source, target] = call.race === 'first' ? [named[1], named[0]] : named
      // The specification has all types in all tiers.
      if (!spec && link_type !== 'relates_to' && isFree(api)) {
        throw failed(403, 'Blocked issues not available for current license')
      }
      if (!call.race) links(call).requireUnlinked(source, target)
      if (spec && !(mayUpdate(call, source) && mayUpdate(call, target))) throw forbidden()
      if (!mayLink(call, target)) throw failed(403, has(call.instance, 'memberOfBothIssues') ? notMember : notLinkable)
      const wanted = link_type as IssueLinkType
      return presentIssueLink(call, links(call).create(source, target, wanted, { swap: !spec }, call.now()))
    },
  )

  api.get(
    '/projects/:id/issues/:issue_iid/links/:issue_link_id',
    { before: login, params: params(issueLinkPath) },
    (call, { issue_iid, issue_link_id }) => presentIssueLink(call, findIssueLink(call, issue_iid, issue_link_id)),
  )

  api.delete(
    '/projects/:id/issues/:issue_iid/links/:issue_link_id',
    // GitLab does not have this parameter.
    { before: login, params: params({ ...issueLinkPath, ...(spec && { link_type: linkType }) }) },
    (call, { issue_iid, issue_link_id }) => {
      const link = findIssueLink(call, issue_iid, issue_link_id)
      if (!endsOf(call, link).every((issue) => mayLink(call, issue))) throw failed(404, 'No Issue Link found')
      call.status = 200
      links(call).delete(link)
      return presentIssueLink(call, link)
    },
  )
}

const notMember = 'Could not link issues. You must be a member of the project or group of both issues.'
const notLinkable = "Couldn't link issues. You must have at least the Guest role in both projects."

const links = (call: Call): IssueLinkModel => new IssueLinkModel(call.store)

/** The issues at both ends, the source first. */
const endsOf = (call: Call, { source_id, target_id }: IssueLinkRecord): IssueRecord[] =>
  [source_id, target_id].flatMap((id) => call.store.of(issues).get(id) ?? [])

/** @throws HttpError 404 if the link does not belong to the issue, or the caller cannot read one of its issues. */
function findIssueLink(call: Call, iid: number, id: string): IssueLinkRecord {
  const issue = findIssue(call, findProject(call), iid)
  const link = links(call).find(issue, parseInt(id, 10))
  if (!link || !endsOf(call, link).every((end) => canReadIssue(call, end))) throw recordNotFound()
  return link
}

/** Members can link issues unless the project is archived. */
const mayLink = (call: Call, issue: IssueRecord): boolean => hasRole(call, issue, roles.guest)

const mayUpdate = (call: Call, issue: IssueRecord): boolean =>
  hasRole(call, issue, issue.author_id === call.user?.id ? roles.guest : roles.planner)

function hasRole(call: Call, issue: IssueRecord, role: number): boolean {
  const project = projectOf(call, issue)
  return project !== undefined && !isReadOnly(call, project) && projectRole(call.store, call.user, project) >= role
}

/** In the specification, the response has the caller's subscription; in GitLab, the id. */
function presentIssueLink(call: Call, link: IssueLinkRecord) {
  const spec = call.instance.flavor === 'spec'
  const [source_issue, target_issue] = endsOf(call, link).map((issue) => ({
    ...presentLinkedIssue(call, issue),
    ...(spec && { subscribed: isSubscribed(call, issue) }),
  }))
  return { ...(!spec && { id: link.id }), source_issue, target_issue, link_type: link.link_type }
}

function presentListedIssue(call: Call, issue: IssueRecord, other: IssueRecord, link: IssueLinkRecord) {
  const shown = call.instance.flavor === 'spec' ? presentLinkedIssue(call, other) : presentIssue(call, other, issue)
  return {
    ...shown,
    issue_link_id: link.id,
    link_type: typeFrom(issue, link),
    link_created_at: link.created_at,
    link_updated_at: link.updated_at,
  }
}
