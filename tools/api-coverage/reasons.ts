/** Why parameters of writing endpoints have no argument. */
export interface Reason {
  /** The endpoints, as the API writes them. */
  endpoints: readonly string[]
  /** Their parameters. */
  parameters: readonly string[]
  /** What to use instead, or why there is no argument. */
  reason: string
}

/** The starts of paths that the files of releases do not contain, and why. */
export const undescribed: Readonly<Record<string, string>> = {
  '/:group/:project/alerts': 'GitLab does not describe the URLs of integrations',
  '/group_repository_storage_moves': 'the moves of projects have the same parameters',
  '/snippet_repository_storage_moves': 'the moves of projects have the same parameters',
}

const approvalRules = ['POST /projects/:id/approval_rules', 'PUT /projects/:id/approval_rules/:approval_rule_id']
const groups = ['POST /groups', 'PUT /groups/:id']
const projects = ['POST /projects', 'PUT /projects/:id']
const branches = ['POST /projects/:id/protected_branches', 'PATCH /projects/:id/protected_branches/:name']
const newMembers = ['POST /projects/:id/members', 'POST /groups/:id/members']
const filtered = ['/projects', '/groups'].flatMap((parent) =>
  ['PUT', 'DELETE'].map((method) => `${method} ${parent}/:id/variables/:key`),
)

/** A deprecated spelling, and the arguments that have the same effect. */
const deprecated = (endpoints: readonly string[], parameter: string, ...instead: string[]): Reason => ({
  endpoints,
  parameters: [parameter],
  reason: `deprecated spelling of ${instead.map((name) => `\`${name}\``).join(' and ')}`,
})

/** The one table of these reasons. */
export const reasons: readonly Reason[] = [
  {
    endpoints: ['POST /:group/:project/alerts/notify.json'],
    parameters: ['end_time'],
    reason: 'deleting an `Alert` resolves it',
  },
  { endpoints: approvalRules, parameters: ['user_ids', 'usernames', 'group_ids'], reason: 'an entry of `approvers`' },
  deprecated(approvalRules, 'users', 'approvers'),
  deprecated(approvalRules, 'groups', 'approvers'),
  {
    endpoints: approvalRules,
    parameters: ['protected_branch_ids'],
    reason: '`protectedBranches`, the names of branches',
  },
  {
    endpoints: approvalRules.slice(1),
    parameters: ['remove_hidden_groups'],
    reason: 'a token whose user can see the groups',
  },
  {
    endpoints: approvalRules,
    parameters: ['vulnerabilities_allowed', 'scanners', 'severity_levels', 'vulnerability_states'],
    reason: 'GitLab accepts and ignores it: security policies replace the rules of vulnerabilities',
  },
  {
    endpoints: ['POST /projects/:id/approvals'],
    parameters: ['approvals_before_merge'],
    reason: 'approval rules, which replace it',
  },
  deprecated(['POST /projects/:id/approvals'], 'require_password_to_approve', 'requireReauthenticationToApprove'),
  { endpoints: newMembers, parameters: ['username'], reason: '`user` is resolved to an id' },
  { endpoints: newMembers, parameters: ['invite_source'], reason: 'only statistics use it' },
  {
    endpoints: ['DELETE /projects/:id/members/:user_id'],
    parameters: ['skip_subresources'],
    reason: 'a project contains no other memberships',
  },
  { endpoints: filtered, parameters: ['filter'], reason: '`environmentScope`' },
  {
    endpoints: ['POST /projects/:id/variables', 'POST /groups/:id/variables'],
    parameters: ['masked_and_hidden'],
    reason: '`hidden`',
  },
  {
    endpoints: ['PUT /projects/:id/hooks/:hook_id/custom_headers/:key'],
    parameters: ['value'],
    reason: '`customHeaders`',
  },
  {
    endpoints: ['PUT /projects/:id/hooks/:hook_id/url_variables/:key'],
    parameters: ['value'],
    reason: '`urlVariables`',
  },
  {
    endpoints: branches.slice(0, 1),
    parameters: ['push_access_level'],
    reason: 'an entry of `allowedToPush` with `accessLevel`',
  },
  {
    endpoints: branches.slice(0, 1),
    parameters: ['merge_access_level'],
    reason: 'an entry of `allowedToMerge` with `accessLevel`',
  },
  {
    endpoints: branches,
    parameters: ['unprotect_access_level'],
    reason: 'an entry of `allowedToUnprotect` with `accessLevel`',
  },
  {
    endpoints: ['POST /projects/:id/protected_tags'],
    parameters: ['create_access_level'],
    reason: 'an entry of `allowedToCreate` with `accessLevel`',
  },

  deprecated(projects, 'issues_enabled', 'issuesAccessLevel'),
  deprecated(projects, 'merge_requests_enabled', 'mergeRequestsAccessLevel'),
  deprecated(projects, 'jobs_enabled', 'buildsAccessLevel'),
  deprecated(projects, 'wiki_enabled', 'wikiAccessLevel'),
  deprecated(projects, 'snippets_enabled', 'snippetsAccessLevel'),
  deprecated(projects, 'container_registry_enabled', 'containerRegistryAccessLevel'),
  deprecated(projects, 'packages_enabled', 'packageRegistryAccessLevel'),
  deprecated([...projects, ...groups], 'emails_disabled', 'emailsEnabled'),
  deprecated(projects, 'public_builds', 'publicJobs'),
  deprecated(projects, 'tag_list', 'topics'),
  deprecated(projects, 'approvals_before_merge', 'fallbackApprovalsRequired'),
  deprecated(projects.slice(1), 'restrict_user_defined_variables', 'ciPipelineVariablesMinimumOverrideRole'),
  {
    endpoints: [...projects, ...groups],
    parameters: ['avatar'],
    reason: 'a file, which only requests with forms can contain',
  },
  {
    endpoints: projects,
    parameters: ['repository_storage'],
    reason: 'only administrators can change it, with `RepositoryStorageMove`',
  },
  {
    endpoints: projects,
    parameters: ['import_url', 'mirror', 'mirror_trigger_builds'],
    reason: 'pull mirrors, which will be a kind of their own',
  },
  {
    endpoints: projects.slice(1),
    parameters: [
      ...['mirror_user_id', 'only_mirror_protected_branches', 'mirror_branch_regex'],
      'mirror_overwrites_diverged_branches',
    ],
    reason: 'pull mirrors, which will be a kind of their own',
  },

  deprecated(groups, 'default_branch_protection', 'defaultBranchProtectionDefaults'),
  deprecated(groups, 'duo_availability', 'duoFeaturesEnabled', 'lockDuoFeaturesEnabled'),
  {
    endpoints: groups.slice(0, 1),
    parameters: ['organization_id'],
    reason: 'a new group is in the organization of its parent, or in that of the token',
  },
  {
    endpoints: groups,
    parameters: ['ldap_cn', 'ldap_access'],
    reason: 'deprecated: groups have several links to LDAP, with endpoints of their own',
  },
  {
    endpoints: groups,
    parameters: ['foundational_agents_statuses'],
    reason: 'no response contains it, and GitLab does not describe its entries; see `aiSettings`',
  },
  {
    endpoints: groups.slice(1),
    parameters: ['duo_namespace_access_rules'],
    reason: 'GitLab does not describe its entries',
  },
  {
    endpoints: groups.slice(1),
    parameters: ['create_code_review_flow_consent'],
    reason: 'the consent of a user, which is not a setting',
  },
]

/** The reasons of an endpoint for some of its parameters. */
export function reasonsFor(endpoint: string, parameters: readonly string[]): Record<string, string> {
  const [path = ''] = endpoint.split('?')
  const known = reasons.filter(({ endpoints }) => endpoints.includes(path))
  return Object.fromEntries(
    known.flatMap((one) =>
      one.parameters.filter((name) => parameters.includes(name)).map((name) => [name, one.reason]),
    ),
  )
}
