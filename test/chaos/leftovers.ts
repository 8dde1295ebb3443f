import type { Json } from '../../provider/core/schema/json'
import type { Collections } from '../faults/service-state'
import { classOf, samples } from '../samples'
import { hasSet, isSingle, singleDefinitionOf } from './objects'
import type { Program } from './program'
import type { Held } from './state'

/** Outputs with the ids of other objects of a resource. */
const otherIds: Readonly<Record<string, readonly string[]>> = {
  'group-access-token': ['previousTokenId'],
  'project-access-token': ['previousTokenId'],
}

/** The collection of each type in the emulator, and the outputs with the ids of its objects. */
export const locations: Readonly<Record<string, readonly [collection: string, ...outputs: string[]]>> =
  Object.fromEntries(
    samples.flatMap(({ kind, collection, id: output }) => {
      const type = classOf(kind)
      const id = output ?? singleDefinitionOf(type)?.identity.key
      // Random programs do not declare members, and the service makes bot users of tokens members.
      if (id === undefined || collection === 'memberships') return []
      return [
        [type, [collection, id, ...(otherIds[kind] ?? [])]],
        ...(hasSet(type) ? [[`${type}Set`, [collection, 'ids']]] : []),
      ]
    }),
  )

/** The outputs that are the key of an object, if the service assigns no number. */
const ownKeys: readonly string[] = ['name', 'key']

/** Whether objects have arguments as their key. In the emulator, they have numbers, like all other records. */
export const hasOwnKey = (output: string): boolean => ownKeys.includes(output)

/** The key of such an object, from its outputs, its arguments or its record. */
export const ownKeyOf = ({
  key,
  name,
  environmentScope,
  environment_scope: scope = environmentScope,
}: Json): unknown => (key === undefined ? name : `${String(key)}~${String(scope ?? '*')}`)

/** The parent of an object, from its outputs or its record. */
export const parentOf = ({ projectId, groupId, project_id = projectId, group_id = groupId }: Json): string =>
  `${String(project_id ?? 'no')} project, ${String(group_id ?? 'no')} group`

const namedCollections = [...new Set(samples.flatMap(({ id = '', collection }) => (hasOwnKey(id) ? [collection] : [])))]

/** Collections whose records the service keeps, so that they contain more than the declared objects. */
export const recordCollections = ['pipelines', 'vulnerabilities', 'repository_storage_moves']
/** An object that was created during the run and that the state does not contain. */
export interface Leftover {
  collection: string
  id: number
}

/** The ids of the objects that resources hold, by collection. */
function heldIds(held: readonly Held[], live: Collections): Map<string, Set<unknown>> {
  const ids = new Map<string, Set<unknown>>()
  for (const { type, outputs } of held) {
    const [collection, ...names] = locations[type] ?? ['']
    const known = ids.get(collection) ?? new Set()
    for (const value of names.map((name) => outputs[name])) {
      for (const id of typeof value === 'object' ? Object.values(value ?? {}) : [value]) known.add(id)
    }
    ids.set(collection, known)
  }
  for (const collection of namedCollections) {
    for (const record of live[collection] ?? []) {
      const holds = held.some(
        ({ type, outputs }) =>
          locations[type]?.[0] === collection &&
          parentOf(outputs) === parentOf(record) &&
          [ownKeyOf(outputs), ...Object.values((outputs.ids ?? {}) as Json)].includes(ownKeyOf(record)),
      )
      if (holds) ids.get(collection)?.add(record.id)
    }
  }
  return ids
}

/** Finds objects that did not exist before and that the state does not contain. Revoked tokens do not count. */
export function leftoversOf(base: Collections, live: Collections, held: readonly Held[]): Leftover[] {
  const known = heldIds(held, live)
  // Objects that exist without a resource are kept without one.
  const collections = new Set(
    Object.entries(locations).flatMap(([type, [collection]]) => (isSingle(type) ? [] : [collection])),
  )
  return [...collections].flatMap((collection) => {
    const before = new Set((base[collection] ?? []).map(({ id }) => id))
    return (live[collection] ?? [])
      .filter(({ id, revoked }) => !before.has(id) && !known.get(collection)?.has(id) && !revoked)
      .map(({ id }) => ({ collection, id: Number(id) }))
  })
}

/** Whether the service keeps objects of this kind as records of actions, so that one more does no harm. */
export const isRecord = ({ collection }: Leftover) => recordCollections.includes(collection)

/** The parts of a run that can create more records than declared. */
export interface RunFacts {
  /** The first program. */
  before: Program
  rounds: readonly { readonly command: string }[]
  /** The number of processes that received a signal. */
  kills: number
  /** Failed creates that the service can have carried out, according to the CLI. */
  uncertainCreates: number
}

/** Describes objects that two resources or two items hold. */
export function heldTwice(held: readonly Held[]): string[] {
  const holders = new Map<string, string[]>()
  for (const { name, type, outputs } of held) {
    const [collection = '', ...outs] = locations[type] ?? []
    for (const out of outs) {
      const value = hasOwnKey(out) ? ownKeyOf(outputs) : outputs[out]
      const ids = typeof value === 'object' ? Object.values(value ?? {}) : [value]
      for (const id of ids.filter((one) => one != null)) {
        const what = isSingle(type) ? type : collection
        const object = `${what} ${String(id)}${typeof id === 'string' ? ` of ${parentOf(outputs)}` : ''}`
        holders.set(object, [...(holders.get(object) ?? []), name])
      }
    }
  }
  return [...holders].flatMap(([object, names]) =>
    names.length > 1 ? [`${object} is held by ${names.join(' and ')}`] : [],
  )
}

/** Checks that each action was carried out as often as declared, and once more for each kill or lost response. */
export function checkRecords(
  leftovers: readonly Leftover[],
  { before, rounds, kills, uncertainCreates }: RunFacts,
): string[] {
  const destroyed = rounds.filter(({ command }) => command === 'destroy').length
  const asked = (type: string) => Object.values(before).filter((one) => one.type === type).length
  return ['PipelineRun', 'RepositoryStorageMove'].flatMap((type) => {
    const [collection] = locations[type] ?? []
    const { length } = leftovers.filter((leftover) => leftover.collection === collection)
    const most = asked(type) + destroyed + kills + uncertainCreates
    return length > most ? [`there are ${length} ${collection} more than declared`] : []
  })
}
