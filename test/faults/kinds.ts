import type { Flavor } from '../../emulator'
import type { Json } from '../../provider/core/schema/json'
import { changed, replaced, type Request, type Sample, sampleOf, samples } from '../samples'

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

/** A kind of resource, its operations, and what the service does with them. */
export interface Subject extends Pick<Sample, 'as' | 'others'> {
  name: string
  kind: string
  /** Its collection in the emulator. */
  collection: string
  /** The user who sends `others`. Default: `owner`. */
  othersAs?: string
  /**
   * Requests with the same token that create duplicates of the declared object before, if the service allows that. The
   * program then needs `onConflict: 'create'`.
   */
  duplicates?: readonly Request[]
  operations: readonly Operation[]
  /** Whether the service refuses or creates a second equal object. Undefined if it makes no difference. */
  secondCreate?: 'refused' | 'created' | undefined
  /** Writes that can be repeated without a read in between, and the reason. */
  repeatable?: readonly [path: RegExp, reason: string]
}

const on = (day: number, args: Json): Declared => ({ args, day })

/** The operations of a resource. Not every kind has updates and replacements. */
function lifecycle(args: Json, { update, replace }: { update?: Json; replace?: Json }): Operation[] {
  const past = [on(0, args)]
  return [
    { name: 'create', past: [], now: on(0, args), creates: true as const },
    ...(update ? [{ name: 'update', past, now: on(0, update) }] : []),
    ...(replace ? [{ name: 'replace', past, now: on(0, replace), creates: true as const }] : []),
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

/** The operations of a sample. */
const operationsOf = (sample: Sample): Operation[] => [
  ...lifecycle(sample.args, {
    ...(Object.keys(sample.changes).length > 0 && { update: changed(sample) }),
    replace: replaced(sample),
  }),
  ...(sample.adopts ? [adopt(sample.adopts)] : []),
]

/** `more` is what differs from a kind of which the service refuses a second equal object. */
const subjectOf = (sample: Sample, more: Partial<Subject> = {}): Subject => ({
  ...sample,
  name: sample.kind.replaceAll('-', ' '),
  secondCreate: 'refused',
  operations: operationsOf(sample),
  ...more,
})

const inOtherProject = ([path, body]: Request): Request => [path.replace('/1/', '/2/'), body]

/** Equal objects in both projects, which the service allows. */
const duplicatesOf = ({ object }: Sample): Request[] =>
  object ? [object, ...(object[0].startsWith('/projects/1/') ? [inOtherProject(object)] : [])] : []

const withDuplicates = (kind: string): Partial<Subject> => ({ duplicates: duplicatesOf(sampleOf(kind)) })

/** A kind of which each project has one object: it is adopted, and not deleted. */
const onlyAdopted = (kind: string): Partial<Subject> => ({
  secondCreate: undefined,
  operations: operationsOf(sampleOf(kind))
    .filter(({ now }) => now !== 'destroy')
    .map(({ creates: _, ...operation }) => operation),
})

/** A project or group, which programs can also create, and delete without deletionProtection. */
const parent = (kind: 'project' | 'group', path: string): Partial<Subject> => {
  const { args } = sampleOf(kind)
  const declared = { [kind]: path, create: true, description: args.description, unset: args.unset }
  const { operations = [], ...others } = onlyAdopted(kind)
  return {
    ...others,
    operations: [
      ...operations,
      { name: 'create a new one', past: [], now: on(0, declared) },
      { name: 'delete', past: [on(0, { ...declared, deletionProtection: false })], now: 'destroy' },
    ],
  }
}

const token = { group: 'acme', name: 'deploy', scopes: ['read_api'], accessLevel: 20 }
const former = { ...token, name: 'former' }
const inPlace = { ...token, rotation: { lifetimeDays: 90, rotateDaysBefore: 30 } }
const overlapping = { ...token, rotation: { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 7 } }
const short = { ...token, rotation: { lifetimeDays: 60, rotateDaysBefore: 30, overlapDays: 7 } }
const rotations: Operation[] = [
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
]

const run = sampleOf('pipeline-run')
const move = sampleOf('repository-storage-move')

/** What differs between the kinds. */
const differences: Readonly<Record<string, Partial<Subject>>> = {
  'freeze-period': withDuplicates('freeze-period'),
  // A token of another user is not a duplicate.
  'trigger-token': withDuplicates('trigger-token'),
  'remote-mirror': withDuplicates('remote-mirror'),
  'project-hook': withDuplicates('project-hook'),
  'group-access-token': {
    ...withDuplicates('group-access-token'),
    operations: [...operationsOf(sampleOf('group-access-token')), ...rotations],
  },
  // Tokens of projects rotate as tokens of groups do.
  'project-access-token': withDuplicates('project-access-token'),
  'label-subscription': {
    secondCreate: undefined,
    repeatable: [/subscribe$/, 'a second subscription changes nothing'],
  },
  'approval-settings': onlyAdopted('approval-settings'),
  project: parent('project', 'acme/fresh'),
  group: parent('group', 'acme/fresh'),
  // They cannot be deleted.
  vulnerability: { operations: operationsOf(sampleOf('vulnerability')).filter(({ now }) => now !== 'destroy') },
  'pipeline-run': {
    secondCreate: 'created',
    operations: [
      ...operationsOf(run)
        .filter(({ now }) => now !== 'destroy')
        .map(whileTimePasses),
      ...['cancel', 'delete'].map((onDelete) => ({
        name: `delete with onDelete ${onDelete}`,
        past: [on(0, { ...run.args, wait: false, onDelete })],
        now: 'destroy' as const,
        toleratedStatuses: [404],
      })),
    ],
    repeatable: [/\/cancel$/, 'a second cancel changes nothing'],
  },
  'repository-storage-move': {
    secondCreate: undefined,
    operations: [
      ...operationsOf(move)
        .filter(({ creates }) => creates)
        .map(whileTimePasses),
      whileTimePasses({
        name: 'create for all projects on a storage',
        past: [],
        now: on(0, { kind: 'project', sourceStorageName: 'default', destinationStorageName: 'fast' }),
        creates: true,
      }),
    ],
    repeatable: [/^\/api\/v4\/project_repository_storage_moves$/, 'a second move of all projects finds none left'],
  },
  alert: {
    secondCreate: undefined,
    operations: operationsOf(sampleOf('alert')).map((operation) =>
      operation.past.length > 0 ? { ...operation, toleratedStatuses: [400, 404] } : operation,
    ),
    repeatable: [/notify\.json$/, 'a second alert with the fingerprint of an open one is another event of it'],
  },
}

const keyedUrl = 'ssh://git@example.com/acme/web.git'
const keyed = { project: 'acme/web', url: keyedUrl, authMethod: 'ssh_public_key' }
const remoteMirrorWithKey: Subject = {
  ...subjectOf(sampleOf('remote-mirror')),
  name: 'remote mirror with a key',
  others: [],
  duplicates: [['/projects/1/remote_mirrors', { url: keyedUrl, auth_method: 'ssh_public_key' }]],
  operations: lifecycle(keyed, { update: { ...keyed, enabled: true } }),
}

const project = 'acme/web'

const labels = { bug: { color: '#FF0000', priority: 1 }, idea: { color: '#0000FF' }, old: { color: '#CCCCCC' } }
const labelSet: Subject = {
  name: 'label set',
  kind: 'label-set',
  collection: 'labels',
  as: 'maintainer',
  others: [['/projects/1/labels', { name: 'chore', color: '#00FF00' }]],
  operations: lifecycle(
    { project, items: labels },
    {
      // One item is renamed, one changed, one removed and one added.
      update: {
        project,
        items: {
          bug: { name: 'defect', color: '#FF0000', priority: 1 },
          idea: { color: '#00FFFF' },
          new: { color: '#CCCCCC' },
        },
      },
      replace: { project: 'acme/api', items: labels },
    },
  ),
}

const triggerTokenSet: Subject = {
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
    { update: { project, items: { nightly: { description: 'each night' }, monthly: { description: 'monthly' } } } },
  ),
}

const subjects: readonly Subject[] = [
  ...samples.map((sample) => subjectOf(sample, differences[sample.kind])),
  remoteMirrorWithKey,
]

/** All kinds of resources. GitLab accepts only one mirror with each URL. */
export const subjectsOn = (flavor: Flavor): readonly Subject[] =>
  subjects.map((subject) => {
    const { duplicates, ...single } = subject
    return flavor === 'gitlab' && subject.kind === 'remote-mirror' ? single : subject
  })

export const sets: readonly Subject[] = [labelSet, triggerTokenSet]
