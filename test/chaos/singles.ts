import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../provider/core/schema/json'
import { wireName } from '../../provider/core/schema/managed-setting'
import type { Collections } from '../faults/service-state'
import { parentArgument } from '../samples'
import { locations } from './leftovers'
import { singleDefinitionOf, withoutComponents } from './objects'
import type { Declared, Program } from './program'

/*
 * Objects that exist without a resource: projects, groups and their settings. Programs adopt them, or create a project or
 * group, and change only the settings that they declare.
 */

/** The resources of such objects, without components. */
export const singlesIn = (program: Program): [name: string, declared: Declared][] =>
  Object.entries(withoutComponents(program)).filter(([, { type }]) => singleDefinitionOf(type))

const pathOf = ({ full_path, path_with_namespace = full_path }: Json): unknown => path_with_namespace

/** Fields of the emulator that a setting of another name changes. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  public_jobs: ['public_builds'],
  issues_access_level: ['issues_enabled'],
  container_expiration_policy_attributes: ['container_expiration_policy'],
}

/** The fields of a record with the settings that programs declare. */
export function declaredSettings(collection: string, record: Json, programs: readonly Program[]): string[] {
  return programs.flatMap(singlesIn).flatMap(([, { type, args }]) => {
    if (locations[type]?.[0] !== collection || args[parentArgument(args)] !== pathOf(record)) return []
    const names = Object.keys(args).map((name) => singleDefinitionOf(type)?.input[name]?.wire ?? wireName(name))
    return names.flatMap((name) => [name, ...(aliases[name] ?? [])])
  })
}

/** A record and its settings, without times in settings. */
const flat = ({ settings, ...record }: Json): Json => ({ ...record, ...withoutTimes(settings ?? {}) })

const withoutTimes = (settings: object): Json =>
  JSON.parse(JSON.stringify(settings, (name, value: unknown) => (name.endsWith('_at') ? undefined : value))) as Json

/** The names of the fields and settings that differ. */
export function differingSettings(one: Json, other: Json): string[] {
  // The service stores defaults only if a request contains them. One that needs another parameter repeats the merge method.
  const defaults = { merge_method: 'merge', show_default_award_emojis: true }
  const [was, is] = [one, other].map((record): Json => ({ ...defaults, ...flat(record) })) as [Json, Json]
  return Object.keys({ ...was, ...is }).filter((name) => !isDeepStrictEqual(was[name], is[name]))
}

/** Fields of projects that a move to another path or storage changes, without their resources. */
export const incidentalOfParents: readonly string[] = [
  'path',
  'path_with_namespace',
  'repository_storage',
  'updated_at',
]

/** The names of resources for objects that the next program does not declare. */
export function leavingSingles(former: Program, program: Program): string[] {
  const whatOf = ({ type, args }: Declared) => `${type} ${String(args[parentArgument(args)])}`
  const declared = singlesIn(program).map(([, one]) => whatOf(one))
  return singlesIn(former).flatMap(([name, one]) => (name in program || declared.includes(whatOf(one)) ? [] : [name]))
}

/** Finds projects and groups that the service lacks, that it has twice, that are to be deleted, or that differ. */
export function wrongSingles(
  { base, expected, live }: Record<'base' | 'expected' | 'live', Collections>,
  { before, after, destroys }: { before: Program; after: Program; destroys: number },
): string[] {
  return ['projects', 'groups'].flatMap((collection) => {
    const known = (base[collection] ?? []).map(({ id }) => id)
    const isKnown = ({ id }: Json) => known.includes(id)
    const nameOf = (record: Json) => `${collection} ${String(isKnown(record) ? record.id : pathOf(record))}`
    const [wanted, seen] = [expected, live].map((all) => (all[collection] ?? []).filter((one) => !isMarked(one)))
    const names = seen!.map(nameOf)
    const ended = live[collection]!.filter(isMarked)
    const most = expected[collection]!.filter(isMarked).length + destroys
    return [
      ...wanted!.filter((one) => !names.includes(nameOf(one))).map((one) => `the service lacks ${nameOf(one)}`),
      ...(names.length > wanted!.length ? [`the service has ${names.join(', ')}`] : []),
      ...(ended.length > most ? [`${ended.length} instead of ${most} ${collection} are to be deleted`] : []),
      ...ended.flatMap((one) => (isDeletable(one, [before, after]) ? [] : [`${nameOf(one)} is to be deleted`])),
      ...wanted!.flatMap((one) => {
        const same = seen!.find((other) => nameOf(other) === nameOf(one))
        // An object that was deleted and created again has only the settings of the last program.
        if (!same || (destroys > 0 && !isKnown(one))) return []
        return differingSettings(one, same)
          .filter((name) => ![...incidentalOfParents, 'id', 'created_at'].includes(name))
          .map((name) => `${name} of ${nameOf(one)} is ${shown(same, name)} instead of ${shown(one, name)}`)
      }),
    ]
  })
}

const isMarked = ({ marked_for_deletion_on: day }: Json): boolean => day != null

const shown = (record: Json, name: string): string => JSON.stringify(flat(record)[name]) ?? 'missing'

/** Whether a program says that an object can be deleted. */
const isDeletable = (record: Json, programs: readonly Program[]): boolean =>
  programs.flatMap(singlesIn).some(([, { args }]) => {
    const path = String(pathOf(record)).replace(/-deletion_scheduled-\d+$/, '')
    return args.deletionProtection === false && args[parentArgument(args)] === path
  })
