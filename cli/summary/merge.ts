import { definitionOf, fullNameOfUrn, type ObjectRecord } from '../../provider/command-line/objects'
import { grouped } from '../shared/grouped'
import { hidden } from '../shared/property'
import type { Candidate } from './candidate'
import { withComputed } from './dates'
import type { Change } from './plan'

/** Counts an object once that several resources name, and adds the objects that the preview has found on the service. */
export function merged(
  candidates: readonly Candidate[],
  kept: ReadonlySet<string>,
  records: readonly ObjectRecord[],
  parents: ReadonlyMap<string, string>,
): Candidate[] {
  /** Identifies an object of the service: resources can write its project or group as a path or an id. */
  const keyOf = ({ parentKind, parent }: Candidate, identity: string | undefined): string | undefined => {
    const place = `${parentKind} ${parent.toLowerCase()}`
    return identity && JSON.stringify([parents.get(place) ?? place, identity])
  }
  const created = new Map(
    candidates.filter(({ action }) => action === 'create').map((one) => [keyOf(one, one.identity) ?? one, one]),
  )
  const moved = new Map<Candidate, Candidate>()
  const remaining = candidates.filter((one) => {
    if (one.action !== 'delete') return true
    // The update keeps an object that another resource owns or declares.
    if (one.name !== undefined && kept.has(one.name)) return false
    const successor = created.get(keyOf(one, one.identity) ?? one)
    if (successor && !one.isUnmanaged) moved.set(successor, one)
    return successor === undefined
  })
  const existing = grouped(records, ({ kind, parent, subject }) => named(kind, parent, subject))
  const freed = new Set(candidates.map((one) => keyOf(one, one.former)))
  return remaining.map((one) => {
    // The provider does not know the name of each resource.
    const recordOf = (...effects: ObjectRecord['effect'][]) =>
      existing
        .get(named(one.kind, one.parent, one.subject))
        ?.find(({ resource, effect }) => effects.includes(effect) && isName(resource, one.urn))
    if (one.action === 'delete' && one.isUnmanaged) return withFacts(one, records)
    if (one.action === 'change') return { ...one, ...interruptionIn(recordOf('recreate')) }
    // Objects that each project has are adopted, and the preview knows what that changes.
    if (one.action !== 'create' && one.action !== 'adopt') return one
    const found = recordOf('adopt', 'conflict')
    const key = keyOf(one, one.identity)
    const isFreed = found?.effect === 'conflict' && key !== undefined && freed.has(key)
    const former = moved.get(one)
    if (former && found?.effect !== 'conflict') {
      return { ...one, action: 'move', id: former.id, changes: differences(former, one) }
    }
    if (!found || isFreed) return one
    const { id, changes, rotates, disabled, refusal } = found
    const secret = rotates ? [{ path: 'secret', from: hidden, to: hidden }] : []
    return refusal === undefined
      ? {
          ...one,
          action: 'adopt',
          id,
          changes: [...withComputed(changes, computedIn(one)), ...secret],
          ...interruptionIn(found),
          ...(disabled !== undefined && { disabled }),
        }
      : { ...one, action: 'conflict', id, reason: refusal }
  })
}

/** The objects that exclusive sets delete after the next refresh, besides those that the update already concerns. */
export function laterDeletions(
  objects: readonly Candidate[],
  records: readonly ObjectRecord[],
  urns: readonly string[],
): Candidate[] {
  const known = new Set(objects.map(({ kind, id }) => `${kind} ${id}`))
  return records.flatMap(({ effect, resource, kind, parent, subject, id, changes }): Candidate[] => {
    if (effect !== 'delete-later' || known.has(`${kind} ${id}`)) return []
    const urn = urns.find((one) => isName(resource, one)) ?? ''
    const parentKind = definitionOf(kind).identity.parent
    return [{ action: effect, kind, subject, parent, parentKind, id, urn, changes: [...changes] }]
  })
}

/** A deleted object with what the steps of the preview do not show, such as the host of a URL that is secret. */
function withFacts(one: Candidate, records: readonly ObjectRecord[]): Candidate {
  const record = records.find(({ effect, kind, id }) => effect === 'delete' && kind === one.kind && id === one.id)
  const facts = record?.changes.filter(({ path }) => one.changes.every((other) => other.path !== path)) ?? []
  return { ...one, changes: [...one.changes, ...facts] }
}

/** The names of the dates of a new object that are computed. */
const computedIn = ({ changes }: Candidate): ReadonlySet<string> =>
  new Set(changes.flatMap(({ path, isComputed }) => (isComputed ? [path] : [])))

/** What is the case while an object does not exist that the update deletes and creates again. */
const interruptionIn = (record: ObjectRecord | undefined) =>
  record?.meanwhile === undefined ? {} : { meanwhile: record.meanwhile }

const isName = (resource: string | undefined, urn: string): boolean =>
  resource === undefined || resource === fullNameOfUrn(urn)

const named = (kind: string, parent: string, subject: string): string => JSON.stringify([kind, parent, subject])

/** What a resource changes in an object that it takes over from another one. */
const differences = (former: Candidate, one: Candidate): Change[] => {
  const before = new Map(former.changes.map(({ path, from }) => [path, from]))
  const after = new Map(one.changes.map(({ path, to }) => [path, to]))
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path)))
    .map((path) => ({ path, from: before.get(path), to: after.get(path) }))
}
