import type { Client, IssueLinkCreate, IssueLinkType } from '../../sdk'
import { type AdoptableByName, resource } from '../core/pulumi/resource'
import { number } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { choice, integer, reference } from '../core/schema/fields'

/** A link, as the list of its source's links has it: single answers may have source and target the other way round. */
interface Live {
  id: number
  target_project_id: number
  target_issue_iid: number
  link_type: IssueLinkType
}

async function linksOf(api: Client, project: number, issueIid: number): Promise<Live[]> {
  const linked = await api.issueLinks.list(project, issueIid).all()
  return linked.map(({ issue_link_id, project_id, iid, link_type }) => ({
    id: issue_link_id,
    target_project_id: project_id,
    target_issue_iid: iid,
    link_type,
  }))
}

const isSameEnd = (one: Live, other: Live) =>
  one.target_project_id === other.target_project_id && one.target_issue_iid === other.target_issue_iid

export const issueLink = define<Live, IssueLinkCreate>()({
  kind: 'issue-link',
  plural: 'issue links',
  access: {
    read: 'guest',
    write: 'guest',
    condition: 'in both projects',
    tierCondition: '`blocks` needs Premium or Ultimate',
    unarchived: 'changed',
    features: ['issues'],
  },
  identity: {
    parent: 'project',
    within: ['issueIid'],
    key: 'issueLinkId',
    naturalKey: ['issueIid', 'targetProject', 'targetIssueIid'],
  },
  input: {
    /**
     * The project of the source issue: its numeric id or its full path, such as `"acme/web"`. Another spelling of the
     * same project changes nothing; whatever else changes makes another link, once the old one is gone.
     */
    project: reference('project'),
    /** Number of the source issue within its project. */
    issueIid: integer({ minimum: 1 }),
    /** The project of the target issue: its numeric id or its full path. */
    targetProject: reference('project', { wire: 'target_project_id' }),
    /** Number of the target issue within its project. */
    targetIssueIid: integer({ minimum: 1 }),
    /** What the source is to the target: `"relates_to"`, `"blocks"` or `"is_blocked_by"`. Default `"relates_to"`. */
    linkType: optional(choice(['relates_to', 'blocks', 'is_blocked_by']), 'relates_to'),
  },
  output: {
    /** Id of the link on the service. */
    issueLinkId: number('id'),
    /** Numeric id of the target issue's project. */
    targetProjectId: number(),
  },
  replaceOn: ['project', 'issueIid', 'targetProject', 'targetIssueIid', 'linkType'],
  // Two issues have one link, whatever its type.
  deleteBeforeReplace: true,
  existence: {
    // Linked from both ends at the same moment, two issues have two links.
    duplicates: (live, links) => links.filter((link) => link.id !== live.id && isSameEnd(link, live)),
    // The list leaves out issues that the token may not read.
    proofOfAccess: (api, state) => api.issues.get(Number(state.targetProjectId), Number(state.targetIssueIid)),
  },
  hints: {
    byStatus: {
      403: 'Links are made by members of both projects.',
      422: 'Issues are not linked to themselves, their parents or their children, and have at most 100 links.',
    },
    byError: ({ status, serverMessage }) => {
      if (status === 403 && /not available for current license/i.test(serverMessage)) {
        return '"blocks" and "is_blocked_by" need Premium or Ultimate, which the project does not have: use "relates_to".'
      }
      return status === 400 && /link_type does not have a valid value/i.test(serverMessage)
        ? 'GitLab Community Edition has "relates_to" only: "blocks" and "is_blocked_by" need Premium or Ultimate.'
        : undefined
    },
  },
  api: {
    list: (api, at) => ({ all: () => linksOf(api, at.project, at.issueIid) }),
    create: async (api, at, body) => {
      // The answer may lack the link's id, and may have its ends the other way round: the list tells.
      await api.issueLinks.create(at.project, at.issueIid, body)
      return undefined
    },
    delete: (api, at) => api.issueLinks.delete(at.project, at.issueIid, at.issueLinkId),
  },
})

/** Arguments of an {@link IssueLink}. */
export interface IssueLinkArgs extends ArgsOf<typeof issueLink.input>, AdoptableByName {}

/**
 * A link from one issue to another, of the same or another project. Deleting it unlinks the two; the issues stay.
 *
 * ```ts
 * new trueup.IssueLink("blocked", {
 *   project: "acme/web", issueIid: 3, targetProject: "acme/api", targetIssueIid: 4, linkType: "is_blocked_by",
 * })
 * ```
 */
export class IssueLink extends resource<IssueLinkArgs>()(issueLink) {}
