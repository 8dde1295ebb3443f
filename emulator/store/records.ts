import { collection } from './store'

/** People and places: what every resource hangs on. A resource's own records are declared in its file. */

export type Visibility = 'private' | 'internal' | 'public'

export type UserState = 'active' | 'blocked' | 'banned' | 'deactivated'

export interface UserRecord {
  id: number
  username: string
  name: string
  /** Only an active user can use the API. */
  state: UserState
  admin: boolean
  bot: boolean
  created_at: string
  /** Default: `<username>@example.com`. */
  email?: string
  /** Whether the user is external: cannot see internal projects or create groups. Default: false. */
  external?: boolean
  /** An administrator's note. Default: null. */
  note?: string | null
  /** Default: true. */
  can_create_group?: boolean
  /** Maximum number of projects. Default: 100,000. */
  projects_limit?: number
  /** Id of the user's namespace. Default: the user's id. */
  namespace_id?: number
}
export const users = collection<UserRecord>('users', {
  username: { by: (user) => user.username.toLowerCase() },
  bot: { by: ({ bot }) => String(bot) },
  namespace: { by: ({ id, namespace_id }) => namespace_id ?? id },
})

/** Tokens of people and of groups alike; a group's belong to its bot users. */
export interface AccessTokenRecord {
  id: number
  user_id: number
  /** The group whose token it is; null for a person's. */
  group_id: number | null
  /** The token that was rotated to get this one. */
  previous_id: number | null
  name: string
  description: string | null
  token: string
  scopes: string[]
  /** The first day on which it no longer works. */
  expires_at: string | null
  revoked: boolean
  created_at: string
  /** For a revoked token the time when that was done; use does not count as a change. */
  updated_at: string
  last_used_at: string | null
}
export const accessTokens = collection<AccessTokenRecord>('access_tokens', {
  token: { by: ({ token }) => token },
  user: { by: ({ user_id }) => user_id },
  group: { by: ({ group_id }) => group_id ?? 'none', order: (a, b) => a.id - b.id },
  previous: { by: ({ previous_id }) => previous_id ?? 'none' },
})

export interface GroupRecord {
  id: number
  name: string
  path: string
  full_path: string
  parent_id: number | null
  description: string | null
  visibility: Visibility
  /** Where the repository of its wiki is. */
  repository_storage: string
  created_at: string
  /** Settings other than the defaults, by parameter name. */
  settings?: Record<string, unknown>
  /** The day on which its deletion was scheduled. */
  marked_for_deletion_on?: string | null
}
export const groups = collection<GroupRecord>('groups', {
  path: { by: (group) => group.full_path.toLowerCase() },
  parent: { by: (group) => group.parent_id ?? 'none' },
})

export interface ProjectRecord {
  id: number
  name: string
  path: string
  path_with_namespace: string
  /** Null for a project in its creator's own namespace. */
  group_id: number | null
  creator_id: number
  description: string | null
  visibility: Visibility
  default_branch: string
  archived: boolean
  issues_enabled: boolean
  merge_requests_enabled: boolean
  builds_enabled: boolean
  /** Least role of those who may give a pipeline variables. */
  ci_pipeline_variables_minimum_override_role: 'developer' | 'maintainer' | 'owner' | 'no_one_allowed'
  /** What is wrong with the project's CI file; null for nothing. */
  ci_file_error: string | null
  /** How its pipelines end; those that fail have a failing test. */
  ci_outcome: 'success' | 'failed'
  /** Whether all who can read the project see its pipelines, too; default true, else reporters. */
  public_builds?: boolean
  /** Whether its figures are being counted anew, while no pipeline can be deleted; default false. */
  refreshing_statistics?: boolean
  /** Whether jobs of other projects are kept out; default false, unlike in a new project of GitLab. */
  ci_inbound_job_token_scope_enabled?: boolean
  /** Ids of the projects whose jobs are let in all the same; default none. */
  ci_job_token_allowlist?: number[]
  /** Settings other than the defaults, by parameter name. */
  settings?: Record<string, unknown>
  /** Default: none. */
  topics?: string[]
  /** Whether the repository is empty. Default: false. */
  empty_repo?: boolean
  /** The day on which its deletion was scheduled. */
  marked_for_deletion_on?: string | null
  repository_storage: string
  created_at: string
  updated_at: string
}
export const projects = collection<ProjectRecord>('projects', {
  path: { by: (project) => project.path_with_namespace.toLowerCase() },
  group: { by: (project) => project.group_id ?? 'none' },
})

/** A path that a project once had. */
export interface RedirectRecord {
  id: number
  path: string
  project_id: number
}
export const redirects = collection<RedirectRecord>('redirects', { path: { by: ({ path }) => path.toLowerCase() } })

/** A user's role in a group or project. */
export interface MembershipRecord {
  id: number
  user_id: number
  source: 'group' | 'project'
  source_id: number
  access_level: number
  /** The day on which it expires. Default: never. */
  expires_at?: string | null
  created_at?: string
  updated_at?: string
  /** The user who added the member. Default: none. */
  created_by_id?: number | null
}
/** An index that separates the records that have an `expires_at` (`'true'`) from the others. */
const byExpiry = { by: ({ expires_at }: { expires_at?: string | null }) => String(Boolean(expires_at)) }

export const memberKey = (user: number, source: 'group' | 'project', id: number): string => `${user} ${source} ${id}`
export const memberships = collection<MembershipRecord>('memberships', {
  member: { by: ({ user_id, source, source_id }) => memberKey(user_id, source, source_id) },
  source: { by: ({ source, source_id }) => `${source} ${source_id}` },
  user: { by: ({ user_id }) => user_id },
  ends: byExpiry,
})

/** A group that was invited to a project; its members get at most `access_level` there. */
export interface InvitationRecord {
  id: number
  project_id: number
  group_id: number
  access_level: number
  /** The day on which it expires. Default: never. */
  expires_at?: string | null
  updated_at?: string
}
export const invitations = collection<InvitationRecord>('invitations', {
  project: { by: (one) => one.project_id },
  group: { by: (one) => one.group_id },
  ends: byExpiry,
})

/** Gives the members of a group at most `access_level` in another group and in its contents. */
export interface GroupShareRecord {
  id: number
  /** The group that is shared. */
  shared_group_id: number
  /** The group that it is shared with. */
  group_id: number
  access_level: number
  /** The day on which it expires. Default: never. */
  expires_at?: string | null
  updated_at?: string
}
export const groupShares = collection<GroupShareRecord>('group_shares', {
  shared: { by: (one) => one.shared_group_id },
  group: { by: (one) => one.group_id },
  ends: byExpiry,
})

export type DeploymentTier = 'production' | 'staging' | 'testing' | 'development' | 'other'

export interface EnvironmentRecord {
  id: number
  project_id: number
  name: string
  created_at: string
  /** Default: `created_at`. */
  updated_at?: string
  /** Default: derived from the name. */
  tier?: DeploymentTier
  external_url?: string | null
  description?: string | null
  /** Default: `available`. */
  state?: 'available' | 'stopped'
  /** Default: `always`. */
  auto_stop_setting?: 'always' | 'with_action'
}
export const environments = collection<EnvironmentRecord>('environments', { project: { by: (one) => one.project_id } })

export interface IssueRecord {
  id: number
  iid: number
  project_id: number
  title: string
  description: string | null
  state: 'opened' | 'closed'
  author_id: number
  label_ids: number[]
  confidential: boolean
  /** Whether only members may comment; null until it is set. */
  discussion_locked?: boolean | null
  /** Default: the time of the last change. */
  closed_at?: string
  /** Absent from an ordinary one. */
  issue_type?: 'incident'
  created_at: string
  updated_at: string
}
export const issues = collection<IssueRecord>('issues', { project: { by: (issue) => issue.project_id } })

/** A branch or a tag. */
export interface RefRecord {
  id: number
  project_id: number
  name: string
  tag: boolean
  sha: string
}
export const refs = collection<RefRecord>('refs', { project: { by: (ref) => ref.project_id } })

/** A job with its token, which works while the job runs. */
export interface JobRecord {
  id: number
  project_id: number
  pipeline_id: number
  user_id: number
  token: string
  status: 'running' | 'success' | 'canceled'
}
export const jobs = collection<JobRecord>('jobs', { token: { by: (job) => job.token } })

export interface FindingRecord {
  id: number
  project_id: number
  /** The pipeline whose scan found it. */
  pipeline_id: number
  uuid: string
  name: string
  report_type: string
  severity: string
  confidence: string
  vulnerability_id: number | null
}
export const findings = collection<FindingRecord>('findings', { project: { by: (finding) => finding.project_id } })

export interface SnippetRecord {
  id: number
  title: string
  description: string | null
  visibility: Visibility
  author_id: number
  /** Null for one of a person. */
  project_id: number | null
  repository_storage: string
  created_at: string
  updated_at: string
}
export const snippets = collection<SnippetRecord>('snippets')

export interface StorageRecord {
  id: number
  name: string
  /** Why moves to it fail; null when they do not. */
  failure: string | null
}
export const storages = collection<StorageRecord>('storages', { name: { by: (storage) => storage.name } })
