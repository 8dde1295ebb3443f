import type { Json } from '../../provider/command-line/basics'
import {
  definitionOf,
  isContainer,
  liveArguments,
  pluralOf,
  subject,
  type Surveyed,
  surveyedKinds,
} from '../../provider/command-line/objects'
import type { Parents } from '../../provider/command-line/service'
import { ConfigSecret } from '../languages/literal'
import { camelCase, Slugs } from '../languages/slugs'
import { byText } from '../shared/by-text'
import { resourceNames, titleOf } from './names'
import { type Uncovered, uncoveredIn, type UncoveredSummary } from './uncovered'

/** The objects of a project or group. */
export interface Reading {
  parentKind: keyof Parents
  /** Its full path. */
  path: string
  /** Its objects, without secrets. */
  found: Surveyed[]
  /** Kinds that could not be read, each with the reason. */
  refused: { kind: string; reason: string }[]
  /** Objects that the service lists there but that cannot be declared there: count and reason by kind. */
  others?: Other[]
  /** Objects of kinds that Trueup does not manage. Undefined if they were not counted. */
  uncovered?: Uncovered[]
}

export interface Other {
  kind: string
  count: number
  why: 'inherited' | 'ended'
}

/** An object that becomes a resource of the program. */
export interface Exported extends Surveyed {
  parentKind: keyof Parents
  /** Full path of the project or group. */
  parent: string
  /** The resource's name. */
  name: string
  /** The arguments in the program. */
  args: Json
  /** The inputs that result from the arguments. */
  written: Json
  /** The name of the component that creates the resource. */
  component?: string
  /** The address of the resource of Terraform that it comes from. */
  address?: string
  /** Whether the first update adopts the object, so that `import.json` does not contain it. */
  isAdopted?: boolean
}

/** An object that exists, but is not in the program. */
export interface LeftOut {
  parent: string
  kind: string
  /** A readable name, such as `trigger token "nightly"`; only the kind if none could be read. */
  subject: string
  reason: string
  /** The number of objects; undefined for a single object or an unknown number. */
  count?: number
}

/** All exported objects, in the order of the program. */
export interface Estate {
  /** The projects and groups that were read, sorted by path, groups first. */
  parents: { parentKind: keyof Parents; path: string }[]
  resources: Exported[]
  leftOut: LeftOut[]
  /** Objects of kinds that Trueup does not manage. Undefined if they were not counted. */
  uncovered?: UncoveredSummary | undefined
}

/** Turns objects into resources with names. */
export function estateOf(readings: readonly Reading[]): Estate {
  const ordered = [...readings].sort(
    (one, other) => byText(one.parentKind, other.parentKind) || byText(one.path, other.path),
  )
  const leftOut: LeftOut[] = []
  const named: (Exported & { secrets: string[] })[] = []
  for (const reading of ordered) {
    const { parentKind, path, found } = reading
    leftOut.push(...refusedIn(reading), ...(reading.others ?? []).map((other) => leftOutOf(path, other)))
    for (const one of found) {
      const declared = liveArguments(one)
      if ('args' in declared) named.push({ ...one, ...declared, parentKind, parent: path, name: '' })
      else leftOut.push({ parent: path, kind: one.kind, subject: subjectOf(one, parentKind), reason: declared.problem })
    }
  }
  return {
    parents: ordered.map(({ parentKind, path }) => ({ parentKind, path })),
    resources: withSecrets(withNames(named)),
    leftOut,
    uncovered: uncoveredIn(readings),
  }
}

/** The kinds that could not be read: one entry for each kind, or one for a project without readable kinds. */
function refusedIn({ parentKind, path, refused }: Reading): LeftOut[] {
  const [first] = refused
  // More users can read the project itself than its objects.
  const isAll = surveyedKinds(parentKind).every(
    (kind) => isContainer(definitionOf(kind)) || refused.some((one) => one.kind === kind),
  )
  if (first && parentKind === 'project' && isAll) {
    return [{ parent: path, kind: parentKind, subject: 'the whole project', reason: first.reason }]
  }
  return refused.map(({ kind, reason }) => ({ parent: path, kind, subject: nounsOf(kind), reason }))
}

const whys: Record<Other['why'], { subject: string; reason: string }> = {
  inherited: { subject: 'of parent groups', reason: 'the project inherits them and cannot change them' },
  ended: {
    subject: 'that have expired or were revoked',
    reason: 'the service still lists them, but they no longer work',
  },
}

const leftOutOf = (parent: string, { kind, count, why }: Other): LeftOut => {
  const { subject, reason } = (why === 'inherited' && definitionOf(kind).existence?.others) || whys[why]
  return { parent, kind, subject: `${nounsOf(kind)} ${subject}`, reason, count }
}

/** Adds names, which are unique for each kind. */
function withNames<T extends Exported>(resources: readonly T[]): T[] {
  const names = new Map<T, string>()
  for (const kind of new Set(resources.map((one) => one.kind))) {
    const alike = resources.filter((one) => one.kind === kind)
    const given = resourceNames(
      alike.map((one) => ({ wanted: `${one.parent} ${titleOf(definitionOf(kind), one)}`, id: one.id })),
    )
    for (const [at, resource] of alike.entries()) names.set(resource, given[at]!)
  }
  return resources.map((resource) => ({ ...resource, name: names.get(resource)! }))
}

/** Adds the required arguments that are secret, from the stack's configuration. */
function withSecrets(resources: readonly (Exported & { secrets: string[] })[]): Exported[] {
  const keys = new Slugs(camelCase)
  return resources.map(({ secrets, ...one }) => {
    const values = secrets.map((name) => [name, new ConfigSecret(keys.of(`${one.name} ${name}`))] as const)
    return { ...one, args: { ...one.args, ...Object.fromEntries(values) } }
  })
}

function subjectOf({ kind, inputs, outputs }: Surveyed, parentKind: string): string {
  return subject(definitionOf(kind), { ...outputs, ...inputs, [parentKind]: undefined })
}

/** `freeze-period` → `freeze periods`, `label-set` → `label sets`. @throws Error if the kind is unknown. */
export const nounsOf = (kind: string): string =>
  kind.endsWith('-set') ? `${kind.replaceAll('-', ' ')}s` : pluralOf(kind)
