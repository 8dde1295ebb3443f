import { now } from '../../provider/command-line/basics'
import { isOurs, type KindDefinition, kindDefinitionOf, objectNamesOf } from '../../provider/command-line/objects'
import type { LiveFreeze } from '../calendar/live-freeze'
import { byText } from '../shared/by-text'
import { Services } from '../stacks/services'
import type { Json, StackResource, StackState } from '../stacks/stack'
import { compare } from './compare'
import type { DriftReport, Failure, Finding } from './finding'
import { type IgnoreRule, ignoring } from './ignore'
import { findUnmanaged, type Parent } from './unmanaged'

export interface Inspection {
  projectFile: string
  stacks: StackState[]
  /** Stacks that could not be read. */
  unread: Failure[]
  /** Whether to also look for objects that no stack declares. */
  unmanaged: boolean
  rules: IgnoreRule[]
  warn: (text: string) => void
}

/** Compares all resources of the stacks with the service. Only reads, and does not change the state. */
export async function inspect({
  projectFile,
  stacks,
  unread,
  unmanaged,
  rules,
  warn,
}: Inspection): Promise<DriftReport> {
  const at = now().toISOString()
  const services = new Set<string>()
  const findings: Finding[] = []
  const failures: Failure[] = [...unread]
  const freezes = new Map<string, LiveFreeze>()
  const parents = new Map<string, Parent>()
  const declared = new Set<string>()
  const warnings = new Set<string>()
  const addWarning = (text: string): void => {
    warnings.add(text)
    warn(text)
  }

  const look = async (stack: StackState, resource: StackResource, at: Services): Promise<void> => {
    try {
      const connection = at.of(resource)
      services.add(connection.instance)
      const kind = kindDefinitionOf(resource)
      for (const name of objectNamesOf(kind, resource.id ?? '', resource.outputs)) declared.add(name)
      const parent = parentOf(stack.name, resource, kind, connection)
      if (parent) parents.set(JSON.stringify([connection.instance, parent.kind, parent.id]), parent)
      const { finding, live } = await compare(stack.name, resource, kind, connection)
      if (finding) findings.push(finding)
      for (const freeze of freezesOf(kind.kind, live)) freezes.set(JSON.stringify(freeze), freeze)
    } catch (error) {
      failures.push({ stack: stack.name, urn: resource.urn, message: (error as Error).message })
    }
  }
  const searchUnmanaged = async (parent: Parent): Promise<void> => {
    try {
      const { findings: found, all } = await findUnmanaged(parent, declared, addWarning)
      findings.push(...found)
      for (const { kind, inputs } of all) {
        const named = { ...inputs, project: parent.written }
        for (const freeze of freezesOf(kind, named)) freezes.set(JSON.stringify(freeze), freeze)
      }
    } catch (error) {
      failures.push({ stack: parent.stack, message: (error as Error).message })
    }
  }

  await Promise.all(
    stacks.flatMap((stack) => {
      const at = new Services(stack, addWarning)
      return stack.resources.filter(isOurs).map((resource) => look(stack, resource, at))
    }),
  )
  // Objects that an unreadable stack declares would be reported as unmanaged.
  if (unmanaged && unread.length > 0) {
    const names = unread.map(({ stack }) => stack).join(', ')
    addWarning(`unmanaged objects are not listed, because ${names} could not be read.`)
  } else if (unmanaged) await Promise.all([...parents.values()].map(searchUnmanaged))
  return {
    at,
    projectFile,
    services: [...services].sort(),
    stacks: stacks.map(({ name, resources }) => ({ name, resources: resources.filter(isOurs).length })),
    findings: findings.map((finding) => ignoring(finding, rules)).sort(inOrder),
    failures: failures.sort((one, other) => byText(`${one.stack} ${one.urn}`, `${other.stack} ${other.urn}`)),
    ...(warnings.size > 0 && { warnings: [...warnings].sort(byText) }),
    freezes: [...freezes.values()].sort((one, other) => byText(one.project, other.project)),
  }
}

const inOrder = (one: Finding, other: Finding): number =>
  byText(one.stack, other.stack) ||
  byText(one.parent, other.parent) ||
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
