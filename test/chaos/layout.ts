import fc from 'fast-check'
import type { Json } from '../../provider/core/schema/json'
import { parentArgument } from '../samples'
import { canMove, hasSet, isSet, isSingle, settingOf, settingsTypes, singleOf, type Thing, thingsOf } from './objects'
import { type Declared, keys, type Program, types } from './program'

/**
 * Where a program declares an object: as the generator drew it, as a single resource, in a set with all objects of its
 * kind and project, or in the settings of its project. Objects that a project has once have another resource instead of
 * a set.
 */
const placements = ['as drawn', 'alone', 'together', 'in settings'] as const
type Placement = (typeof placements)[number]

/** Selects the resources that declare the objects of a program. */
export interface Layout {
  /** By the names of single resources and `<set>.<key>` of items. Default: as drawn. */
  placements: Readonly<Record<string, Placement>>
  /** The endings of keys to change. */
  rekeyed: readonly string[]
  /** The names of resources with an explicit provider. */
  explicitProviders: readonly string[]
  /** Whether label sets of `acme/api` are exclusive. Other users have no labels there. */
  exclusive: boolean
}

const asDrawn: Layout = { placements: {}, rekeyed: [], explicitProviders: [], exclusive: false }

/** The names of all objects that a set can declare. */
const movable = Object.entries(types).flatMap(([name, type]) =>
  isSet(type) ? keys.map((key) => `${name}.${key}`) : hasSet(type) || isSingle(type) ? [name] : [],
)
const together = 'more'
const settings = 'settings'
const ofProviders = [...Object.keys(types).filter((name) => canMove(types[name] ?? '')), together, settings, 'alone']

const home = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Placement>('as drawn') },
  fc.constantFrom<Placement>(...placements),
)

const someOf = (names: string[]) => fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray(names))

const layout: fc.Arbitrary<Layout> = fc.record({
  placements: fc.record(Object.fromEntries(movable.map((name) => [name, home]))),
  rekeyed: someOf(keys),
  explicitProviders: someOf(ofProviders),
  exclusive: fc.boolean(),
})

/** The layouts of a program and of the next one. Both can be as drawn. */
export const layouts: fc.Arbitrary<readonly [before: Layout, after: Layout]> = fc.oneof(
  fc.constant([asDrawn, asDrawn] as const),
  layout.map((after) => [asDrawn, after] as const),
  layout.map((before) => [before, asDrawn] as const),
  { weight: 2, arbitrary: fc.tuple(layout, layout) },
)

/** Returns a program that declares the same objects with other resources. */
export function applyLayout(program: Program, how: Layout): Program {
  const result: Record<string, Declared> = {}
  const keyOf = (key: string) => (how.rekeyed.some((word) => key.endsWith(word)) ? `${key} again` : key)
  const into = (name: string, declared: Declared, part: string, key: string, item: Json) => {
    const known = (result[name] ??= declared)
    const items = (known.args[part] ?? {}) as Json
    result[name] = { ...known, args: { ...known.args, [part]: { ...items, [key]: item } } }
  }
  const settleSingle = (name: string, { type, args }: Declared) => {
    const parent = parentArgument(args)
    const { [parent]: path, ...values } = args
    const component = `${settings} of ${String(path)}`
    const placement = how.placements[name]
    if (placement === 'together') result[`${together} ${settingOf(type)} of ${String(path)}`] = { type, args }
    else if (placement === 'in settings') {
      result[component] ??= { type: settingsTypes[parent], args: { [parent]: path } }
      result[component].args[settingOf(type)] = values
    } else result[name] = { type, args }
  }
  const settle = ({ type, args, resource, key }: Thing) => {
    const parent = parentArgument(args)
    const { [parent]: path, ...item } = args
    const name = [resource, ...(key === undefined ? [] : [key])]
    switch (placementOf(how, program, { type, args, resource, ...(key !== undefined && { key }) })) {
      case 'as drawn':
        if (key === undefined) result[resource] = { type, args }
        else into(resource, { type: `${type}Set`, args: { [parent]: path } }, 'items', keyOf(key), item)
        break
      case 'alone':
        result[name.join(' ')] = { type, args }
        break
      case 'together':
        into(
          `${together} ${settingOf(type)} of ${String(path)}`,
          { type: `${type}Set`, args: { [parent]: path } },
          'items',
          keyOf(name.join(' ')),
          item,
        )
        break
      case 'in settings':
        into(
          `${settings} of ${String(path)}`,
          { type: settingsTypes[parent], args: { [parent]: path } },
          settingOf(type),
          keyOf(name.join(' ')),
          item,
        )
    }
  }
  for (const [name, declared] of Object.entries(program)) {
    if (isSingle(declared.type)) {
      settleSingle(name, declared)
      continue
    }
    if (!hasSet(singleOf(declared.type))) {
      result[name] = declared
      continue
    }
    // Keep the set, even if all of its items move elsewhere.
    if (isSet(declared.type)) result[name] = { ...declared, args: { ...declared.args, items: {} } }
    thingsOf(name, declared).forEach(settle)
  }
  return Object.fromEntries(Object.entries(result).map(([name, declared]) => [name, finished(name, declared, how)]))
}

function placementOf({ placements }: Layout, program: Program, { args, resource, key }: Thing): Placement {
  // Do not move duplicates, or objects that another resource refers to.
  const isReferredTo = Object.values(program).some(
    ({ args: { label } }) => (label as Json | undefined)?.$id === resource,
  )
  if (isReferredTo || args.onConflict === 'create') return 'as drawn'
  return placements[key === undefined ? resource : `${resource}.${key}`] ?? 'as drawn'
}

function finished(name: string, { type, args }: Declared, { explicitProviders, exclusive }: Layout): Declared {
  const [first = ''] = name.split(' ')
  const isItem = name.includes(' ') && first !== together && first !== settings
  const removes = exclusive && args.project === 'acme/api'
  return {
    type,
    args: {
      ...args,
      ...(removes && type === 'LabelSet' && { exclusive: true }),
      ...(removes && type === 'ProjectSettings' && args.labels !== undefined && { exclusive: { labels: true } }),
    },
    ...(args.onConflict !== 'create' &&
      explicitProviders.includes(isItem ? 'alone' : first) && { explicitProvider: true }),
  }
}
