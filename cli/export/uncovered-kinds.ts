import type { Parents } from '../../provider/command-line/service'
import type { ObjectQuery } from '../../sdk'

/** A kind of objects that Trueup does not manage, and how to count them. */
export interface UncoveredKind extends ObjectQuery {
  /** Such as `deploy key`. */
  noun: string
}

const isOf = (kind: string) => (badge: Record<string, unknown>) => badge.kind === undefined || badge.kind === kind
const isOwn = ({ inherited }: Record<string, unknown>) => inherited !== true

/** The kinds that cost a request for each project or group. */
export const uncoveredKinds: Readonly<Record<keyof Parents, readonly UncoveredKind[]>> = {
  project: [
    { noun: 'pipeline schedule', collection: 'pipeline_schedules' },
    { noun: 'deploy key', collection: 'deploy_keys' },
    { noun: 'deploy token', collection: 'deploy_tokens', params: { active: true } },
    { noun: 'push rule', collection: 'push_rule' },
    { noun: 'badge', collection: 'badges', counts: isOf('project') },
    { noun: 'integration', collection: 'integrations', counts: isOwn },
    { noun: 'project runner', collection: 'runners', params: { type: 'project_type' } },
  ],
  group: [
    { noun: 'group hook', collection: 'hooks' },
    { noun: 'group deploy token', collection: 'deploy_tokens', params: { active: true } },
    { noun: 'group push rule', collection: 'push_rule' },
    { noun: 'group badge', collection: 'badges', counts: isOf('group') },
    { noun: 'group integration', collection: 'integrations', counts: isOwn },
    // The list of a group also has the runners of the groups above it.
    { noun: 'available group runner', collection: 'runners', params: { type: 'group_type' } },
    { noun: 'group protected branch', collection: 'protected_branches' },
    { noun: 'group protected environment', collection: 'protected_environments' },
    { noun: 'group approval rule', collection: 'approval_rules' },
    { noun: 'SAML group link', collection: 'saml_group_links' },
    { noun: 'LDAP group link', collection: 'ldap_group_links' },
  ],
}

/** Groups with access to a project or group. The project or group itself lists them. */
export const invitedGroup = 'invited group'

/** What no request looks for. */
export const notLookedAt = [
  ...[
    'environments',
    'feature flags',
    'external status checks',
    'job token allowlists',
    'Pages domains',
    'pull mirrors',
  ],
  ...['protection rules of packages and containers', 'security policies', 'service accounts', 'custom roles'],
  ...['contents such as issues, milestones and wikis', 'settings and variables of the instance'],
]
