import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import type { OfIssue } from './issue'

/** One link of an issue. Source and target may be the other way round than it was made: `blocks` says which is which. */
export const getIssueLink = reader<OfProject & OfIssue & OfLink>()(
  'getIssueLink',
  (api, { project, issue, issueLink }) => api.issueLinks.get(project, issue, issueLink),
)

/**
 * The issues linked with an issue, in the order in which that was done, and what the issue is to each of them. Those
 * that the access token's user cannot read are left out.
 */
export const getIssueLinks = listReader<OfProject & OfIssue>()('getIssueLinks', (api, { project, issue }) =>
  api.issueLinks.list(project, issue),
)

interface OfLink {
  /** The link's number on the service: `issueLinkId` of its resource. */
  issueLink: number
}
