import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import type { OfIssue } from './issue'

/**
 * Reads a link of an issue. Source and target can be exchanged. The direction of `blocks` is correct in either case.
 */
export const getIssueLink = reader<OfProject & OfIssue & OfLink>()(
  'getIssueLink',
  (api, { project, issue, issueLink }) => api.issueLinks.get(project, issue, issueLink),
)

/**
 * Lists the issues that are linked to an issue, in the order of creation of the links, with the relation of the issue
 * to each. Issues that the user of the access token cannot read are omitted.
 */
export const getIssueLinks = listReader<OfProject & OfIssue>()('getIssueLinks', (api, { project, issue }) =>
  api.issueLinks.list(project, issue),
)

interface OfLink {
  /** Id of the link: `issueLinkId` of its resource. */
  issueLink: number
}
