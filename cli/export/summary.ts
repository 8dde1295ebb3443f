import { counted, type Json } from '../../provider/command-line/basics'
import { definitionOf, isContainer, pluralOf, surveyedKinds } from '../../provider/command-line/objects'
import { kinds } from '../../provider/kinds'
import { grouped } from '../shared/grouped'
import type { Skipped } from '../terraform/objects'
import { type Estate, type Exported, type LeftOut, nounsOf } from './estate'
import type { Language } from './languages'
import { secretsOf } from './program'
import type { ConfiguredStack } from './stack-values'
import type { Targets } from './targets'
import type { FromState } from './terraform'
import { uncoveredLines, type UncoveredSummary } from './uncovered'

/** The result of `trueup export`. */
export interface Summary {
  service: string
  folder: string
  /** The number of resources in the program. */
  resources: number
  /** Projects and groups, with the number of resources by kind. */
  parents: { kind: 'project' | 'group'; path: string; resources: Record<string, number> }[]
  /** Objects that exist, but are not in the program. */
  leftOut: LeftOut[]
  /** Paths of archived projects. */
  archived: string[]
  /** Paths of projects that are scheduled for deletion. */
  scheduledForDeletion: string[]
  /** Sentences about objects that were not searched. */
  notes: string[]
  /** Objects of kinds that Trueup does not manage. */
  uncovered?: UncoveredSummary
  /** Resources of a state of Terraform that Trueup does not manage, by type. */
  skipped?: Skipped[]
  /** The stack whose configuration has got values. */
  stack?: string
  /** The number of values that the stack's configuration has got. */
  values?: number
  /** The keys of the configuration whose values have to be set. */
  missingValues?: string[]
  /** The next commands, for the folder of the program. */
  commands: string[]
}

const nothingCounted =
  'Objects that Trueup does not manage, such as pipeline schedules and deploy keys, were not counted: --no-counts.'

/** The kinds that are never exported, in a sentence. */
function neverExported(): string {
  const exported = [...surveyedKinds('project'), ...surveyedKinds('group')]
  const nouns = kinds.filter((kind) => !exported.includes(kind)).map(pluralOf)
  const list = new Intl.ListFormat('en-GB').format(nouns)
  return `${list.slice(0, 1).toUpperCase()}${list.slice(1)} are not exported.`
}

/**
 * The import. It creates no objects, so the state does not have to be written after each resource, which takes minutes
 * for thousands of resources. `--refresh` in the preview compares the state with the service again. It also shows
 * adoptions.
 */
const adopting = (adoptsObjects: boolean): string[] => [
  'PULUMI_SKIP_CHECKPOINTS=true pulumi import --file import.json --generate-code=false --yes',
  `pulumi preview --refresh${adoptsObjects ? '' : ' --expect-no-changes'}`,
]

/** Whether the first update sends values that could not be compared: those of hidden variables. */
export const hidesValues = ({ args }: Pick<Exported, 'args'>): boolean =>
  args.hidden === true || Object.values((args.items ?? {}) as Json).some((item) => (item as Json).hidden === true)

/** What was read. */
interface Found {
  estate: Estate
  targets: Targets
  state: FromState | undefined
  /** The stack whose configuration has got values. */
  configured?: ConfiguredStack | undefined
}

export function summaryOf(
  { estate: { parents, resources, leftOut, uncovered }, targets, state, configured }: Found,
  service: string,
  folder: string,
  { install }: Language,
): Summary {
  const { archived, scheduledForDeletion, notes } = targets
  const counts = new Map<string, Record<string, number>>()
  for (const { parentKind, parent, kind } of resources) {
    const key = `${parentKind} ${parent}`
    const count = counts.get(key) ?? {}
    counts.set(key, { ...count, [kind]: (count[kind] ?? 0) + 1 })
  }
  const unset = secretsOf(resources).filter((key) => !configured?.keys.has(key))
  return {
    service,
    folder,
    resources: resources.length,
    parents: parents.map(({ parentKind: kind, path }) => ({
      kind,
      path,
      resources: counts.get(`${kind} ${path}`) ?? {},
    })),
    leftOut,
    archived,
    scheduledForDeletion,
    notes: state ? notes : [...notes, neverExported(), ...(uncovered ? [] : [nothingCounted])],
    ...(uncovered && { uncovered }),
    ...(state && { skipped: state.skipped }),
    ...(configured && { stack: configured.stack, values: configured.keys.size, missingValues: unset }),
    commands: [
      ...install,
      configured?.exists
        ? `pulumi stack select ${configured.stack}`
        : `pulumi stack init ${configured?.stack ?? 'dev'}`,
      `pulumi config set trueup:baseUrl ${service}`,
      'pulumi config set --secret trueup:token',
      ...unset.map((key) => `${askForSecret}${key}`),
      ...adopting(resources.some((one) => one.isAdopted || hidesValues(one))),
    ],
  }
}

/** The summary as text. */
export function summaryText(summary: Summary): string {
  const { service, folder, resources, parents, leftOut, archived, scheduledForDeletion, notes, commands } = summary
  return [
    `${counted(resources, 'resource')} from ${service}:`,
    ...parentLines(parents),
    ...(leftOut.length > 0 ? ['', 'Left out:', ...leftOutLines(leftOut).map((line) => `  ${line}`)] : []),
    ...(archived.length > 0 ? ['', `Left out because they are archived: ${archived.join(', ')}`] : []),
    ...(scheduledForDeletion.length > 0
      ? ['', `Left out because they are scheduled for deletion: ${scheduledForDeletion.join(', ')}`]
      : []),
    ...((summary.skipped?.length ?? 0) > 0 ? ['', skippedLine(summary.skipped!)] : []),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...(summary.uncovered ? ['', ...uncoveredLines(summary.uncovered)] : []),
    ...(summary.stack === undefined ? [] : ['', valuesLine(summary.stack, summary)]),
    '',
    `The program is in ${folder}. See its README.md for details. Next, run in this folder:`,
    ...shortened(commands).map((command) => `  ${command}`),
    '',
  ].join('\n')
}

/** What the configuration of a stack has got. */
export const valuesLine = (stack: string, { values = 0, missingValues = [] }: Summary): string =>
  `The configuration of stack ${stack} has ${counted(values, 'value')} of the service, encrypted.${
    missingValues.length > 0 ? ` Set the other ${missingValues.length}: see the commands.` : ''
  }`

/** The commands without most of those that ask for a secret, if there are many. */
function shortened(commands: readonly string[]): string[] {
  const asking = commands.filter((command) => command.startsWith(askForSecret))
  if (asking.length <= mostEqualLines) return [...commands]
  const [start, end] = [commands.indexOf(asking[maxNames]!), commands.indexOf(asking.at(-1)!) + 1]
  return [
    ...commands.slice(0, start),
    `# and ${end - start} more like this: README.md lists them`,
    ...commands.slice(end),
  ]
}

/** The projects and groups with their resources. Equal ones of many projects are one line. */
function parentLines(parents: Summary['parents']): string[] {
  const lines = [...grouped(parents, ({ resources }) => countsText(resources)).values()].flatMap((alike) => {
    const texts = alike.map(({ path, resources }) => [path, countsText(resources) || 'nothing'] as const)
    const [[, counts] = ['', '']] = texts
    return alike.length > mostEqualLines ? [[namesText(texts.map(([path]) => path)), counts] as const] : texts
  })
  const width = Math.max(0, ...lines.map(([names]) => names.length))
  return lines.map(([names, counts]) => `  ${names.padEnd(width)}  ${counts}`)
}

const askForSecret = 'pulumi config set --secret '

/** More projects with equal numbers of resources, and more commands that ask for a secret, are shortened. */
const mostEqualLines = 8

/** `acme/api, acme/docs, acme/web and 287 more` */
function namesText(names: readonly string[]): string {
  const others = names.length > maxNames ? ` and ${names.length - maxNames} more` : ''
  return `${names.slice(0, maxNames).join(', ')}${others}`
}

/** The resources of a state that Trueup does not manage, with their numbers. */
export function skippedLine(skipped: readonly Skipped[]): string {
  const types = skipped.filter(({ isData }) => !isData).map(({ type, count }) => `${type} (${count})`)
  const data = skipped.filter(({ isData }) => isData).reduce((sum, { count }) => sum + count, 0)
  const all = [...types, ...(data > 0 ? [`data sources (${data})`] : [])]
  return `Left out of the state, because Trueup does not manage them: ${all.join(', ')}`
}

/** The maximum number of projects in a line. */
const maxNames = 3

/** Lists the objects that were left out, with one line for each reason. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  return [...grouped(leftOut, sameReason).values()].map((alike) => {
    const [{ subject, reason }] = alike as [LeftOut]
    const count = alike.reduce((sum, one) => sum + (one.count ?? 0), 0)
    const what = count > 0 ? `${subject} (${count})` : subject
    return `${namesText(alike.map(({ parent }) => parent))}: ${what}: ${reason}`.replace(/\.?$/, '.')
  })
}

/** The reason without the parts that are specific to one project. */
const sameReason = ({ parent, subject, reason }: LeftOut): string =>
  `${subject}: ${reason.replaceAll(parent, '').replace(/ \(request [^)]*\)|\/(?:projects|groups)\/\d+/g, '')}`

const countsText = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([kind, count]) =>
      count === 1
        ? counted(1, isContainer(definitionOf(kind)) ? nounsOf(kind) : kind.replaceAll('-', ' '))
        : `${count} ${nounsOf(kind)}`,
    )
    .join(', ')
