import { isDeepStrictEqual } from 'node:util'
import type { EmulatorState } from '../../emulator'
import type { Json } from '../../provider/core/schema/json'
import { type Collections, comparableRecords, containers } from '../faults/service-state'
import { hasOwnKey, type Leftover, locations, recordCollections } from './leftovers'
import { type Program, secrets } from './program'
import { temporaryLabel } from './service'
import { declaredSettings, differingSettings, incidentalOfParents } from './singles'
import type { Held } from './state'

/** Collections that change without a program, or along with other collections. */
const notCompared = [
  ...recordCollections,
  ...['alerts', 'issues', 'jobs', 'test_suites', 'findings', 'access_tokens', 'users', 'memberships'],
  // `wrongSingles` compares them.
  ...['projects', 'groups', 'redirects'],
]

export function collectionsIn({ collections }: EmulatorState): Collections {
  return Object.fromEntries(
    Object.entries(collections).map(([name, { records }]) => [
      name,
      (records as unknown as Json[]).filter(({ title }) => title !== temporaryLabel),
    ]),
  )
}

/** The differences between the service and one on which the program was deployed without faults. */
export function differencesFrom(wanted: Collections, live: Collections, leftovers: readonly Leftover[]): string[] {
  const isLeftover = (collection: string, id: unknown) =>
    leftovers.some((one) => one.collection === collection && one.id === id)
  const withoutLeftovers = Object.fromEntries(
    Object.entries(live).map(([name, all]) => [
      name,
      all.filter(
        (record) =>
          !isLeftover(name, record.id) &&
          !Object.entries(containers).some(([field, collection]) => isLeftover(collection, record[field])),
      ),
    ]),
  )
  const [expected, seen] = [wanted, withoutLeftovers].map((collections) =>
    comparableRecords(Object.fromEntries(Object.entries(collections).filter(([name]) => !notCompared.includes(name)))),
  ) as [string[], string[]]
  const missing = [...expected]
  const more = seen.filter((line) => {
    const at = missing.indexOf(line)
    if (at >= 0) missing.splice(at, 1)
    return at < 0
  })
  return [...missing.map((line) => `the service lacks ${line}`), ...more.map((line) => `the service also has ${line}`)]
}

/** Fields of objects of other users that a run can change. */
const incidental: Record<string, readonly string[]> = {
  access_tokens: ['last_used_at'],
  findings: ['vulnerability_id'],
  projects: incidentalOfParents,
  // The service changes these.
  pipelines: ['status', 'started_at', 'finished_at', 'updated_at', 'duration', 'queued_duration', 'events'],
  remote_mirrors: [],
}

/** Finds objects of other users that were deleted or changed, and changes of settings that no program declares. */
export function changesToOthers(base: Collections, live: Collections, programs: readonly Program[]): string[] {
  return Object.entries(base).flatMap(([collection, records]) => {
    const now = new Map((live[collection] ?? []).map((record) => [record.id, record]))
    return records.flatMap((record) => {
      const same = now.get(record.id)
      if (!same) return [`${collection} ${String(record.id)} of another user was deleted`]
      const declared = declaredSettings(collection, record, programs)
      const changed = differingSettings(record, same).filter(
        (name) => !incidental[collection]?.includes(name) && !declared.includes(name),
      )
      return changed.map((name) => `${name} of ${collection} ${String(record.id)} of another user was changed`)
    })
  })
}

/** Finds resources whose objects do not exist, and secrets in the state that do not work. */
export function deadReferences(live: Collections, held: readonly Held[]): string[] {
  return held.flatMap(({ name, type, outputs }) => {
    const [collection, output = ''] = locations[type] ?? ['']
    if (hasOwnKey(output) || output === 'ids' || outputs[output] === undefined) return []
    const object = live[collection]?.find(({ id }) => id === outputs[output])
    if (!object) return [`${name} holds ${collection} ${String(outputs[output])}, which does not exist`]
    if (object.marked_for_deletion_on)
      return [`${name} holds ${collection} ${String(object.id)}, which is to be deleted`]
    if ('revoked' in object && object.revoked) return [`${name} holds a token that is revoked`]
    const secret = outputs.token
    return secret !== undefined && secret !== object.token ? [`the token that ${name} holds does not work`] : []
  })
}

/** Finds tokens of sets that do not work. */
export function deadSetTokens(live: Collections, held: readonly Held[]): string[] {
  return held.flatMap(({ name, outputs }) =>
    Object.entries((outputs.tokens ?? {}) as Json)
      .filter(([key, token]) => {
        const id = (outputs.ids as Json | undefined)?.[key]
        return live.triggers?.find((trigger) => trigger.id === id)?.token !== token
      })
      .map(([key]) => `the token ${key} of ${name} does not work`),
  )
}

/** Finds alerts that should be open or resolved, and a project that is on the wrong storage. */
export function wrongAlertsAndMoves(live: Collections, program: Program): string[] {
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

/** Returns the secrets of programs and of the service that a string contains. */
export function secretsIn(text: string, base: Collections, live: Collections): string[] {
  const known = [...secrets.passwords, secrets.key, secrets.variable, secrets.token]
  const before = new Set((base.triggers ?? []).concat(base.access_tokens ?? []).map(({ token }) => token))
  const made = [...(live.triggers ?? []), ...(live.access_tokens ?? [])]
    .map(({ token }) => token)
    .filter((token) => typeof token === 'string' && !before.has(token))
  return [...known, ...(made as string[])].filter((secret) => text.includes(secret))
}
