import type { Json } from '../../provider/core/schema/plain'
import { type Collections } from '../faults/service-state'
import type { Scenario } from './scenario'
import type { Held } from './state'

/** Where the objects of each type are on the service, and which outputs hold their ids. */
export const places: Record<string, readonly [collection: string, ...outputs: string[]]> = {
  Label: ['labels', 'labelId'],
  LabelSet: ['labels', 'ids'],
  FreezePeriod: ['freeze_periods', 'freezePeriodId'],
  FreezePeriodSet: ['freeze_periods', 'ids'],
  ProtectedEnvironment: ['protected_environments', 'name'],
  ProtectedEnvironmentSet: ['protected_environments', 'ids'],
  TriggerToken: ['triggers', 'triggerId'],
  TriggerTokenSet: ['triggers', 'ids'],
  RemoteMirror: ['remote_mirrors', 'mirrorId'],
  RemoteMirrorSet: ['remote_mirrors', 'ids'],
  GroupAccessToken: ['access_tokens', 'tokenId', 'previousTokenId'],
  IssueLink: ['issue_links', 'issueLinkId'],
  Vulnerability: ['vulnerabilities', 'vulnerabilityId'],
  PipelineRun: ['pipelines', 'pipelineId'],
  RepositoryStorageMove: ['repository_storage_moves', 'moveId'],
}

/** Collections of which the service keeps what was once made, so that they say more than what is declared now. */
export const records = ['pipelines', 'vulnerabilities', 'repository_storage_moves']
/** An object that nobody declared before the run, and the state does not hold after it. */
export interface Stray {
  collection: string
  id: number
}

/** The ids of all that the resources hold, by collection. */
function holdings(held: readonly Held[], live: Collections): Map<string, Set<unknown>> {
  const ids = new Map<string, Set<unknown>>()
  for (const { type, outputs } of held) {
    const [collection, ...names] = places[type] ?? ['']
    const known = ids.get(collection) ?? new Set()
    for (const value of names.map((name) => outputs[name])) {
      for (const id of typeof value === 'object' ? Object.values(value ?? {}) : [value]) known.add(id)
    }
    ids.set(collection, known)
  }
  // Its key is its name: here it has a number, like all others.
  const environments = ids.get('protected_environments')
  for (const { id, name, project_id } of live.protected_environments ?? []) {
    const holds = held.some(
      ({ type, outputs }) =>
        type.startsWith('ProtectedEnvironment') &&
        outputs.projectId === project_id &&
        [outputs.name, ...Object.values((outputs.ids ?? {}) as Json)].includes(name),
    )
    if (holds) environments?.add(id)
  }
  return ids
}

/** The objects that neither others had before nor the state holds. Of revoked tokens nothing is left that counts. */
export function straysOf(base: Collections, live: Collections, held: readonly Held[]): Stray[] {
  const known = holdings(held, live)
  const collections = new Set(Object.values(places).map(([collection]) => collection))
  return [...collections].flatMap((collection) => {
    const before = new Set((base[collection] ?? []).map(({ id }) => id))
    return (live[collection] ?? [])
      .filter(({ id, revoked }) => !before.has(id) && !known.get(collection)?.has(id) && !revoked)
      .map(({ id }) => ({ collection, id: Number(id) }))
  })
}

/** Whether objects of this kind stay as records of what was done, so that one more does no harm. */
export const isRecord = ({ collection }: Stray) => records.includes(collection)

/** The parts of a run that may create more records than declared. */
export interface Course {
  scenario: Scenario
  /** How many processes were sent a signal. */
  kills: number
  /** Creations that the CLI said had failed although the service may have carried them out. */
  doubts: number
}

/** Describes objects that two resources or two items hold. */
export function heldTwice(held: readonly Held[]): string[] {
  const holders = new Map<string, string[]>()
  for (const { name, type, outputs } of held) {
    const [collection = '', ...outs] = places[type] ?? []
    for (const out of outs) {
      const value = outputs[out]
      const ids = typeof value === 'object' ? Object.values(value ?? {}) : [value]
      for (const id of ids.filter((one) => one != null)) {
        const object = `${collection} ${String(id)}${typeof id === 'string' ? ` of ${String(outputs.projectId)}` : ''}`
        holders.set(object, [...(holders.get(object) ?? []), name])
      }
    }
  }
  return [...holders].flatMap(([object, names]) =>
    names.length > 1 ? [`${object} is held by ${names.join(' and ')}`] : [],
  )
}

/** What leaves a record happens once for each time it was asked for, and once more for a kill or a lost answer. */
export function judgeRecords(strays: readonly Stray[], { scenario, kills, doubts }: Course): string[] {
  const { before, rounds } = scenario
  const destroyed = rounds.filter(({ command }) => command === 'destroy').length
  const asked = (type: string) => Object.values(before).filter((one) => one.type === type).length
  return ['PipelineRun', 'RepositoryStorageMove'].flatMap((type) => {
    const [collection] = places[type] ?? []
    const { length } = strays.filter((stray) => stray.collection === collection)
    const most = asked(type) + destroyed + kills + doubts
    return length > most ? [`there are ${length} ${collection} more than declared`] : []
  })
}
