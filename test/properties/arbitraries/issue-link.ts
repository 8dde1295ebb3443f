import fc from 'fast-check'
import { issueLink } from '../../../provider/resources/issue-link'
import { cases, optional, plain, type Target } from './cases'
import { project } from './reference'

type LinkType = 'relates_to' | 'blocks' | 'is_blocked_by'

interface IssueLink {
  project: number
  issueIid: number
  targetProject: number
  targetIssueIid: number
  linkType: LinkType
}

const iids = plain(fc.integer({ min: 1, max: 5 }))
/** Ids of the issues of the seed world. */
const idOf = (project: number, iid: number) => 100 * project + iid

const inverse: Record<LinkType, LinkType> = {
  relates_to: 'relates_to',
  blocks: 'is_blocked_by',
  is_blocked_by: 'blocks',
}

const source = ({ project, issueIid }: IssueLink) => idOf(project, issueIid)

/** The stored link. Either end can be the first. */
function stored({ emulator, live, values }: Target<IssueLink>) {
  const id = Number(live.issue_link_id)
  const link = emulator.state().collections.issue_links?.records.find((record) => record.id === id)
  return { id, isTurned: link !== undefined && 'target_id' in link && link.target_id === source(values) }
}

/** The API has no way to change a link. */
function retarget(target: Target<IssueLink>, project: number, iid: number) {
  const { id, isTurned } = stored(target)
  target.emulator.patch('issue_links', id, { [isTurned ? 'source_id' : 'target_id']: idOf(project, iid) })
}

/** Another issue, if source and target are the same one. */
function apart(values: IssueLink): IssueLink {
  const isSame = values.project === values.targetProject && values.issueIid === values.targetIssueIid
  return isSame ? { ...values, targetIssueIid: (values.targetIssueIid % 5) + 1 } : values
}

export const issueLinkCases = () =>
  cases<IssueLink>({
    definition: issueLink,
    arguments: {
      project,
      issueIid: iids,
      targetProject: project,
      targetIssueIid: iids,
      linkType: optional(plain(fc.constantFrom('relates_to', 'blocks', 'is_blocked_by')), 'relates_to', ['relates_to']),
    },
    settle: apart,
    drifted: (values, _, after) => (apart(after) === after ? after : values),
    writes: { replace: ['DELETE', 'POST'] },
    collection: ({ project, issueIid }) => `/projects/${project}/issues/${issueIid}/links`,
    path: ({ project, issueIid }, live) =>
      `/projects/${project}/issues/${issueIid}/links/${String(live.issue_link_id)}`,
    seen: ({ project_id, iid, link_type }) =>
      ({ targetProject: project_id, targetIssueIid: iid, linkType: link_type }) as IssueLink,
    drift: {
      targetProject: (target, project) => retarget(target, project, Number(target.live.iid)),
      targetIssueIid: (target, iid) => retarget(target, Number(target.live.project_id), iid),
      linkType: (target, type) => {
        const { id, isTurned } = stored(target)
        target.emulator.patch('issue_links', id, { link_type: isTurned ? inverse[type] : type })
      },
    },
  })
