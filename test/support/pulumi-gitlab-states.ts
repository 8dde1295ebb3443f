import type { Json } from '../../provider/core/schema/json'
import type { Client, NewAccessToken } from '../../sdk'
import type { State } from './pulumi'

/**
 * A resource of pulumi-gitlab in the state, and what the program of this package declares instead. The states are built
 * from the schema of `@pulumi/gitlab` 9 and the form of states that Pulumi's bridge to Terraform writes. They are not
 * recorded.
 */
export interface FormerResource {
  name: string
  /** The type in pulumi-gitlab. */
  type: string
  /** The kind in this package. */
  kind: string
  args: Json
  id: string
  inputs: Json
  outputs: Json
  /** The id in the form of this package. */
  ownId: string
  /** What only the state contains. */
  kept: Json
}

/** Creates an object for each kind that both packages know. */
export async function formerResources(api: Client): Promise<FormerResource[]> {
  const label = await api.labels.create(1, { name: 'bug::old', color: '#DC143C', description: 'Broken', priority: 3 })
  const freeze = await api.freezePeriods.create(1, {
    freeze_start: '0 18 * * 5',
    freeze_end: '0 7 * * 1',
    cron_timezone: 'UTC',
  })
  const environment = await api.protectedEnvironments.create(1, {
    name: 'eu:live/web',
    deploy_access_levels: [{ access_level: 40 }, { user_id: 3 }],
    approval_rules: [{ access_level: 40, required_approvals: 2 }],
  })
  const tag = await api.protectedTags.create(1, {
    name: 'v:*',
    allowed_to_create: [{ access_level: 30 }, { user_id: 3 }],
  })
  const branch = await api.protectedBranches.create(1, {
    name: 'release:*',
    allowed_to_push: [{ access_level: 30 }, { user_id: 3 }],
    merge_access_level: 30,
    // The user of the token is an administrator who is not a member.
    unprotect_access_level: 60,
    allow_force_push: true,
  })
  const trigger = await api.triggerTokens.create(1, { description: 'from a script' })
  const mirror = await api.remoteMirrors.create(1, {
    url: 'https://mirror:p%40ss-w0rd@example.com/acme/web.git',
    enabled: true,
    keep_divergent_refs: true,
    only_protected_branches: true,
  })
  const ofToken = {
    name: 'deploy',
    scopes: ['read_registry', 'read_api'],
    access_level: 30,
    description: 'Pulls images',
    expires_at: '2026-09-01',
  }
  const token = await api.groupAccessTokens.create(10, ofToken)
  const projectToken = await api.projectAccessTokens.create(1, ofToken)
  const variable = { key: 'DATABASE_URL', value: 'opensesame-1', environment_scope: 'review/*' }
  await api.projectVariables.create(1, { ...variable, variable_type: 'file', raw: true })
  await api.groupVariables.create(10, { ...variable, masked_and_hidden: true })
  const groupLabel = await api.groupLabels.create(10, { name: 'triage', color: '#C39953', description: 'New' })
  const rule = await api.approvalRules.create(1, {
    name: 'security',
    approvals_required: 2,
    user_ids: [3, 4],
    protected_branch_ids: [branch.id],
  })
  const hook = await api.projectHooks.create(1, {
    url: 'https://hook:opensesame-2@example.com/ci',
    token: 'opensesame-3',
    custom_headers: [{ key: 'X-Key', value: 'opensesame-4' }],
    push_events: false,
    merge_requests_events: true,
  })
  await api.projectMembers.create(1, { user_id: 7, access_level: 30, expires_at: '2026-12-31' })
  await api.groupMembers.create(12, { user_id: 7, access_level: 40 })
  const path = { project: 'acme/web' }
  return [
    former('label', 'gitlab:index/projectLabel:ProjectLabel', {
      id: `acme/web:${label.name}`,
      ownId: `1/${label.id}`,
      args: { ...path, name: 'bug::old', color: 'crimson', description: 'Broken', priority: 3 },
      inputs: { ...path, name: 'bug::old', color: 'crimson', description: 'Broken' },
      computed: { colorHex: '#DC143C', labelId: label.id },
    }),
    former('freeze-period', 'gitlab:index/projectFreezePeriod:ProjectFreezePeriod', {
      id: `1:${freeze.id}`,
      ownId: `1/${freeze.id}`,
      args: { project: 1, freezeStart: '0 18 * * 5', freezeEnd: '0 7 * * 1', cronTimezone: 'UTC' },
      inputs: { project: '1', freezeStart: '0 18 * * 5', freezeEnd: '0 7 * * 1', cronTimezone: 'UTC' },
      defaults: ['cronTimezone'],
    }),
    former('protected-environment', 'gitlab:index/projectProtectedEnvironment:ProjectProtectedEnvironment', {
      id: `acme/web:${environment.name}`,
      ownId: '1/eu%3Alive%2Fweb',
      args: {
        ...path,
        name: 'eu:live/web',
        deployAccessLevels: [{ userId: 3 }, { accessLevel: 'maintainer' }],
        approvalRules: [{ accessLevel: 'maintainer', requiredApprovals: 2 }],
      },
      inputs: {
        ...path,
        environment: 'eu:live/web',
        deployAccessLevels: [
          { __defaults: [], accessLevel: 'maintainer' },
          { __defaults: [], userId: 3 },
        ],
        approvalRules: [{ __defaults: [], accessLevel: 'maintainer', requiredApprovals: 2 }],
      },
      computed: {
        deployAccessLevels: [
          { id: 1, accessLevel: 'maintainer', accessLevelDescription: 'Maintainers', userId: null, groupId: null },
          { id: 2, accessLevel: null, accessLevelDescription: 'u', userId: 3, groupId: null, groupInheritanceType: 0 },
        ],
      },
    }),
    former('protected-tag', 'gitlab:index/tagProtection:TagProtection', {
      id: `acme/web:${tag.name}`,
      ownId: '1/v%3A*',
      args: { ...path, name: 'v:*', allowedToCreate: [{ userId: 3 }, { accessLevel: 'developer' }] },
      inputs: {
        ...path,
        tag: 'v:*',
        createAccessLevel: 'developer',
        allowedToCreates: [{ __defaults: [], userId: 3 }],
      },
      computed: { allowedToCreates: [{ accessLevel: 'maintainer', accessLevelDescription: 'u', userId: 3 }] },
    }),
    former('protected-branch', 'gitlab:index/branchProtection:BranchProtection', {
      id: `acme/web:${branch.name}`,
      ownId: '1/release%3A*',
      args: {
        ...path,
        name: 'release:*',
        allowedToPush: [{ userId: 3 }, { accessLevel: 'developer' }],
        allowedToMerge: [{ accessLevel: 'developer' }],
        allowedToUnprotect: [{ accessLevel: 'admin' }],
        allowForcePush: true,
      },
      inputs: {
        ...path,
        branch: 'release:*',
        pushAccessLevel: 'developer',
        mergeAccessLevel: 'developer',
        unprotectAccessLevel: 'admin',
        allowForcePush: true,
        allowedToPushes: [{ __defaults: [], userId: 3 }],
      },
      computed: {
        branchProtectionId: branch.id,
        codeOwnerApprovalRequired: false,
        allowedToPushes: [{ accessLevel: 'maintainer', accessLevelDescription: 'u', userId: 3 }],
      },
    }),
    former('approval-rule', 'gitlab:index/projectApprovalRule:ProjectApprovalRule', {
      id: `acme/web:${rule.id}`,
      ownId: `1/${rule.id}`,
      args: {
        ...path,
        name: 'security',
        approvalsRequired: 2,
        approvers: [{ userId: 4 }, { userId: 3 }],
        protectedBranches: ['release:*'],
      },
      inputs: {
        ...path,
        name: 'security',
        approvalsRequired: 2,
        userIds: [3, 4],
        protectedBranchIds: [branch.id],
      },
      computed: { ruleType: 'regular', groupIds: [], appliesToAllProtectedBranches: false },
    }),
    former('trigger-token', 'gitlab:index/pipelineTrigger:PipelineTrigger', {
      id: `acme/web:${trigger.id}`,
      ownId: `1/${trigger.id}`,
      args: { ...path, description: 'from a script' },
      inputs: { ...path, description: 'from a script' },
      computed: { pipelineTriggerId: trigger.id, token: trigger.token },
      kept: { token: trigger.token },
    }),
    former('remote-mirror', 'gitlab:index/projectMirror:ProjectMirror', {
      id: `acme/web:${mirror.id}`,
      ownId: `1/${mirror.id}`,
      args: {
        ...path,
        url: 'https://example.com/acme/web.git',
        username: 'mirror',
        password: 'p@ss-w0rd',
        enabled: true,
        keepDivergentRefs: true,
        onlyProtectedBranches: true,
      },
      inputs: {
        ...path,
        url: 'https://mirror:p%40ss-w0rd@example.com/acme/web.git',
        enabled: true,
        keepDivergentRefs: true,
        onlyProtectedBranches: true,
      },
      // As the provider reads it.
      computed: { mirrorId: mirror.id, url: 'https://*****:*****@example.com/acme/web.git' },
      defaults: ['enabled', 'keepDivergentRefs', 'onlyProtectedBranches'],
      kept: { username: 'mirror', password: 'p@ss-w0rd' },
    }),
    formerToken('group', 'acme', `10/${token.id}`, token),
    formerToken('project', '1', `1/${projectToken.id}`, projectToken),
    former('project-hook', 'gitlab:index/projectHook:ProjectHook', {
      id: `acme/web:${hook.id}`,
      ownId: `1/${hook.id}`,
      args: {
        ...path,
        url: hook.url,
        token: 'opensesame-3',
        customHeaders: { 'X-Key': 'opensesame-4' },
        pushEvents: false,
        mergeRequestsEvents: true,
      },
      inputs: {
        ...path,
        url: hook.url,
        token: 'opensesame-3',
        customHeaders: [{ __defaults: [], key: 'X-Key', value: 'opensesame-4' }],
        pushEvents: false,
        mergeRequestsEvents: true,
      },
      computed: { hookId: hook.id, projectId: 1, enableSslVerification: true, noteEvents: false, name: '' },
      kept: { token: 'opensesame-3', customHeaders: { 'X-Key': 'opensesame-4' } },
    }),
    former('project-variable', 'gitlab:index/projectVariable:ProjectVariable', {
      id: 'acme/web:DATABASE_URL:review/*',
      ownId: '1/DATABASE_URL~review%2F*',
      args: {
        ...path,
        key: 'DATABASE_URL',
        value: 'opensesame-1',
        environmentScope: 'review/*',
        variableType: 'file',
        raw: true,
      },
      inputs: {
        ...path,
        key: 'DATABASE_URL',
        value: 'opensesame-1',
        environmentScope: 'review/*',
        variableType: 'file',
        raw: true,
      },
      computed: { masked: false, protected: false, hidden: false, description: '' },
    }),
    former('group-variable', 'gitlab:index/groupVariable:GroupVariable', {
      id: '10:DATABASE_URL:review/*',
      ownId: '10/DATABASE_URL~review%2F*',
      args: {
        group: 10,
        key: 'DATABASE_URL',
        value: 'opensesame-1',
        environmentScope: 'review/*',
        masked: true,
        hidden: true,
      },
      inputs: {
        group: '10',
        key: 'DATABASE_URL',
        value: 'opensesame-1',
        environmentScope: 'review/*',
        masked: true,
        hidden: true,
      },
      computed: { protected: false, raw: false, variableType: 'env_var', description: '' },
      kept: { value: 'opensesame-1' },
    }),
    former('group-label', 'gitlab:index/groupLabel:GroupLabel', {
      id: `10:${groupLabel.name}`,
      ownId: `10/${groupLabel.id}`,
      args: { group: 10, name: 'triage', color: '#C39953', description: 'New' },
      inputs: { group: '10', name: 'triage', color: '#C39953', description: 'New' },
      computed: { colorHex: '#C39953', labelId: groupLabel.id },
    }),
    former('project-member', 'gitlab:index/projectMembership:ProjectMembership', {
      id: 'acme/web:7',
      ownId: '1/7',
      args: { ...path, user: 7, accessLevel: 'developer', expiresAt: '2026-12-31' },
      inputs: { ...path, userId: 7, accessLevel: 'developer', expiresAt: '2026-12-31' },
    }),
    former('group-member', 'gitlab:index/groupMembership:GroupMembership', {
      id: '12:7',
      ownId: '12/7',
      args: {
        group: 12,
        user: 'outsider',
        accessLevel: 'maintainer',
        skipSubresources: false,
        unassignIssuables: true,
      },
      inputs: {
        groupId: 12,
        userId: 7,
        accessLevel: 'maintainer',
        skipSubresourcesOnDestroy: false,
        unassignIssuablesOnDestroy: true,
      },
    }),
  ]
}

interface Former {
  id: string
  ownId: string
  args: Json
  inputs: Json
  computed?: Json
  defaults?: string[]
  kept?: Json
}

function former(
  kind: string,
  type: string,
  { id, ownId, args, inputs, computed = {}, defaults = [], kept = {} }: Former,
): FormerResource {
  const plain = JSON.parse(JSON.stringify(inputs, (key, value: unknown) => (key === '__defaults' ? undefined : value)))
  return {
    name: `former ${kind}`,
    type,
    kind,
    args,
    id,
    ownId,
    inputs: { __defaults: defaults, ...inputs },
    outputs: { __meta: '{"schema_version":"1"}', ...(plain as Json), id, ...computed },
    kept,
  }
}

/** The properties with their secrets, as `pulumi stack export --show-secrets` writes them. */
const withSecrets = (values: Json): Json =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'token' || name === 'url'
        ? { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', plaintext: JSON.stringify(value) }
        : value,
    ]),
  )

/** A state with resources of pulumi-gitlab in addition to its own. */
export function stateWith(state: State, formers: readonly FormerResource[]): State {
  const resources = state.deployment.resources ?? []
  const { urn: parent = '' } = resources.find(({ type }) => type === 'pulumi:pulumi:Stack') ?? {}
  const prefix = parent.slice(0, parent.indexOf('pulumi:pulumi:Stack'))
  const provider = { urn: `${prefix}pulumi:providers:gitlab::default_9_0_0`, type: 'pulumi:providers:gitlab' }
  const id = '5f0f6e5e-0f3c-4d0b-9d0a-6a3a8a3a5a11'
  const added = formers.map(({ name, type, id: own, inputs, outputs }) => ({
    urn: `${prefix}${type}::${name}`,
    custom: true,
    id: own,
    type,
    inputs: withSecrets(inputs),
    outputs: withSecrets(outputs),
    parent,
    provider: `${provider.urn}::${id}`,
  }))
  const first = { ...provider, custom: true, id, inputs: { version: '9.0.0' }, outputs: { version: '9.0.0' } }
  return { ...state, deployment: { ...state.deployment, resources: [...resources, first, ...added] } }
}

/** An access token with a rotation. */
function formerToken(noun: 'project' | 'group', parent: string, ownId: string, made: NewAccessToken): FormerResource {
  const shared = { [noun]: parent, name: 'deploy', accessLevel: 'developer', description: 'Pulls images' }
  const pascal = noun === 'group' ? 'GroupAccessToken' : 'ProjectAccessToken'
  return former(`${noun}-access-token`, `gitlab:index/${noun}AccessToken:${pascal}`, {
    // A rotation has changed the id in the outputs, but not that of the resource.
    id: `${parent}:999`,
    ownId,
    args: {
      ...shared,
      scopes: ['read_api', 'read_registry'],
      rotation: { lifetimeDays: 90, rotateDaysBefore: 30 },
    },
    inputs: {
      ...shared,
      scopes: ['read_registry', 'read_api'],
      rotationConfiguration: { __defaults: [], expirationDays: 90, rotateBeforeDays: 30 },
    },
    computed: {
      id: `${parent}:${made.id}`,
      active: true,
      createdAt: '2026-06-03 12:00:00 +0000 UTC',
      expiresAt: '2026-09-01',
      revoked: false,
      rotationConfiguration: { expirationDays: 90, rotateBeforeDays: 30 },
      token: made.token,
      userId: made.user_id,
      validatePastExpirationDate: false,
    },
    kept: { token: made.token, expiresAt: '2026-09-01' },
  })
}
