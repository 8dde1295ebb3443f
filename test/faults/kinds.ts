import type { Json } from '../../provider/core/schema/plain'

/** What a program declares, and on which day. */
export interface Declared {
  args: Json
  /** Days after the clock of the tests began. */
  day: number
}

/** What is done to a resource. */
export interface Operation {
  name: string
  /** The updates before it. */
  past: readonly Declared[]
  /** What is declared now, or else what is done to the resource. */
  now: Declared | 'refresh' | 'destroy'
  /** Whether it makes an object. */
  makes?: true
  /** Statuses by which the service says that the first write need not be done. */
  needless?: readonly number[]
  /** Whether time passes on the service with each request, so that something comes to its end. */
  lively?: boolean
}

/** A kind of resource, and what it is put through. */
export interface Sample {
  name: string
  kind: string
  /** Where the service has it. */
  collection: string
  /** Whose token manages it. */
  as: string
  /** What others have made before, as requests of an owner: neighbours. */
  others: readonly (readonly [path: string, body: Json])[]
  /** Who; default owner. */
  othersAs?: string
  /**
   * What somebody with the same token has made before that looks exactly like what is declared, where the service allows
   * that: beside it a program has to say that it wants one more.
   */
  twins?: readonly (readonly [path: string, body: Json])[]
  operations: readonly Operation[]
  /** What becomes of a second one that is equal: it is refused, or just made. Left out where it comes to the same. */
  second?: 'refused' | 'made'
  /** Writes that are sent again without a look in between, and why that does no harm. */
  blind?: readonly [path: RegExp, reason: string]
}

const on = (day: number, args: Json): Declared => ({ args, day })

/** All that is done to a resource; not every kind has something to update or replace. */
function life(args: Json, { update, replace }: { update?: Json; replace?: Json }): Operation[] {
  const past = [on(0, args)]
  return [
    { name: 'create', past: [], now: on(0, args), makes: true as const },
    ...(update ? [{ name: 'update', past, now: on(0, { ...args, ...update }) }] : []),
    ...(replace ? [{ name: 'replace', past, now: on(0, { ...args, ...replace }), makes: true as const }] : []),
    { name: 'refresh', past, now: 'refresh' },
    { name: 'delete', past, now: 'destroy' },
  ]
}

/** The same on the next day, with time passing. */
const lively = (operation: Operation): Operation => ({
  ...operation,
  now: typeof operation.now === 'string' ? operation.now : { ...operation.now, day: 1 },
  lively: true,
})

/** Takes over one of what others have made. */
const adopt = (args: Json): Operation => ({ name: 'adopt', past: [], now: on(0, args), needless: [409] })

const project = 'acme/web'

const label: Sample = {
  name: 'label',
  kind: 'label',
  collection: 'labels',
  second: 'refused',
  as: 'maintainer',
  others: [['/projects/1/labels', { name: 'chore', color: '#00FF00' }]],
  operations: [
    ...life(
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
  second: 'refused',
  as: 'maintainer',
  others: [['/projects/1/freeze_periods', { ...liveFreeze, freeze_start: '0 2 * * 6' }]],
  twins: [
    ['/projects/1/freeze_periods', liveFreeze],
    ['/projects/2/freeze_periods', liveFreeze],
  ],
  operations: [
    ...life(
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
  second: 'refused',
  as: 'maintainer',
  others: [['/projects/1/protected_environments', { name: 'staging', deploy_access_levels: [{ access_level: 30 }] }]],
  operations: [
    ...life(
      {
        project,
        name: 'production',
        deployAccessLevels: [{ accessLevel: 40 }, { userId: 3 }],
        approvalRules: [{ userId: 4, requiredApprovals: 2 }],
      },
      {
        // Each list has something that goes, stays, changes and comes.
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
  second: 'refused',
  as: 'maintainer',
  // Another user's is no twin.
  others: [['/projects/1/triggers', { description: 'nightly' }]],
  twins: [['/projects/1/triggers', { description: 'nightly' }]],
  operations: life(
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
  second: 'refused',
  as: 'maintainer',
  others: [['/projects/1/remote_mirrors', { url: formerMirrorUrl, enabled: true }]],
  twins: [['/projects/1/remote_mirrors', { url: mirrorUrl, enabled: true }]],
  operations: [
    ...life(
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
  second: 'refused',
  as: 'maintainer',
  others: [],
  twins: [['/projects/1/remote_mirrors', { url: keyedUrl, auth_method: 'ssh_public_key' }]],
  operations: life({ project, url: keyedUrl, authMethod: 'ssh_public_key' }, { update: { enabled: true } }),
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
  second: 'refused',
  as: 'owner',
  others: [['/groups/10/access_tokens', { ...liveToken, name: 'former' }]],
  twins: [['/groups/10/access_tokens', liveToken]],
  operations: [
    ...life(
      { ...token, expiresAt: '2026-12-31' },
      { update: { expiresAt: '2027-01-31' }, replace: { scopes: ['api'] } },
    ),
    adopt({ ...former, expiresAt: '2027-01-31', adoptId: 11, secretOnAdopt: 'rotate' }),
    {
      ...adopt({ ...former, expiresAt: '2026-12-31', onConflict: 'adopt', secretOnAdopt: 'rotate' }),
      name: 'adopt with a new secret',
    },
    { name: 'rotate in place', past: [on(0, inPlace)], now: on(60, inPlace) },
    { name: 'rotate with an overlap', past: [on(0, overlapping)], now: on(60, overlapping), makes: true },
    { name: 'end an overlap', past: [on(0, overlapping), on(60, overlapping)], now: on(67, overlapping) },
    { name: 'rotate within an overlap', past: [on(0, short), on(30, short)], now: on(61, short), makes: true },
    {
      name: 'rotate within an overlap whose first token is forgotten',
      past: [on(0, overlapping), on(60, overlapping)],
      now: on(140, overlapping),
      makes: true,
      needless: [404],
    },
    { name: 'delete within an overlap', past: [on(0, overlapping), on(60, overlapping)], now: 'destroy' },
  ],
}

const issueLink: Sample = {
  name: 'issue link',
  kind: 'issue-link',
  collection: 'issue_links',
  second: 'refused',
  as: 'maintainer',
  others: [['/projects/1/issues/1/links', { target_project_id: 1, target_issue_iid: 3 }]],
  operations: life(
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
  operations: life({ project, label: 1 }, { replace: { label: 2 } }),
  blind: [/subscribe$/, 'who subscribes twice is subscribed once'],
}

const vulnerability: Sample = {
  name: 'vulnerability',
  kind: 'vulnerability',
  collection: 'vulnerabilities',
  second: 'refused',
  as: 'maintainer',
  others: [['/projects/1/vulnerabilities', { finding_id: 105 }]],
  operations: life({ project, findingId: 103 }, { replace: { findingId: 104 } }).filter(({ now }) => now !== 'destroy'),
}

const run = { project, ref: 'main', variables: { TASK: 'migrate' }, name: 'Migration', triggers: 'v1' }
const pipelineRun: Sample = {
  name: 'pipeline run',
  kind: 'pipeline-run',
  collection: 'pipelines',
  second: 'made',
  as: 'owner',
  others: [['/projects/1/pipeline', { ref: 'main' }]],
  operations: [
    ...life(run, { update: { name: 'Another' }, replace: { triggers: 'v2' } })
      .filter(({ now }) => now !== 'destroy')
      .map(lively),
    ...['cancel', 'delete'].map((onDelete) => ({
      name: `delete, which is to ${onDelete} it`,
      past: [on(0, { ...run, wait: false, onDelete })],
      now: 'destroy' as const,
      needless: [404],
    })),
  ],
  blind: [/\/cancel$/, 'who cancels twice cancels once'],
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
    lively({ name: 'create', past: [], now: on(0, move), makes: true }),
    lively({ name: 'create, of all that is on a storage', past: [], now: on(0, moveAll), makes: true }),
    lively({
      name: 'replace',
      past: [on(0, move)],
      now: on(0, { ...move, destinationStorageName: 'default' }),
      makes: true,
    }),
  ],
  blind: [/^\/api\/v4\/project_repository_storage_moves$/, 'to empty a storage twice is the same as once'],
}

const alert: Sample = {
  name: 'alert',
  kind: 'alert',
  collection: 'alerts',
  as: 'maintainer',
  others: [],
  operations: life(
    {
      endpointUrl: '<url>/acme/web/alerts/notify.json',
      authorizationKey: 'emulator-alert-key',
      title: 'Maintenance under way',
      fingerprint: 'maintenance',
    },
    { replace: { title: 'Still under way' } },
  ).map((operation) => (operation.past.length > 0 ? { ...operation, needless: [400, 404] } : operation)),
  blind: [/notify\.json$/, 'while an alert is open, another of its fingerprint is one more event of it'],
}

const labelSet: Sample = {
  name: 'label set',
  kind: 'label-set',
  collection: 'labels',
  as: 'maintainer',
  others: [['/projects/1/labels', { name: 'chore', color: '#00FF00' }]],
  operations: life(
    {
      project,
      items: { bug: { color: '#FF0000', priority: 1 }, idea: { color: '#0000FF' }, old: { color: '#CCCCCC' } },
    },
    {
      // One is renamed, one changes, one goes and one comes.
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
  twins: [
    ['/projects/1/triggers', { description: 'nightly' }],
    ['/projects/1/triggers', { description: 'monthly' }],
  ],
  operations: life(
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
