import { load } from '../../provider/core/engine/load'
import type { Definition } from '../../provider/core/schema/define'
import type { Json } from '../../provider/core/schema/json'
import { nameOfSetting, settingOf as settingOfKind } from '../../provider/core/schema/setting'
import { kindsWithSets } from '../../provider/kinds'
import { classOf, parentArgument, samples } from '../samples'
import { type Front, typePrefix } from './front'
import type { Declared, Program } from './program'

/** An object that a program declares. */
export interface Thing {
  /** The type of a single resource for such an object. */
  type: string
  args: Json
  /** The name of the resource that declares it. */
  resource: string
  /** The key of the item, if the resource is a set. */
  key?: string
}

const byType = new Map(samples.map((sample) => [classOf(sample.kind), sample]))

/** The arguments of a type whose change replaces the object, other than its natural key. */
export function fixedArguments(type: string): string[] {
  const { naturalKey = [], replaces = {} } = byType.get(type) ?? {}
  return Object.keys(replaces).filter((name) => !naturalKey.includes(name))
}

/** The arguments of a type whose change deletes the object and creates it again, other than its natural key. */
export function recreatingArguments(type: string): string[] {
  const { kind, naturalKey = [] } = byType.get(type) ?? {}
  const definition = kind && load(kind)
  const recreate = definition && 'api' in definition ? definition.api.recreate : undefined
  // Chaos runs use the Enterprise Edition.
  if (!definition || !recreate || recreate.onCommunity) return fixedArguments(type)
  return Object.keys(definition.input).filter((name) => !naturalKey.includes(name))
}

/** The definition of an object that each parent has exactly once, or that is the parent itself. */
export function singleDefinitionOf(type: string): Definition | undefined {
  const { kind } = byType.get(type) ?? {}
  const definition = kind && (load(kind) as Definition)
  return definition?.single && definition
}

/** The types of objects that exist without a resource. */
const singles = [...byType.keys()].filter(singleDefinitionOf)
export const isSingle = (type: string): boolean => singles.includes(type)

/** The types of single resources that also exist as sets. */
const collected = kindsWithSets.map(classOf)
export const hasSet = (type: string): boolean => collected.includes(type)
export const isSet = (type: string): boolean => type.endsWith('Set') && hasSet(singleOf(type))
export const singleOf = (type: string): string => type.replace(/Set$/, '')

/** The argument of `ProjectSettings` or `GroupSettings` for objects of a type: `Label` → `labels`. */
export const settingOf = (type: string): string => settingOfKind(load(byType.get(type)?.kind ?? '') as Definition)

/** The components for the settings of a project or a group. */
export const settingsTypes = { project: 'ProjectSettings', group: 'GroupSettings' } as const

/** The objects of one resource. */
export function thingsOf(resource: string, { type, args }: Declared): Thing[] {
  if (!isSet(type)) return [{ type, args, resource }]
  const parent = parentArgument(args)
  const { [parent]: path, items } = args
  return Object.entries(items as Record<string, Json>).map(([key, item]) => ({
    type: singleOf(type),
    args: { [parent]: path, ...item },
    resource,
    key,
  }))
}

/** Identifies an object. Undefined if it cannot be distinguished from others. */
export function identityOf({ type, args }: Thing): string | undefined {
  // Duplicates cannot be distinguished.
  if (args.onConflict === 'create') return undefined
  const parts = byType.get(type)?.naturalKey?.map((name) => args[name])
  return parts && JSON.stringify([type, ...parts])
}

/** Whether another resource can adopt such an object, which requires a natural key. */
export const canMove = (type: string): boolean => byType.get(singleOf(type))?.naturalKey !== undefined

/** Replaces components with their child resources, as in the state. */
export function withoutComponents(program: Program): Program {
  return Object.fromEntries(
    Object.entries(program).flatMap(([name, declared]): [string, Declared][] => {
      const parent = parentArgument(declared.args)
      if (declared.type !== settingsTypes[parent]) return [[name, declared]]
      const { [parent]: path, ...settings } = declared.args
      return [...collected, ...singles]
        .filter((type) => settingOf(type) in settings && parent in (byType.get(type)?.args ?? {}))
        .map((type) => {
          const [settled, what] = [settings[settingOf(type)], isSingle(type) ? type : `${type}Set`]
          const args = { [parent]: path, ...(isSingle(type) ? (settled as Json) : { items: settled }) }
          return [nameOfSetting(name, settingOf(type)), { ...declared, type: what, args }]
        })
    }),
  )
}

/** The URN of the resource with this index in a program, modulo the number of resources. */
export function urnAt(program: Program, number: number, front: Front): string | undefined {
  const all = Object.entries(withoutComponents(program))
  const [name, declared] = all[number % all.length] ?? []
  if (name === undefined || !declared) return undefined
  const component = name in program ? '' : `trueup:index:${settingsTypes[parentArgument(declared.args)]}$`
  return `urn:pulumi:test::test::${component}${typePrefix(front)}${declared.type}::${name}`
}
