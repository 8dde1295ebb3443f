import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { load } from '../../provider/core/engine/load'
import type { Json } from '../../provider/core/schema/json'
import { kinds, kindsWithSets } from '../../provider/kinds'
import { classOf, parentArgument, type Sample, sampleOf } from '../samples'

/**
 * A declared resource. In its arguments, `{ $id: name }` is the id of another resource, `{ $output: [name, output] }` one of
 * its outputs, and `{ $secret }` is a secret.
 */
export interface Declared {
  type: string
  args: Json
  /** Whether it uses an explicit provider for the same service. */
  explicitProvider?: boolean
  options?: DeclaredOptions
  /** The name and an output of another resource. The resource is created inside `apply`, which YAML does not have. */
  within?: readonly [name: string, output: string]
}

/** Options of a resource. */
export interface DeclaredOptions {
  replaceOnChanges?: readonly string[]
  retainOnDelete?: boolean
  /** The name of a resource. */
  deletedWith?: string
  /** The name of a `Provider`, which is declared like a resource. */
  provider?: string
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

const project = fc.constantFrom('acme/web', 'acme/api')
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

type Arguments = Record<string, fc.Arbitrary<unknown>>

/** The values of a sample before and after each change. Optional arguments can be missing. */
function valuesOf({ kind, args, changes, replaces, alsoDeclared = {}, alwaysDeclared = [] }: Sample): Arguments {
  const { input } = load(kind)
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const others = [changes, replaces].flatMap((of) => (name in of && !(name in alsoDeclared) ? [of[name]] : []))
      const values = fc.constantFrom(value, ...others)
      return [name, input[name]?.optional && !alwaysDeclared.includes(name) ? sometimes(values) : values]
    }),
  )
}

type Choice = readonly [type: string, args: fc.Arbitrary<unknown>]

/** A resource for an object that a word distinguishes from others. It can be renamed. `more` replaces values. */
function single(kind: string, word: string, more: Arguments = {}): Choice {
  const sample = sampleOf(kind)
  const { named = () => ({}) } = sample
  const args = fc
    .tuple(fc.record({ ...valuesOf(sample), ...more }), fc.constantFrom(word, `${word}-renamed`))
    .map(([values, name]) => ({ ...values, ...named(name) }))
  return [classOf(kind), args]
}

/**
 * Settings that are only valid with others, or that move or change other objects. `deletionProtection` belongs to
 * objects that the program creates: nothing else works without the others.
 */
const dependent = new RegExp(
  `^(?:${[
    ...['path', 'namespace', 'parent', 'visibility', 'unset', 'initializeWithReadme', 'create', 'deletionProtection'],
    // It decides whether programs can run pipelines with variables.
    'ciPipelineVariablesMinimumOverrideRole',
    ...['(?:repository|mergeRequests|builds)AccessLevel', 'merge(?:Trains|Pipelines).*', 'mergeRequestTitleRegex.*'],
    ...['.*[aA]llowMerge.*', 'fileTemplateProjectId', 'resetApprovalsOnPush', 'selectiveCodeOwnerRemovals'],
  ].join('|')})$`,
)

/** A resource for the settings of an existing object, or for one that it creates. `more` replaces arguments. */
export function settingsOf(kind: string, more: Arguments): Choice {
  const values = Object.entries(valuesOf(sampleOf(kind))).filter(([name]) => !dependent.test(name))
  // Projects of a group have different names.
  const named = ({ name, ...args }: Json) =>
    name === undefined
      ? args
      : { ...args, name: `${String(name)} ${String(args[parentArgument(args)]).replace('/', ' ')}` }
  return [
    classOf(kind),
    fc.record({ ...Object.fromEntries(values), ...more }).map((drawn) => named(withoutGaps(drawn))),
  ]
}

/** The arguments of projects and groups that programs create, and that they can delete without `deletionProtection`. */
const created: Arguments = {
  create: fc.constant(true),
  deletionProtection: fc.constantFrom(undefined, true, false, false),
}

/** The possible keys of items of a set. */
export const keys = ['one', 'two', 'three']

/** A set. `more` replaces values of its items. */
function setOf(kind: string, more: Arguments = {}): Choice {
  const sample = sampleOf(kind)
  const { project: _, group: __, ...values } = valuesOf(sample)
  const items = fc.tuple(...keys.map(() => sometimes(fc.record({ ...values, ...more })))).map((drawn) =>
    Object.fromEntries(
      keys.flatMap((key, at) => {
        const item = drawn[at]
        return item ? [[key, withoutGaps({ ...item, ...sample.named?.(`set-${key}`) })]] : []
      }),
    ),
  )
  const parent: Arguments = 'group' in sample.args ? { group: fc.constant(sample.args.group) } : { project }
  return [`${classOf(kind)}Set`, fc.record({ ...parent, items })]
}

/** The service does not show the secret of an adopted token. */
const ofTokens = { secretOnAdopt: fc.constant('rotate') }
const unlimited = { expiresAt: fc.constant(undefined) }
const passwords = { password: fc.constantFrom(...secrets.passwords), username: fc.constant('replicator') }
const levels = {
  deployAccessLevels: fc.subarray([{ accessLevel: 40 }, { accessLevel: 30 }, { userId: 3 }, { groupId: 12 }], {
    minLength: 1,
  }),
  approvalRules: fc.subarray([{ userId: 4, requiredApprovals: 2 }, { groupId: 12 }, { accessLevel: 40 }]),
}

// The administrator, whose token the runs use, is not a member: by default, only members can change the protection.
const byAdministrators = {
  allowedToUnprotect: fc.constantFrom(
    [{ accessLevel: 60 }],
    [{ accessLevel: 40 }, { accessLevel: 60 }],
    [{ accessLevel: 60 }, { userId: 3 }],
  ),
}

/** Each filter of the sample is valid with it. */
const filters = { branchFilterStrategy: fc.constant('regex') }

/** The possible resources by name: the class and its arguments. */
const chosen: Readonly<Record<string, Choice>> = {
  bug: single('label', 'bug', { project }),
  idea: single('label', 'idea', { project }),
  chore: single('label', 'chore', { project }),
  labels: setOf('label'),
  weekend: single('freeze-period', 'weekend', { project }),
  // Can be equal to `weekend`.
  holidays: single('freeze-period', 'weekend', { project }),
  freezes: setOf('freeze-period'),
  production: single('protected-environment', 'production', { project, ...levels }),
  review: single('protected-environment', 'review/1', { project, ...levels }),
  environments: setOf('protected-environment', levels),
  nightly: single('trigger-token', 'nightly', { project, ...unlimited }),
  releases: single('trigger-token', 'releases', {
    project,
    // Later than the end of a run.
    expiresAt: sometimes(fc.constant('2027-03-01T00:00:00.000Z')),
  }),
  triggers: setOf('trigger-token', unlimited),
  mirror: single('remote-mirror', 'acme/web', { project, ...passwords }),
  keyed: [
    'RemoteMirror',
    fc.record({
      project,
      url: fc.constant('ssh://git@example.com/acme/web.git'),
      authMethod: fc.constant('ssh_public_key'),
      enabled: fc.boolean(),
    }),
  ],
  mirrors: setOf('remote-mirror', passwords),
  hook: single('project-hook', 'ci', { project, ...filters }),
  hooks: setOf('project-hook', filters),
  deploy: single('group-access-token', 'deploy', {
    group: fc.constant('acme'),
    expiresAt: fc.constantFrom('2027-01-31', '2027-02-28'),
    ...ofTokens,
  }),
  rotating: [
    'GroupAccessToken',
    fc.record({
      group: fc.constantFrom('acme', 'acme/platform'),
      name: fc.constant('rotating'),
      scopes: fc.constant(['read_api']),
      rotation: fc.constantFrom(
        { lifetimeDays: 90, rotateDaysBefore: 30 },
        { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 7 },
      ),
      ...ofTokens,
    }),
  ],
  release: single('project-access-token', 'release', {
    project,
    expiresAt: fc.constantFrom('2027-01-31', '2027-02-28'),
    ...ofTokens,
  }),
  branch: single('protected-branch', 'release/*', byAdministrators),
  branches: setOf('protected-branch', byAdministrators),
  // The other type requires other arguments.
  approval: single('approval-rule', 'approval', { project, ruleType: fc.constant('regular') }),
  approvals: setOf('approval-rule', { ruleType: fc.constant('regular') }),
  link: single('issue-link', 'link', {
    project: fc.constant('acme/web'),
    targetProject: fc.constant('acme/api'),
    linkType: fc.constantFrom('relates_to', 'blocks', 'is_blocked_by'),
  }),
  // It stays on the service when a program no longer declares it, and can be declared again.
  vulnerability: single('vulnerability', 'vulnerability', {
    project: fc.constant('acme/web'),
    onConflict: fc.constant('adopt'),
  }),
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
  move: single('repository-storage-move', 'move', { objectId: fc.constant(3) }),
  alert: single('alert', 'alert', { authorizationKey: fc.constant(secrets.key) }),
  protection: settingsOf('approval-settings', { project }),
  site: settingsOf('project', { project, create: sometimes(fc.constant(true)) }),
  newSite: settingsOf('project', { project: fc.constant('acme/fresh'), ...created }),
  // Its settings do not change projects.
  team: settingsOf('group', { group: fc.constant('deployers'), create: sometimes(fc.constant(true)) }),
  newTeam: settingsOf('group', { group: fc.constant('newcomers'), ...created }),
  // Last, because it refers to another resource.
  subscription: ['LabelSubscription', project.map((where) => ({ project: where, label: { $id: 'bug' } }))],
}

/** Kinds that programs cannot declare freely: roles in a group limit those in its projects. */
const bound: readonly string[] = ['project-member', 'group-member']
const isFree = (kind: string): boolean => !bound.includes(kind)

/** The other kinds, with a resource and a set of each. */
const others: readonly (readonly [name: string, choice: Choice])[] = [
  ...kinds.filter(isFree).map((kind) => [kind, single(kind, kind)] as const),
  ...kindsWithSets.filter(isFree).map((kind) => [`${kind}s`, setOf(kind)] as const),
].filter(([, [type]]) => !Object.values(chosen).some(([known]) => known === type))

const choices: Readonly<Record<string, Choice>> = { ...Object.fromEntries(others), ...chosen }

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
