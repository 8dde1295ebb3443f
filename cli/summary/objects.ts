import type { Json } from '../../provider/command-line/basics'
import {
  argumentsOfKey,
  byCurrentKeys,
  contentsOf,
  createsItself,
  type Definition,
  hasComputedKey,
  identityOf,
  isOurs,
  isUnknown,
  isUnmanagedKey,
  type KindDefinition,
  kindDefinitionOf,
  type ObjectKind,
  objectNamesOf,
  type PreviewRecord,
  type SetKind,
  subject,
  type UncheckedRecord,
} from '../../provider/command-line/objects'
import { byText } from '../shared/by-text'
import { type Candidate, plain } from './candidate'
import { changesOf, whole } from './changes'
import { datesOf, withComputed } from './dates'
import type { Step, StepState } from './digest'
import { laterDeletions, merged } from './merge'
import {
  type Action,
  actions,
  type Change,
  type OtherResource,
  type Plan,
  type PlannedObject,
  type Unchecked,
} from './plan'
import type { Preview } from './preview'

/** The steps that plan a change. Others report what the refresh has found. */
const planned = new Set(['create', 'update', 'delete', 'replace', 'import', 'import-replacement', 'delete-replaced'])

/** Returns what an update would do to each object, from a preview. An object that several resources name is counted once. */
export function planOf({ steps, errors }: Preview, records: readonly PreviewRecord[]): Plan {
  const last = new Map(steps.map((step, at) => [step.urn, at]))
  const kept = new Set<string>()
  const candidates: Candidate[] = []
  const others: OtherResource[] = []
  const unknown: string[] = []
  for (const [at, step] of steps.entries()) {
    const state = step.newState ?? step.oldState
    if (!state || state.custom === false || state.type.startsWith('pulumi:')) continue
    const isDeletion = step.op === 'delete' || step.op === 'delete-replaced'
    // Older releases of the CLI report an object that the refresh did not find as a deletion before the other steps.
    const isSuperseded = isDeletion && (last.get(step.urn) ?? at) > at
    const kind = kindOf(step.urn, state)
    if (!kind) {
      if (planned.has(step.op) && !isSuperseded) others.push(otherOf(step))
      continue
    }
    if (!isDeletion && last.get(step.urn) === at) for (const name of namesOf(kind, step)) kept.add(name)
    if (!planned.has(step.op) || isSuperseded) continue
    if ('of' in kind && isUnknown(step.newState?.inputs?.items)) unknown.push(step.urn)
    else candidates.push(...('of' in kind ? objectsOfSet(kind, step) : objectOf(kind, step)))
  }
  const found = records.filter((one) => one.effect !== 'unchecked')
  const objects = merged(candidates, kept, found, parentsIn(steps))
  objects.push(...laterDeletions(objects, found, [...last.keys()]))
  const [{ urn = '' } = {}] = steps
  return {
    stack: urn.split('::')[0]?.replace('urn:pulumi:', '') ?? '',
    objects: objects.map(plain).sort(inOrder),
    others,
    unknown,
    unchecked: records.flatMap((one) => (one.effect === 'unchecked' ? [withoutPreview(one)] : [])),
    errors,
  }
}

const withoutPreview = ({ effect: _, operation: __, ...unchecked }: UncheckedRecord): Unchecked => unchecked

/** The ids of projects and groups, by how resources write them: as a path or an id. */
function parentsIn(steps: readonly Step[]): Map<string, string> {
  const states = steps.flatMap(({ oldState }): Json[] => (oldState?.outputs ? [oldState.outputs] : []))
  return new Map(
    states.flatMap((outputs) =>
      ['project', 'group'].flatMap((parent) => {
        const id = outputs[`${parent}Id`]
        return id === undefined
          ? []
          : [[`${parent} ${String(outputs[parent]).toLowerCase()}`, `${parent} ${String(id)}`] as const]
      }),
    ),
  )
}

/** The kind of a resource of Trueup. Undefined for others, and for kinds of a later release. */
function kindOf(urn: string, { type, id = '', inputs = {}, outputs = {} }: StepState): KindDefinition | undefined {
  if (!isOurs({ type, id })) return undefined
  try {
    return kindDefinitionOf({ type, urn, inputs, outputs })
  } catch {
    return undefined
  }
}

/** The names of the objects that a resource keeps. */
function namesOf(kind: KindDefinition, { op, oldState, newState }: Step): string[] {
  const { id = '', outputs = {}, inputs = {} } = oldState ?? {}
  if (!oldState || op === 'replace') return []
  if (!('of' in kind)) return namesOn(kind, id, outputs)
  const wanted = (newState?.inputs?.items ?? inputs.items ?? {}) as Record<string, Json>
  const { ids } = byCurrentKeys(kind, outputs, wanted)
  const remaining = Object.fromEntries(
    Object.entries(ids).filter(([key]) => Object.hasOwn(wanted, key) && !isUnmanagedKey(key)),
  )
  return namesOn(kind, id, { ...outputs, ids: remaining })
}

/** The names of objects, which are unique also among several services. */
const namesOn = (kind: KindDefinition, id: string, outputs: Json): string[] =>
  objectNamesOf(kind, id, outputs).map((name) => `${String(outputs.instance)} ${name}`)

/** The object of a single resource. */
function objectOf(kind: ObjectKind, step: Step): Candidate[] {
  const { op, urn, oldState, newState, detailedDiff } = step
  const olds = { ...oldState?.inputs, ...oldState?.outputs }
  const { news, computed, scheduled } = datesOf(kind, op === 'update' ? oldState?.inputs : {}, newState?.inputs)
  const id = oldState?.id ?? newState?.id ?? ''
  const at = {
    kind,
    urn,
    id,
    names: oldState ? namesOn(kind, id, oldState.outputs ?? {}) : [],
  }
  // Objects that each parent has are neither created nor deleted.
  const isPermanent = 'api' in kind && kind.api.create === undefined
  if (op === 'create') {
    const isAdopted = isPermanent && !createsItself(kind, news)
    return [candidate(isAdopted ? 'adopt' : 'create', at, {}, news, withComputed(whole(kind, {}, news), computed))]
  }
  if (op === 'import' || op === 'import-replacement') return [candidate('import', at, news, news, [])]
  if (op === 'delete' || op === 'delete-replaced') {
    const isProtected = 'api' in kind && (!kind.api.delete || kind.container?.keptBecause(olds) !== undefined)
    const isKept = oldState?.retainOnDelete || isProtected
    return [candidate(isKept ? 'forget' : 'delete', at, olds, olds, whole(kind, olds, {}))]
  }
  const changes = withComputed(changesOf(kind, olds, news, detailedDiff, ''), computed)
  if (op === 'replace') return [candidate('replace', at, olds, news, changes)]
  const isDue = 'api' in kind && (kind.rotation?.updateDue?.(oldState?.outputs ?? {}) ?? false)
  const isRotated = 'api' in kind && kind.rotation?.regenerateSecret && changes.some(({ path }) => path === 'expiresAt')
  const isScheduled = changes.length > 0 && changes.every(({ path }) => scheduled.has(path))
  const due = isScheduled && !isDue ? ({ isDue: true } as const) : {}
  if (isDue || isRotated) return [{ ...candidate('rotate', at, olds, news, changes), ...due }]
  // An update that only changes options of the resource does not change the object.
  const isUnfinished = Object.keys(detailedDiff ?? {}).length === 0
  return changes.length > 0 || isUnfinished ? [{ ...candidate('change', at, olds, news, changes), ...due }] : []
}

/** The objects of a set. */
function objectsOfSet(set: SetKind, { op, urn, oldState, newState, detailedDiff }: Step): Candidate[] {
  const { of, identity } = set
  const { inputs: news = {} } = newState ?? {}
  const olds = { ...oldState?.inputs, ...oldState?.outputs }
  const wanted = op === 'delete' || op === 'delete-replaced' ? {} : ((news.items ?? {}) as Record<string, Json>)
  const had = oldState ? byCurrentKeys(set, olds, op === 'replace' ? {} : wanted) : contentsOf({})
  const isWhole = op === 'delete' || op === 'delete-replaced' || op === 'replace'
  const found = Object.entries(had.ids).flatMap(([key, id]): Candidate[] => {
    // Messages name an object without a title by its key.
    const item = {
      ...(hasComputedKey(of) && argumentsOfKey(of, id)),
      ...had.items[key],
      [identity.parent]: olds[identity.parent],
    }
    const names = namesOn(set, '', { ...olds, ids: { [key]: id } })
    const at = {
      kind: of,
      urn,
      id: `${String(olds[`${identity.parent}Id`])}/${id}`,
      names,
      isUnmanaged: isUnmanagedKey(key),
    }
    const next = isWhole ? undefined : wanted[key]
    if (next && !at.isUnmanaged)
      return changeOfItem(of, at, item, { ...next, [identity.parent]: news[identity.parent] }, key, detailedDiff)
    // The engine does not pass unmanaged objects to a deletion.
    if (at.isUnmanaged && (isWhole || !news.exclusive || declares(of, wanted, item))) return []
    const isKept = isWhole ? oldState?.retainOnDelete : news.retainOnRemove && !at.isUnmanaged
    return [candidate(isKept ? 'forget' : 'delete', at, item, item, whole(of, item, {}))]
  })
  const added = Object.entries(wanted).filter(([key]) => op === 'replace' || !Object.hasOwn(had.ids, key))
  const action = op === 'import' ? 'import' : 'create'
  return [
    ...found,
    ...added.map(([, item]) => {
      const values = { ...item, [identity.parent]: news[identity.parent] }
      return candidate(action, { kind: of, urn, id: '', names: [] }, {}, values, whole(of, {}, values))
    }),
  ]
}

function changeOfItem(
  of: Definition,
  at: At,
  item: Json,
  next: Json,
  key: string,
  diff: Step['detailedDiff'],
): Candidate[] {
  // As the engine writes paths.
  const prefix = /^\w+$/.test(key) ? `items.${key}` : `items["${key.replaceAll('"', '\\"')}"]`
  const changes = changesOf(of, item, next, diff, prefix)
  if (changes.length === 0) return []
  const isReplaced = changes.some(({ path }) => of.replaceOn.includes(path.split(/[.[]/)[0] ?? ''))
  return [candidate(isReplaced ? 'replace' : 'change', at, item, next, changes)]
}

/** Whether an item of a set declares an object. */
const declares = (of: Definition, wanted: Record<string, Json>, item: Json): boolean => {
  const identity = identityText(of, item)
  return identity !== undefined && Object.values(wanted).some((one) => identityText(of, one) === identity)
}

/** Where an object is, and which resource declares it. */
interface At {
  kind: ObjectKind
  urn: string
  id: string
  names: string[]
  isUnmanaged?: boolean
}

function candidate(action: Action, at: At, olds: Json, news: Json, changes: Change[]): Candidate {
  const { kind, urn, id, names, isUnmanaged } = at
  const { parent } = kind.identity
  const [former, identity] = [identityText(kind, olds), identityText(kind, news)]
  return {
    action,
    kind: kind.kind,
    subject: subject(kind, {
      ...known(action === 'delete' || action === 'forget' ? olds : news),
      ...(parent && { [parent]: undefined }),
    }),
    parent: parent ? String(news[parent] ?? olds[parent] ?? '') : '',
    parentKind: parent ?? 'none',
    id,
    urn,
    changes,
    ...(identity !== undefined && { identity }),
    ...(former !== undefined && former !== identity && { former }),
    ...(names[0] !== undefined && { name: names[0] }),
    ...(isUnmanaged && { isUnmanaged }),
    ...(action === 'change' && interruptionOf(kind)),
  }
}

/** What is the case in between, if each update of such an object deletes it and creates it again. */
function interruptionOf(kind: ObjectKind): { meanwhile?: string } {
  const recreate = 'api' in kind ? kind.api.recreate : undefined
  return recreate && !recreate.onCommunity ? { meanwhile: recreate.meanwhile } : {}
}

const known = (values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isUnknown(value)))

/** Identifies an object of a project or group before it exists. Undefined if several can have the same natural key. */
function identityText(kind: ObjectKind, values: Json): string | undefined {
  const { parent, allowsDuplicates } = kind.identity
  const identity = allowsDuplicates ? undefined : identityOf(kind, { ...values, ...(parent && { [parent]: '-' }) })
  return identity && JSON.stringify(identity)
}

function otherOf({ op, urn, oldState, newState, detailedDiff }: Step): OtherResource {
  const changes = Object.keys(detailedDiff ?? {}).map((path): Change => {
    const name = path.split(/[.[]/)[0] ?? ''
    return { path: name, from: oldState?.inputs?.[name], to: newState?.inputs?.[name] }
  })
  const byPath = new Map(changes.map((change) => [change.path, change]))
  return { operation: op, urn, type: (newState ?? oldState)?.type ?? '', changes: [...byPath.values()] }
}

const inOrder = (one: PlannedObject, other: PlannedObject): number =>
  actions.indexOf(one.action) - actions.indexOf(other.action) ||
  byText(one.parent, other.parent) ||
  byText(one.kind, other.kind) ||
  byText(one.subject, other.subject) ||
  byText(one.id, other.id) ||
  byText(one.urn, other.urn)
