import { isDeepStrictEqual } from 'node:util'
import type { EmulatorState } from '../../emulator'
import type { Json } from '../../provider/core/plain'
import { type Collections, worldOf } from '../faults/world'
import { type Program, secrets } from './program'
import type { Held } from './state'
import { passerBy } from './world'

/** Where the objects of each type are on the service, and which outputs hold their ids. */
const places: Record<string, readonly [collection: string, ...outputs: string[]]> = {
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
const records = ['pipelines', 'vulnerabilities', 'repository_storage_moves']
/** What changes by itself, and what comes with something else. */
const aside = [
  ...records,
  ...['alerts', 'issues', 'jobs', 'test_suites', 'findings', 'access_tokens', 'users', 'memberships'],
  ...['projects', 'redirects'],
]

/** An object that nobody declared before the run, and the state does not hold after it. */
export interface Stray {
  collection: string
  id: number
}

export function collectionsIn({ collections }: EmulatorState): Collections {
  return Object.fromEntries(
    Object.entries(collections).map(([name, { records }]) => [
      name,
      (records as unknown as Json[]).filter(({ title }) => title !== passerBy),
    ]),
  )
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

/** Where the service is not as it would be had only this been declared, and nothing gone wrong. */
export function differencesTo(wanted: Collections, live: Collections, strays: readonly Stray[]): string[] {
  const isStray = (collection: string, id: unknown) =>
    strays.some((stray) => stray.collection === collection && stray.id === id)
  const withoutStrays = Object.fromEntries(
    Object.entries(live).map(([name, all]) => [
      name,
      all.filter(({ id, protected_environment_id }) => {
        return !isStray(name, id) && !isStray('protected_environments', protected_environment_id)
      }),
    ]),
  )
  const [expected, seen] = [wanted, withoutStrays].map((collections) =>
    worldOf(Object.fromEntries(Object.entries(collections).filter(([name]) => !aside.includes(name)))),
  ) as [string[], string[]]
  const missing = [...expected]
  const more = seen.filter((line) => {
    const at = missing.indexOf(line)
    if (at >= 0) missing.splice(at, 1)
    return at < 0
  })
  return [...missing.map((line) => `the service lacks ${line}`), ...more.map((line) => `the service has, too, ${line}`)]
}

/** What the runs may change of what others have. */
const incidental: Record<string, readonly string[]> = {
  access_tokens: ['last_used_at'],
  findings: ['vulnerability_id'],
  projects: ['path', 'path_with_namespace', 'repository_storage', 'updated_at'],
  // The service itself goes on.
  pipelines: ['status', 'started_at', 'finished_at', 'updated_at', 'duration', 'queued_duration', 'events'],
  remote_mirrors: [],
}

/** What others had, and have no longer or not as it was. */
export function touched(base: Collections, live: Collections): string[] {
  return Object.entries(base).flatMap(([collection, records]) => {
    const now = new Map((live[collection] ?? []).map((record) => [record.id, record]))
    return records.flatMap((record) => {
      const same = now.get(record.id)
      if (!same) return [`${collection} ${String(record.id)} of somebody else is gone`]
      const changed = Object.keys(record).filter(
        (name) => !isDeepStrictEqual(record[name], same[name]) && !incidental[collection]?.includes(name),
      )
      return changed.map((name) => `${name} of ${collection} ${String(record.id)} of somebody else was changed`)
    })
  })
}

/** Resources whose objects are not there, and secrets in the state that are not theirs. */
export function hollow(live: Collections, held: readonly Held[]): string[] {
  return held.flatMap(({ name, type, outputs }) => {
    const [collection, output = ''] = places[type] ?? ['']
    if (output === 'name' || output === 'ids' || outputs[output] === undefined) return []
    const object = live[collection]?.find(({ id }) => id === outputs[output])
    if (!object) return [`${name} holds ${collection} ${String(outputs[output])}, which is not there`]
    if ('revoked' in object && object.revoked) return [`${name} holds a token that is revoked`]
    const secret = outputs.token
    return secret !== undefined && secret !== object.token ? [`the token that ${name} holds does not work`] : []
  })
}

/** The tokens of a set that do not work. */
export function hollowSets(live: Collections, held: readonly Held[]): string[] {
  return held.flatMap(({ name, outputs }) =>
    Object.entries((outputs.tokens ?? {}) as Json)
      .filter(([key, token]) => {
        const id = (outputs.ids as Json | undefined)?.[key]
        return live.triggers?.find((trigger) => trigger.id === id)?.token !== token
      })
      .map(([key]) => `the token ${key} of ${name} does not work`),
  )
}

/** What is open, or somewhere, because it is declared, and is not; or is, and is not declared. */
export function matters(live: Collections, program: Program): string[] {
  const declared = (type: string) => Object.values(program).find((one) => one.type === type)?.args
  const open = (live.alerts ?? []).filter(({ status }) => status !== 'resolved').map(({ title }) => title)
  const wanted = declared('Alert')?.title
  const storage = live.projects?.find(({ id }) => id === 3)?.repository_storage
  const destination = declared('RepositoryStorageMove')?.destinationStorageName ?? storage
  return [
    ...(isDeepStrictEqual(open, wanted === undefined ? [] : [wanted]) ? [] : [`open alerts are ${open.join()}`]),
    ...(storage === destination ? [] : [`the moved project is on ${String(storage)}`]),
  ]
}

/** Secrets that a text holds, those of programs and those of the service. */
export function secretsIn(text: string, base: Collections, live: Collections): string[] {
  const known = [...secrets.passwords, secrets.key, secrets.variable, secrets.token]
  const before = new Set((base.triggers ?? []).concat(base.access_tokens ?? []).map(({ token }) => token))
  const made = [...(live.triggers ?? []), ...(live.access_tokens ?? [])]
    .map(({ token }) => token)
    .filter((token) => typeof token === 'string' && !before.has(token))
  return [...known, ...(made as string[])].filter((secret) => text.includes(secret))
}
