import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { Json } from '../../provider/core/schema/json'

/**
 * A declared resource. In its arguments, `{ $id: name }` is the id of another resource and `{ $secret }` is a secret.
 */
export interface Declared {
  type: string
  args: Json
  /** Whether it uses an explicit provider for the same service. */
  explicitProvider?: boolean
}

/** The resources of a program, by name, in the order of declaration. */
export type Program = Readonly<Record<string, Declared>>

/** The placeholder in arguments for the URL of the service, which differs in each run. */
export const here = '<url>'

/** Secrets of programs. Tests search for them in all output. */
export const secrets = {
  passwords: ['passwordKd83vQz', 'passwordRt19mLx'],
  key: 'alertKeyWz42kHn',
  variable: 'variablePf17xJc',
  token: 'accessTokenGd63vBn',
}

const projects = ['acme/web', 'acme/api'] as const
const project = fc.constantFrom<(typeof projects)[number]>(...projects)
const color = fc.constantFrom('#FF0000', 'teal', '#0af')
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const labelBody = {
  color,
  description: sometimes(fc.constantFrom('Something is broken', 'Zeichen: ä')),
  priority: sometimes(fc.nat(2)),
}
const label = (name: string) => fc.record({ project, name: fc.constantFrom(name, `${name} renamed`), ...labelBody })

const freezeBody = {
  freezeStart: fc.constantFrom('0 23 * * 5', '0 22 * * 5'),
  freezeEnd: fc.constant('0 7 * * 1'),
  cronTimezone: fc.constantFrom('UTC', 'Europe/Berlin'),
}

const levels = fc.subarray([{ accessLevel: 40 }, { accessLevel: 30 }, { userId: 3 }, { groupId: 12 }], { minLength: 1 })
const environmentBody = {
  deployAccessLevels: levels,
  approvalRules: fc.subarray([{ userId: 4, requiredApprovals: 2 }, { groupId: 12 }, { accessLevel: 40 }]),
}

const mirrorBody = (path: string) => ({
  url: fc.constant(`https://example.com/${path}.git`),
  username: fc.constant('mirror'),
  password: fc.constantFrom(...secrets.passwords),
  enabled: fc.boolean(),
  onlyProtectedBranches: fc.boolean(),
})

/** The possible keys of items of a set. */
export const keys = ['one', 'two', 'three']

const setOf = (item: (key: string) => Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({
    project,
    items: fc
      .tuple(...keys.map((key) => sometimes(fc.record(item(key)))))
      .map((items) => withoutGaps(Object.fromEntries(keys.map((key, at) => [key, items[at]])))),
  })

const rotation = fc.constantFrom(
  { lifetimeDays: 90, rotateDaysBefore: 30 },
  { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 7 },
)

/** The service does not show the secret of an adopted token. */
const ofTokens = { secretOnAdopt: fc.constant('rotate') }

/** The possible resources by name: the class and its arguments. */
const choices: Record<string, readonly [type: string, args: fc.Arbitrary<unknown>]> = {
  bug: ['Label', label('bug')],
  idea: ['Label', label('idea')],
  chore: ['Label', label('chore')],
  labels: ['LabelSet', setOf((key) => ({ name: fc.constant(`set ${key}`), ...labelBody }))],
  weekend: ['FreezePeriod', fc.record({ project, ...freezeBody })],
  // Can be equal to `weekend`.
  holidays: ['FreezePeriod', fc.record({ project, ...freezeBody })],
  freezes: [
    'FreezePeriodSet',
    setOf((key) => ({ ...freezeBody, freezeEnd: fc.constant(`${keys.indexOf(key)} 6 * * 1`) })),
  ],
  production: ['ProtectedEnvironment', fc.record({ project, name: fc.constant('production'), ...environmentBody })],
  review: [
    'ProtectedEnvironment',
    fc.record({ project, name: fc.constantFrom('review/1', 'review/2'), ...environmentBody }),
  ],
  environments: ['ProtectedEnvironmentSet', setOf((key) => ({ name: fc.constant(`set/${key}`), ...environmentBody }))],
  nightly: ['TriggerToken', fc.record({ project, description: fc.constantFrom('nightly', 'weekly') })],
  releases: [
    'TriggerToken',
    fc.record({
      project,
      description: fc.constant('releases'),
      expiresAt: sometimes(fc.constant('2027-03-01T00:00:00.000Z')),
    }),
  ],
  triggers: ['TriggerTokenSet', setOf((key) => ({ description: fc.constantFrom(`set ${key}`, `set ${key} renamed`) }))],
  mirror: ['RemoteMirror', fc.record({ project, ...mirrorBody('acme/web') })],
  keyed: [
    'RemoteMirror',
    fc.record({
      project,
      url: fc.constant('ssh://git@example.com/acme/web.git'),
      authMethod: fc.constant('ssh_public_key'),
      enabled: fc.boolean(),
    }),
  ],
  mirrors: ['RemoteMirrorSet', setOf((key) => mirrorBody(`set/${key}`))],
  deploy: [
    'GroupAccessToken',
    fc.record({
      group: fc.constant('acme'),
      name: fc.constant('deploy'),
      scopes: fc.constantFrom(['read_api'], ['read_api', 'read_repository']),
      expiresAt: fc.constantFrom('2027-01-31', '2027-02-28'),
      ...ofTokens,
    }),
  ],
  rotating: [
    'GroupAccessToken',
    fc.record({
      group: fc.constantFrom('acme', 'acme/platform'),
      name: fc.constant('rotating'),
      scopes: fc.constant(['read_api']),
      rotation,
      ...ofTokens,
    }),
  ],
  link: [
    'IssueLink',
    fc.record({
      project: fc.constant('acme/web'),
      issueIid: fc.constantFrom(1, 2),
      targetProject: fc.constant('acme/api'),
      targetIssueIid: fc.constantFrom(1, 2),
      linkType: fc.constantFrom('relates_to', 'blocks', 'is_blocked_by'),
    }),
  ],
  vulnerability: [
    'Vulnerability',
    fc.record({
      project: fc.constant('acme/web'),
      findingId: fc.constantFrom(103, 104),
      // It stays on the service when a program no longer declares it, and can be declared again.
      onConflict: fc.constant('adopt'),
    }),
  ],
  run: [
    'PipelineRun',
    fc.record({
      project,
      ref: fc.constant('main'),
      variables: fc.constant({ SECRET_TASK: { $secret: secrets.variable } }),
      triggers: fc.constantFrom('v1', 'v2'),
      wait: fc.boolean(),
      onDelete: fc.constantFrom('keep', 'cancel', 'delete'),
    }),
  ],
  move: [
    'RepositoryStorageMove',
    fc.record({
      kind: fc.constant('project'),
      objectId: fc.constant(3),
      destinationStorageName: fc.constantFrom('fast', 'default'),
    }),
  ],
  alert: [
    'Alert',
    fc.record({
      endpointUrl: fc.constant(`${here}/acme/web/alerts/notify.json`),
      authorizationKey: fc.constant(secrets.key),
      title: fc.constantFrom('Maintenance under way', 'Still under way'),
      fingerprint: fc.constant('maintenance'),
    }),
  ],
  // Last, because it refers to another resource.
  subscription: ['LabelSubscription', project.map((where) => ({ project: where, label: { $id: 'bug' } }))],
}

type Chosen = Record<string, Json | undefined>

/** The type of each possible resource, by name. */
export const types: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(choices).map(([name, [type]]) => [name, type]),
)

/** Omits one in `times` resources. */
const some = (times: number): fc.Arbitrary<Chosen> =>
  fc.record(
    Object.fromEntries(
      Object.entries(choices).map(([name, [, args]]) => [
        name,
        fc.option(args, { nil: undefined, freq: times }) as fc.Arbitrary<Json | undefined>,
      ]),
    ),
  )

/** Selects the resources that the next program keeps. */
const kept = fc.record(Object.fromEntries(Object.keys(choices).map((name) => [name, fc.boolean()])))

/** A program and its successor. They declare half to two thirds of all resources. */
export const programs: fc.Arbitrary<readonly [before: Program, after: Program]> = fc
  .tuple(some(2), some(3), kept)
  .map(([before, after, stays]) => {
    const next = Object.fromEntries(Object.keys(after).map((name) => [name, stays[name] ? before[name] : after[name]]))
    return [programOf(before), programOf(next)] as const
  })

function programOf(chosen: Chosen): Program {
  const program: Record<string, Declared> = {}
  for (const [name, [type]] of Object.entries(choices)) {
    const args = chosen[name]
    if (args === undefined) continue
    // A subscription is to a label of the same project.
    const label = (args.label as { $id?: string } | undefined)?.$id
    if (label !== undefined && program[label]?.args.project !== args.project) continue
    program[name] = { type, args: withoutGaps(args) }
  }
  // Duplicates must declare that they are intentional.
  const { weekend, holidays } = program
  if (weekend && isDeepStrictEqual(weekend, holidays)) {
    for (const name of ['weekend', 'holidays']) {
      program[name] = { type: weekend.type, args: { ...weekend.args, onConflict: 'create' } }
    }
  }
  return program
}

function withoutGaps(args: Json): Json {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
}
