import { isDeepStrictEqual } from 'node:util'
import type { EmulatorState } from '../../emulator'
import type { Json } from '../../provider/core/schema/plain'
import { type Collections, worldOf } from '../faults/service-state'
import { type Program, secrets } from './program'
import type { Held } from './state'
import { places, records, type Stray } from './leftovers'
import { passerBy } from './service'

/** What changes by itself, and what comes with something else. */
const aside = [
  ...records,
  ...['alerts', 'issues', 'jobs', 'test_suites', 'findings', 'access_tokens', 'users', 'memberships'],
  ...['projects', 'redirects'],
]

export function collectionsIn({ collections }: EmulatorState): Collections {
  return Object.fromEntries(
    Object.entries(collections).map(([name, { records }]) => [
      name,
      (records as unknown as Json[]).filter(({ title }) => title !== passerBy),
    ]),
  )
}

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
