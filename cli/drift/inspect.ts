import { now } from '../../provider/command-line/basics'
import { isOurs, type KindDefinition, kindDefinitionOf } from '../../provider/command-line/objects'
import type { LiveFreeze } from '../calendar/live-freeze'
import { byText } from '../shared/by-text'
import { Services } from '../stacks/services'
import type { Json, StackResource } from '../stacks/stack'
import { compare } from './compare'
import { Declared, type Located } from './declared'
import type { ComparedPlace, DriftReport, Failure, Finding } from './finding'
import { type IgnoreRule, ignoring } from './ignore'
import { placeIn, Places } from './places'
import { ProgramLines } from './program-lines'
import type { ReadStack } from './read-stacks'
import { newerState } from './refreshed'
import { type Refusal, warningsOf } from './refusals'
import { findUnmanaged, type Parent } from './unmanaged'
import { valuesOf, withWebUrl } from './web-url'
import { differences } from './wording'

export interface Inspection {
  /** The project's folder. */
  folder: string
  projectFile: string
  stacks: ReadStack[]
  /** Stacks that could not be read. */
  unread: Failure[]
  /** Whether to also look for objects that no stack declares. */
  unmanaged: boolean
  rules: IgnoreRule[]
  warn: (text: string) => void
}

/** Compares all resources of the stacks with the service. Only reads, and does not change the state. */
export async function inspect({
  folder,
  projectFile,
  stacks,
  unread,
  unmanaged,
  rules,
  warn,
}: Inspection): Promise<DriftReport> {
  const at = now().toISOString()
  const services = new Set<string>()
  const found: Located[] = []
  const failures: Failure[] = [...unread]
  const freezes = new Map<string, LiveFreeze>()
  const parents = new Map<string, Parent>()
  const places = new Places()
  const declared = new Declared()
  const refusals: Refusal[] = []
  const warnings = new Set<string>()
  const addWarning = (text: string): void => {
    warnings.add(text)
    warn(text)
  }

  const look = async (stack: ReadStack, resource: StackResource, at: Services): Promise<void> => {
    let place: ComparedPlace | undefined
    try {
      const kind = kindDefinitionOf(resource)
      place = placeIn(stack.name, resource, kind)
      const connection = at.of(resource)
      const { instance } = connection
      services.add(instance)
      declared.add(stack.name, instance, kind, resource)
      const parent = parentOf(stack.name, resource, kind, connection)
      if (parent) parents.set(JSON.stringify([instance, parent.kind, parent.id]), parent)
      const { findings, live } = await compare(stack.name, resource, kind, connection, stack.since !== undefined)
      for (const finding of findings) {
        found.push({ finding: withWebUrl(finding, instance, kind, valuesOf(finding, resource, live)), instance })
      }
      for (const freeze of freezesOf(kind.kind, live)) freezes.set(JSON.stringify(freeze), freeze)
      places.add(place)
    } catch (error) {
      places.fail(place)
      failures.push({ stack: stack.name, urn: resource.urn, message: (error as Error).message })
    }
  }
  const searchUnmanaged = async (parent: Parent, known: (name: string) => boolean): Promise<Finding[]> => {
    try {
      const { findings, all } = await findUnmanaged(parent, known, (refusal) => refusals.push(refusal))
      for (const { kind, inputs } of all) {
        const named = { ...inputs, project: parent.written }
        for (const freeze of freezesOf(kind, named)) freezes.set(JSON.stringify(freeze), freeze)
      }
      return findings
    } catch (error) {
      places.fail({ stack: parent.stack, parent: parent.written, parentKind: parent.kind })
      failures.push({ stack: parent.stack, message: (error as Error).message })
      return []
    }
  }

  await Promise.all(
    stacks.flatMap((stack) => {
      const at = new Services(stack, addWarning)
      return stack.resources.filter(isOurs).map((resource) => look(stack, resource, at))
    }),
  )
  const { findings, names } = declared.resolve(found)
  for (const { name, since } of stacks) {
    const explained = new Set(
      findings.flatMap(({ stack, difference, urn }) =>
        stack === name && /^(refreshed|changed)$/.test(difference) ? (urn ?? []) : [],
      ),
    )
    const newer = since && newerState(name, since, explained.size)
    if (newer) findings.push(newer)
  }
  // Objects that an unreadable stack declares would be reported as unmanaged.
  if (unmanaged && unread.length > 0) {
    const names = unread.map(({ stack }) => stack).join(', ')
    addWarning(`unmanaged objects are not listed, because ${names} could not be read.`)
  } else if (unmanaged) {
    const known =
      ({ connection: { instance } }: Parent) =>
      (name: string) =>
        names.has(`${instance} ${name}`)
    const searches = [...parents.values()].map((parent) => searchUnmanaged(parent, known(parent)))
    findings.push(...(await Promise.all(searches)).flat())
  }
  for (const warning of warningsOf(refusals)) addWarning(warning)
  const lines = new ProgramLines(folder, projectFile, stacks)
  return {
    at,
    projectFile,
    services: [...services].sort(),
    stacks: stacks.map(({ name, resources }) => ({ name, resources: resources.filter(isOurs).length })),
    places: places.compared(),
    findings: findings.map((finding) => lines.locate(ignoring(finding, rules))).sort(inOrder),
    failures: failures.sort((one, other) => byText(`${one.stack} ${one.urn}`, `${other.stack} ${other.urn}`)),
    ...(warnings.size > 0 && { warnings: [...warnings].sort(byText) }),
    freezes: [...freezes.values()].sort((one, other) => byText(one.project, other.project)),
  }
}

const inOrder = (one: Finding, other: Finding): number =>
  byText(one.stack, other.stack) ||
  byText(one.parent, other.parent) ||
  differences.indexOf(one.difference) - differences.indexOf(other.difference) ||
  byText(one.kind, other.kind) ||
  byText(one.subject, other.subject) ||
  byText(one.id, other.id)

function parentOf(
  stack: string,
  resource: StackResource,
  { identity: { parent: kind } }: KindDefinition,
  connection: Parent['connection'],
): Parent | undefined {
  const id = kind && resource.outputs[`${kind}Id`]
  if (kind === undefined || typeof id !== 'number') return undefined
  return { connection, kind, id, written: String(resource.inputs[kind] ?? id), stack }
}

/** The freeze periods in live arguments: one, or those of a set. */
function freezesOf(kind: string, live: Json | undefined): LiveFreeze[] {
  if (!live) return []
  const each = (values: Json): LiveFreeze => ({
    project: String(live.project),
    freezeStart: String(values.freezeStart),
    freezeEnd: String(values.freezeEnd),
    cronTimezone: String(values.cronTimezone),
  })
  if (kind === 'freeze-period') return [each(live)]
  return kind === 'freeze-period-set' ? Object.values((live.items ?? {}) as Record<string, Json>).map(each) : []
}
