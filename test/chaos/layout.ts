import fc from 'fast-check'
import type { Json } from '../../provider/core/schema/plain'
import { canMove, hasSet, isSet, settingOf, singleOf, type Thing, thingsOf } from './objects'
import { type Declared, keys, type Program, types } from './program'

/**
 * Where a program declares an object: as the generator drew it, as a single resource, in a set with all objects of its
 * kind and project, or in the settings of its project.
 */
const homes = ['as drawn', 'alone', 'together', 'in settings'] as const
type Home = (typeof homes)[number]

/** Selects the resources that declare the objects of a program. */
export interface Arrangement {
  /** By the names of single resources and `<set>.<key>` of items. Default: as drawn. */
  homes: Readonly<Record<string, Home>>
  /** The endings of keys to change. */
  rekeyed: readonly string[]
  /** The names of resources with an explicit provider. */
  elsewhere: readonly string[]
  /** Whether label sets of `acme/api` are exclusive. Other users have no labels there. */
  exclusive: boolean
}

export const asDrawn: Arrangement = { homes: {}, rekeyed: [], elsewhere: [], exclusive: false }

/** The names of all objects that a set can declare. */
const movable = Object.entries(types).flatMap(([name, type]) =>
  isSet(type) ? keys.map((key) => `${name}.${key}`) : hasSet(type) ? [name] : [],
)
const together = 'more'
const settings = 'settings'
const ofProviders = [...Object.keys(types).filter((name) => canMove(types[name] ?? '')), together, settings, 'alone']

const home = fc.oneof({ weight: 3, arbitrary: fc.constant<Home>('as drawn') }, fc.constantFrom<Home>(...homes))

const someOf = (names: string[]) => fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray(names))

const arrangement: fc.Arbitrary<Arrangement> = fc.record({
  homes: fc.record(Object.fromEntries(movable.map((name) => [name, home]))),
  rekeyed: someOf(keys),
  elsewhere: someOf(ofProviders),
  exclusive: fc.boolean(),
})

/** The arrangements of a program and of the next one. Both can be as drawn. */
export const arrangements: fc.Arbitrary<readonly [before: Arrangement, after: Arrangement]> = fc.oneof(
  fc.constant([asDrawn, asDrawn] as const),
  arrangement.map((after) => [asDrawn, after] as const),
  arrangement.map((before) => [before, asDrawn] as const),
  { weight: 2, arbitrary: fc.tuple(arrangement, arrangement) },
)

/** Returns a program that declares the same objects with other resources. */
export function arranged(program: Program, how: Arrangement): Program {
  const result: Record<string, Declared> = {}
  const keyOf = (key: string) => (how.rekeyed.some((word) => key.endsWith(word)) ? `${key} again` : key)
  const into = (name: string, declared: Declared, part: string, key: string, item: Json) => {
    const known = (result[name] ??= declared)
    const items = (known.args[part] ?? {}) as Json
    result[name] = { ...known, args: { ...known.args, [part]: { ...items, [key]: item } } }
  }
  const settle = ({ type, args, resource, key }: Thing) => {
    const { project, ...item } = args
    const name = [resource, ...(key === undefined ? [] : [key])]
    switch (homeOf(how, program, { type, args, resource, ...(key !== undefined && { key }) })) {
      case 'as drawn':
        if (key === undefined) result[resource] = { type, args }
        else into(resource, { type: `${type}Set`, args: { project } }, 'items', keyOf(key), item)
        break
      case 'alone':
        result[name.join(' ')] = { type, args }
        break
      case 'together':
        into(
          `${together} ${settingOf(type)} of ${String(project)}`,
          { type: `${type}Set`, args: { project } },
          'items',
          keyOf(name.join(' ')),
          item,
        )
        break
      case 'in settings':
        into(
          `${settings} of ${String(project)}`,
          { type: 'ProjectSettings', args: { project } },
          settingOf(type),
          keyOf(name.join(' ')),
          item,
        )
    }
  }
  for (const [name, declared] of Object.entries(program)) {
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

function homeOf({ homes }: Arrangement, program: Program, { args, resource, key }: Thing): Home {
  // Do not move twins, or objects that another resource refers to.
  const isReferredTo = Object.values(program).some(
    ({ args: { label } }) => (label as Json | undefined)?.$id === resource,
  )
  if (isReferredTo || args.onConflict === 'create') return 'as drawn'
  return homes[key === undefined ? resource : `${resource}.${key}`] ?? 'as drawn'
}

function finished(name: string, { type, args }: Declared, { elsewhere, exclusive }: Arrangement): Declared {
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
    ...(args.onConflict !== 'create' && elsewhere.includes(isItem ? 'alone' : first) && { elsewhere: true }),
  }
}
