import type { Json } from '../../provider/core/schema/json'

/** The arguments that a program declares on a day. */
export interface Declared {
  args: Json
  /** Days after the start of the tests. */
  day: number
}

/** An operation on a resource. */
export interface Operation {
  name: string
  /** The updates before it. */
  past: readonly Declared[]
  /** The new declaration, or another operation. */
  now: Declared | 'refresh' | 'destroy'
  /** Whether it creates an object. */
  creates?: true
  /** Statuses with which the service reports that the first write is unnecessary. */
  toleratedStatuses?: readonly number[]
  /** Whether time passes on the service with each request, so that pipelines and moves finish. */
  timePasses?: boolean
}

/** A kind of resource and its operations. */
export interface Sample {
  name: string
  kind: string
  /** Its collection in the emulator. */
  collection: string
  /** The user whose token manages it. */
  as: string
  /** Requests of another user that create other objects before. */
  others: readonly (readonly [path: string, body: Json])[]
  /** The user who sends `others`. Default: `owner`. */
  othersAs?: string
  /**
   * Requests with the same token that create duplicates of the declared object before, if the service allows that. The
   * program then needs `onConflict: 'create'`.
   */
  duplicates?: readonly (readonly [path: string, body: Json])[]
  operations: readonly Operation[]
  /** Whether the service refuses or creates a second equal object. Undefined if it makes no difference. */
  secondCreate?: 'refused' | 'created'
  /** Writes that can be repeated without a read in between, and the reason. */
  repeatable?: readonly [path: RegExp, reason: string]
}

const on = (day: number, args: Json): Declared => ({ args, day })

/** The operations of a resource. Not every kind has updates and replacements. */
function lifecycle(args: Json, { update, replace }: { update?: Json; replace?: Json }): Operation[] {
  const past = [on(0, args)]
  return [
    { name: 'create', past: [], now: on(0, args), creates: true as const },
    ...(update ? [{ name: 'update', past, now: on(0, { ...args, ...update }) }] : []),
    ...(replace ? [{ name: 'replace', past, now: on(0, { ...args, ...replace }), creates: true as const }] : []),
    { name: 'refresh', past, now: 'refresh' },
    { name: 'delete', past, now: 'destroy' },
  ]
}

/** The same operation on the next day, while time passes. */
const whileTimePasses = (operation: Operation): Operation => ({
  ...operation,
  now: typeof operation.now === 'string' ? operation.now : { ...operation.now, day: 1 },
  timePasses: true,
})

/** Adopts an object of another user. */
const adopt = (args: Json): Operation => ({ name: 'adopt', past: [], now: on(0, args), toleratedStatuses: [409] })

const project = 'acme/web'

const label: Sample = {
  name: 'label',
  kind: 'label',
  collection: 'labels',
  secondCreate: 'refused',
  as: 'maintainer',
  others: [['/projects/1/labels', { name: 'chore', color: '#00FF00' }]],
  operations: [
    ...lifecycle(
      { project, name: 'bug', color: '#FF0000', description: 'Something is broken', priority: 2 },
      {
        update: { name: 'defect', color: '#0000FF', description: null, priority: 1 },
        replace: { project: 'acme/api' },
      },
    ),
    adopt({ project, name: 'chore', color: '#0000FF', priority: 3, onConflict: 'adopt' }),
  ],
}

const freeze = { freezeStart: '0 23 * * 5', freezeEnd: '0 7 * * 1', cronTimezone: 'Europe/Berlin' }
const liveFreeze = { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1', cron_timezone: 'Europe/Berlin' }
const freezePeriod: Sample = {
  name: 'freeze period',
  kind: 'freeze-period',
  collection: 'freeze_periods',
  secondCreate: 'refused',
  as: 'maintainer',
  others: [['/projects/1/freeze_periods', { ...liveFreeze, freeze_start: '0 2 * * 6' }]],
  duplicates: [
    ['/projects/1/freeze_periods', liveFreeze],
    ['/projects/2/freeze_periods', liveFreeze],
  ],
  operations: [
    ...lifecycle(
      { project, ...freeze },
      { update: { freezeStart: '0 1 * * 6', cronTimezone: 'UTC' }, replace: { project: 'acme/api' } },
    ),
    adopt({ project, ...freeze, freezeStart: '0 1 * * 6', adoptId: 1 }),
  ],
}

const protectedEnvironment: Sample = {
  name: 'protected environment',
  kind: 'protected-environment',
  collection: 'protected_environments',
  secondCreate: 'refused',
  as: 'maintainer',
  others: [['/projects/1/protected_environments', { name: 'staging', deploy_access_levels: [{ access_level: 30 }] }]],
  operations: [
    ...lifecycle(
      {
        project,
        name: 'production',
        deployAccessLevels: [{ accessLevel: 40 }, { userId: 3 }],
        approvalRules: [{ userId: 4, requiredApprovals: 2 }],
      },
      {
        // Each list removes, keeps, changes and adds an entry.
        update: {
          deployAccessLevels: [{ accessLevel: 40 }, { accessLevel: 30 }, { groupId: 12 }],
          approvalRules: [{ userId: 4, requiredApprovals: 3 }, { groupId: 12 }, { accessLevel: 40 }],
        },
        replace: { name: 'review/1' },
      },
    ),
    adopt({
      project,
      name: 'staging',
      deployAccessLevels: [{ accessLevel: 40 }, { groupId: 12 }],
      onConflict: 'adopt',
    }),
  ],
}

const triggerToken: Sample = {
  name: 'trigger token',
  kind: 'trigger-token',
  collection: 'triggers',
  secondCreate: 'refused',
  as: 'maintainer',
  // A token of another user is not a duplicate.
  others: [['/projects/1/triggers', { description: 'nightly' }]],
  duplicates: [['/projects/1/triggers', { description: 'nightly' }]],
  operations: lifecycle(
    { project, description: 'nightly' },
    { update: { description: 'weekly' }, replace: { expiresAt: '2026-12-31T12:00:00.000Z' } },
  ),
}

const mirrorUrl = 'https://example.com/acme/web.git'
const formerMirrorUrl = 'https://example.com/acme/former.git'
const remoteMirror: Sample = {
  name: 'remote mirror',
  kind: 'remote-mirror',
  collection: 'remote_mirrors',
  secondCreate: 'refused',
  as: 'maintainer',
  others: [['/projects/1/remote_mirrors', { url: formerMirrorUrl, enabled: true }]],
  duplicates: [['/projects/1/remote_mirrors', { url: mirrorUrl, enabled: true }]],
  operations: [
    ...lifecycle(
      { project, url: mirrorUrl, username: 'mirror', password: 'opensesame-1', enabled: true },
      { update: { keepDivergentRefs: true, onlyProtectedBranches: true }, replace: { password: 'opensesame-2' } },
    ),
    adopt({ project, url: formerMirrorUrl, keepDivergentRefs: true, onConflict: 'adopt' }),
  ],
}

const keyedUrl = 'ssh://git@example.com/acme/web.git'
const remoteMirrorWithKey: Sample = {
  name: 'remote mirror with a key',
  kind: 'remote-mirror',
  collection: 'remote_mirrors',
  secondCreate: 'refused',
  as: 'maintainer',
  others: [],
  duplicates: [['/projects/1/remote_mirrors', { url: keyedUrl, auth_method: 'ssh_public_key' }]],
  operations: lifecycle({ project, url: keyedUrl, authMethod: 'ssh_public_key' }, { update: { enabled: true } }),
}

const token = { group: 'acme', name: 'deploy', scopes: ['read_api'], accessLevel: 20 }
const liveToken = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: '2026-12-31' }
const former = { ...token, name: 'former' }
const inPlace = { ...token, rotation: { lifetimeDays: 90, rotateDaysBefore: 30 } }
const overlapping = { ...token, rotation: { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 7 } }
const short = { ...token, rotation: { lifetimeDays: 60, rotateDaysBefore: 30, overlapDays: 7 } }
const groupAccessToken: Sample = {
  name: 'group access token',
  kind: 'group-access-token',
  collection: 'access_tokens',
  secondCreate: 'refused',
  as: 'owner',
  others: [['/groups/10/access_tokens', { ...liveToken, name: 'former' }]],
  duplicates: [['/groups/10/access_tokens', liveToken]],
  operations: [
    ...lifecycle(
      { ...token, expiresAt: '2026-12-31' },
      { update: { expiresAt: '2027-01-31' }, replace: { scopes: ['api'] } },
    ),
    adopt({ ...former, expiresAt: '2027-01-31', adoptId: 11, secretOnAdopt: 'rotate' }),
    {
      ...adopt({ ...former, expiresAt: '2026-12-31', onConflict: 'adopt', secretOnAdopt: 'rotate' }),
      name: 'adopt with a new secret',
    },
    { name: 'rotate in place', past: [on(0, inPlace)], now: on(60, inPlace) },
    { name: 'rotate with an overlap', past: [on(0, overlapping)], now: on(60, overlapping), creates: true },
    { name: 'end an overlap', past: [on(0, overlapping), on(60, overlapping)], now: on(67, overlapping) },
    { name: 'rotate within an overlap', past: [on(0, short), on(30, short)], now: on(61, short), creates: true },
    {
      name: 'rotate within an overlap whose first token no longer exists',
      past: [on(0, overlapping), on(60, overlapping)],
      now: on(140, overlapping),
      creates: true,
      toleratedStatuses: [404],
    },
    { name: 'delete within an overlap', past: [on(0, overlapping), on(60, overlapping)], now: 'destroy' },
  ],
}

const issueLink: Sample = {
  name: 'issue link',
  kind: 'issue-link',
  collection: 'issue_links',
  secondCreate: 'refused',
  as: 'maintainer',
  others: [['/projects/1/issues/1/links', { target_project_id: 1, target_issue_iid: 3 }]],
  operations: lifecycle(
    { project, issueIid: 1, targetProject: 'acme/api', targetIssueIid: 2, linkType: 'blocks' },
    { replace: { linkType: 'is_blocked_by' } },
  ),
}

const labelSubscription: Sample = {
  name: 'label subscription',
  kind: 'label-subscription',
  collection: 'labels',
  as: 'maintainer',
  others: [
    ['/projects/1/labels', { name: 'bug', color: '#FF0000' }],
    ['/projects/1/labels', { name: 'chore', color: '#00FF00' }],
    ['/projects/1/labels/1/subscribe', {}],
    ['/projects/1/labels/2/subscribe', {}],
  ],
  operations: lifecycle({ project, label: 1 }, { replace: { label: 2 } }),
  repeatable: [/subscribe$/, 'a second subscription changes nothing'],
}

const vulnerability: Sample = {
  name: 'vulnerability',
  kind: 'vulnerability',
  collection: 'vulnerabilities',
  secondCreate: 'refused',
  as: 'maintainer',
  others: [['/projects/1/vulnerabilities', { finding_id: 105 }]],
  operations: lifecycle({ project, findingId: 103 }, { replace: { findingId: 104 } }).filter(
    ({ now }) => now !== 'destroy',
  ),
}

const run = { project, ref: 'main', variables: { TASK: 'migrate' }, name: 'Migration', triggers: 'v1' }
const pipelineRun: Sample = {
  name: 'pipeline run',
  kind: 'pipeline-run',
  collection: 'pipelines',
  secondCreate: 'created',
  as: 'owner',
  others: [['/projects/1/pipeline', { ref: 'main' }]],
  operations: [
    ...lifecycle(run, { update: { name: 'Another' }, replace: { triggers: 'v2' } })
      .filter(({ now }) => now !== 'destroy')
      .map(whileTimePasses),
    ...['cancel', 'delete'].map((onDelete) => ({
      name: `delete with onDelete ${onDelete}`,
      past: [on(0, { ...run, wait: false, onDelete })],
      now: 'destroy' as const,
      toleratedStatuses: [404],
    })),
  ],
  repeatable: [/\/cancel$/, 'a second cancel changes nothing'],
}

const move = { kind: 'project', objectId: 1, destinationStorageName: 'fast' }
const moveAll = { kind: 'project', sourceStorageName: 'default', destinationStorageName: 'fast' }
const repositoryStorageMove: Sample = {
  name: 'repository storage move',
  kind: 'repository-storage-move',
  collection: 'repository_storage_moves',
  as: 'root',
  others: [],
  operations: [
    whileTimePasses({ name: 'create', past: [], now: on(0, move), creates: true }),
    whileTimePasses({ name: 'create for all projects on a storage', past: [], now: on(0, moveAll), creates: true }),
    whileTimePasses({
      name: 'replace',
      past: [on(0, move)],
      now: on(0, { ...move, destinationStorageName: 'default' }),
      creates: true,
    }),
  ],
  repeatable: [/^\/api\/v4\/project_repository_storage_moves$/, 'a second move of all projects finds none left'],
}

const alert: Sample = {
  name: 'alert',
  kind: 'alert',
  collection: 'alerts',
  as: 'maintainer',
  others: [],
  operations: lifecycle(
    {
      endpointUrl: '<url>/acme/web/alerts/notify.json',
      authorizationKey: 'emulator-alert-key',
      title: 'Maintenance under way',
      fingerprint: 'maintenance',
    },
    { replace: { title: 'Still under way' } },
  ).map((operation) => (operation.past.length > 0 ? { ...operation, toleratedStatuses: [400, 404] } : operation)),
  repeatable: [/notify\.json$/, 'a second alert with the fingerprint of an open one is another event of it'],
}

const labelSet: Sample = {
  name: 'label set',
  kind: 'label-set',
  collection: 'labels',
  as: 'maintainer',
  others: [['/projects/1/labels', { name: 'chore', color: '#00FF00' }]],
  operations: lifecycle(
    {
      project,
      items: { bug: { color: '#FF0000', priority: 1 }, idea: { color: '#0000FF' }, old: { color: '#CCCCCC' } },
    },
    {
      // One item is renamed, one changed, one removed and one added.
      update: {
        items: {
          bug: { name: 'defect', color: '#FF0000', priority: 1 },
          idea: { color: '#00FFFF' },
          new: { color: '#CCCCCC' },
        },
      },
      replace: { project: 'acme/api' },
    },
  ),
}

const triggerTokenSet: Sample = {
  name: 'trigger token set',
  kind: 'trigger-token-set',
  collection: 'triggers',
  as: 'maintainer',
  others: [['/projects/1/triggers', { description: 'nightly' }]],
  duplicates: [
    ['/projects/1/triggers', { description: 'nightly' }],
    ['/projects/1/triggers', { description: 'monthly' }],
  ],
  operations: lifecycle(
    { project, items: { nightly: { description: 'nightly' }, weekly: { description: 'weekly' } } },
    { update: { items: { nightly: { description: 'each night' }, monthly: { description: 'monthly' } } } },
  ),
}

export const samples: readonly Sample[] = [
  label,
  freezePeriod,
  protectedEnvironment,
  triggerToken,
  remoteMirror,
  remoteMirrorWithKey,
  groupAccessToken,
  issueLink,
  labelSubscription,
  vulnerability,
  pipelineRun,
  repositoryStorageMove,
  alert,
]

export const sets: readonly Sample[] = [labelSet, triggerTokenSet]
