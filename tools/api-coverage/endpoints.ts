import { nothing, noun } from './endpoint'
import { groupAccessTokens, projectAccessTokens } from './nouns/access-token'
import { alerts } from './nouns/alert'
import { approvalRules } from './nouns/approval-rule'
import { approvalSettings } from './nouns/approval-settings'
import { freezePeriods } from './nouns/freeze-period'
import { groupLife, groups } from './nouns/group'
import { groupLabels } from './nouns/group-label'
import { issueLinks } from './nouns/issue-link'
import { jobQueueMetrics } from './nouns/job-queue-metrics'
import { labels } from './nouns/label'
import { groupMembers, projectMembers } from './nouns/member'
import { pipelines } from './nouns/pipeline'
import { projectLife, projects } from './nouns/project'
import { projectHooks } from './nouns/project-hook'
import { protectedBranches } from './nouns/protected-branch'
import { protectedEnvironments } from './nouns/protected-environment'
import { protectedTags } from './nouns/protected-tag'
import { remoteMirrors } from './nouns/remote-mirror'
import { repositoryStorageMoves } from './nouns/repository-storage-move'
import { triggerTokens } from './nouns/trigger-token'
import { groupVariables, projectVariables } from './nouns/variable'
import { vulnerabilities } from './nouns/vulnerability'
import { vulnerabilityFindings } from './nouns/vulnerability-finding'

/** Every endpoint of the API, in the order in which the API has them. */
export const nouns = [
  groupAccessTokens,
  vulnerabilityFindings,
  vulnerabilities,
  protectedEnvironments,
  pipelines,
  triggerTokens,
  freezePeriods,
  remoteMirrors,
  issueLinks,
  labels,
  alerts,
  repositoryStorageMoves,
  jobQueueMetrics,
  protectedTags,
  projectVariables,
  groupVariables,
  protectedBranches,
  groupLabels,
  approvalRules,
  projectMembers,
  groupMembers,
  projectHooks,
  approvalSettings,
  projects,
  projectLife,
  groups,
  groupLife,
  projectAccessTokens,
]

/** Collections that the API names for keyset pagination, and which the client lists. */
export const keyset = noun(
  'Keyset pagination',
  nothing,
  [
    {
      endpoint: 'GET /groups?pagination=keyset',
      unused: 'Functions send a token, with which groups are paginated by page number.',
      call: (api) => api.groups.list({ pagination: 'keyset' }),
      sends: 'pagination=keyset&order_by=name&sort=asc',
      test: ['emulator/test/keyset', 'of groups › paginates groups by name for anonymous callers'],
    },
    {
      endpoint: 'GET /projects?pagination=keyset',
      call: (api) => api.projects.list({ pagination: 'keyset' }),
      sends: 'pagination=keyset&order_by=id&sort=asc',
      variants: [
        {
          call: (api) => api.projects.list({ pagination: 'keyset', id_after: 7 }),
          sends: 'pagination=keyset&id_after=7&order_by=id&sort=asc',
        },
        {
          call: (api) => api.projects.list({ pagination: 'keyset', sort: 'desc', order_by: undefined }),
          sends: 'pagination=keyset&sort=desc&order_by=id',
        },
      ],
      test: [
        'emulator/test/keyset',
        'of projects › links to the next page of projects by id, with the other parameters',
      ],
    },
    {
      endpoint: 'GET /users?pagination=keyset',
      call: (api) => api.users.list({ pagination: 'keyset' }),
      sends: 'pagination=keyset&order_by=id&sort=asc',
      variants: [
        {
          call: (api) => api.users.list({ pagination: 'keyset', order_by: 'username' }),
          sends: 'pagination=keyset&order_by=username&sort=asc',
        },
      ],
      test: ['emulator/test/keyset', 'of users › returns cursors to the next and the previous page'],
    },
  ],
  'The API names ten collections that can be read along an order instead of by page number. The client lists three:',
)

/** The others that it names. */
export const unlistable = [
  'Group audit events',
  'Instance audit events',
  'Package pipelines',
  'Project audit events',
  'Project jobs',
  'Registry repository tags',
  'Repository tree',
]
