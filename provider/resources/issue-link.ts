import type { Client, IssueLinkCreate, IssueLinkType } from '../../sdk'
import { type AdoptableByName, resource } from '../core/pulumi/resource'
import { number } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { choice, integer, reference } from '../core/schema/fields'
import { inAddress } from '../core/schema/page'

/** A link, as listed for its source. Responses for a single link can have source and target exchanged. */
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
  otherTools: {
    terraform: 'Issue links are not exported.',
    pulumiGitlab: 'Its state contains other values: adopt the link.',
  },
  page: ({ issueIid }) => `-/issues/${inAddress(issueIid)}`,
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
     * The project of the source issue: its numeric id or its full path, such as `"acme/web"`. Changing any argument
     * replaces the link and deletes the old link first.
     */
    project: reference('project'),
    /** Number of the source issue within its project. */
    issueIid: integer({ minimum: 1 }),
    /** The project of the target issue: its numeric id or its full path. */
    targetProject: reference('project', { wire: 'target_project_id' }),
    /** Number of the target issue within its project. */
    targetIssueIid: integer({ minimum: 1 }),
    /**
     * Relation of the source to the target: `"relates_to"`, `"blocks"` or `"is_blocked_by"`. Default: `"relates_to"`.
     */
    linkType: optional(choice(['relates_to', 'blocks', 'is_blocked_by']), 'relates_to'),
  },
  output: {
    /** Id of the link on the service. */
    issueLinkId: number('id'),
    /** Numeric id of the target issue's project. */
    targetProjectId: number(),
  },
  replaceOn: ['project', 'issueIid', 'targetProject', 'targetIssueIid', 'linkType'],
  // Two issues can only have one link, regardless of its type.
  deleteBeforeReplace: true,
  existence: {
    // If both issues are linked to each other concurrently, there are two links.
    duplicates: (live, links) => links.filter((link) => link.id !== live.id && isSameEnd(link, live)),
    // The list omits issues that the token cannot read.
    proofOfAccess: (api, state) => api.issues.get(Number(state.targetProjectId), Number(state.targetIssueIid)),
  },
  hints: {
    byStatus: {
      403: 'Linking issues requires membership in both projects.',
      422: 'An issue cannot be linked to itself, its parents or its children, and can have at most 100 links.',
    },
    byError: ({ status, serverMessage }) => {
      if (status === 403 && /not available for current license/i.test(serverMessage)) {
        return '"blocks" and "is_blocked_by" require Premium or Ultimate, which the project does not have: use "relates_to".'
      }
      return status === 400 && /link_type does not have a valid value/i.test(serverMessage)
        ? 'GitLab Community Edition supports only "relates_to". "blocks" and "is_blocked_by" require Premium or Ultimate.'
        : undefined
    },
  },
  api: {
    list: (api, at) => ({ all: () => linksOf(api, at.project, at.issueIid) }),
    create: async (api, at, body, { targetProject }) => {
      // The response can lack the link's id or have the ends exchanged, so the list is read.
      await api.issueLinks.create(at.project, at.issueIid, { ...body, target_project_id: targetProject })
      return undefined
    },
    delete: (api, at) => api.issueLinks.delete(at.project, at.issueIid, at.issueLinkId),
  },
})

/** Arguments of an {@link IssueLink}. */
export interface IssueLinkArgs extends ArgsOf<typeof issueLink.input>, AdoptableByName {}

/**
 * A link between two issues of the same or different projects. Deleting it does not delete the issues.
 *
 * ```ts
 * new trueup.IssueLink("blocked", {
 *   project: "acme/web", issueIid: 3, targetProject: "acme/api", targetIssueIid: 4, linkType: "is_blocked_by",
 * })
 * ```
 */
export class IssueLink extends resource<IssueLinkArgs>()(issueLink) {}
