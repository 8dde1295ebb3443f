import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { UNKNOWN } from '../../../provider/core/schema/unknown'
import { kindsWithSets } from '../../../provider/kinds'
import { item, parentArgument, sampleOf, samples } from '../../samples'
import { times } from '../../shared/test-run'
import { awkwardStrings } from './strings'

/** A declaration of a kind, and the user whose token manages it. */
export interface Fuzzed {
  kind: string
  as: string
  args: Json
}

/** The samples, and sets with one item. */
const all: readonly Fuzzed[] = [
  ...samples,
  ...kindsWithSets.map((kind): Fuzzed => {
    const sample = sampleOf(kind)
    const parent = parentArgument(sample.args)
    const args = { [parent]: sample.args[parent], items: { one: item(sample, 'one') } }
    return { ...sample, kind: `${kind}-set`, args }
  }),
]

/** A valid declaration of each kind and of each set. */
export const declarations = (url: string): Fuzzed[] =>
  all.map(({ kind, as, args }) => ({
    kind,
    as,
    args: {
      ...(JSON.parse(JSON.stringify(args).replaceAll('<url>', url)) as Json),
      ...(['pipeline-run', 'repository-storage-move'].includes(kind) && { wait: false }),
    },
  }))

/** Names that every object has, or that have a meaning in JavaScript. */
export const trickyKeys = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'prototype',
  '',
  '0',
  'a.b',
]

/** Code that takes quadratic time takes minutes for these sizes. */
const LONG = times(100_000, 1_000_000)
const MANY = times(20_000, 100_000)
/** Whether an invalid value has such a size. */
export const isHuge = (name: string): boolean => name.startsWith('very many')

const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = 'core'
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

/** Values that no service accepts, by description. */
export const invalidValues: Readonly<Record<string, () => unknown>> = {
  ...Object.fromEntries(
    ['a', '0', '/', '//@', 'T', '#', ' ', '*,', '\\', '"', '\u{1F4A5}', '\u202e', '\0', '%2F'].map((unit) => [
      `a long string of ${JSON.stringify(unit)}`,
      () => unit.repeat(LONG / unit.length),
    ]),
  ),
  'a long URL': () => `https://example.com/${'a'.repeat(LONG)}`,
  'a long path': () => 'a/'.repeat(LONG / 2) + 'b',
  '10,000 nested lists': () => nested(10_000, (inner) => [inner]),
  '10,000 nested objects': () => nested(10_000, (inner) => ({ inner })),
  'an object that contains itself': () => {
    const self: Json = {}
    self.self = self
    return self
  },
  'very many numbers': () => Array.from({ length: MANY }, (_, index) => index),
  'very many strings': () => Array.from({ length: MANY }, (_, index) => `read_ap${index}`),
  'very many objects': () => Array.from({ length: MANY }, () => ({ accessLevel: 40, surplus: 1 })),
  'very many keys': () => Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`key ${index}`, { index }])),
  'not a number': () => NaN,
  infinity: () => Infinity,
  'minus zero': () => -0,
  'a number of 301 digits': () => 1e300,
  'a number too large to be exact': () => 2 ** 53,
  'a fraction': () => 1.5,
  'a bigint': () => 17n,
  'a list of a bigint': () => [17n],
  'a date': () => new Date(0),
  'an invalid date': () => new Date(NaN),
  'an unknown value': () => UNKNOWN,
  'a list of an unknown value': () => [UNKNOWN],
  'an unknown value in a list of other values': () => [UNKNOWN, 'x', 1, {}, [], null],
  'an unknown value in nested lists': () => [[[[UNKNOWN]]]],
  'an unknown value in an object': () => ({ inner: { more: UNKNOWN } }),
  'keys that every object has': () =>
    JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  'an object without a prototype': () => Object.assign(Object.create(null) as Json, { toString: 1 }),
}

/** Small values of any type. */
const values: fc.Arbitrary<unknown> = fc.oneof(
  awkwardStrings,
  fc.constantFrom(null, true, '', 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, NaN, Infinity, 17n, [], {}, [null], [[]]),
  fc.constantFrom<unknown>(UNKNOWN, [UNKNOWN], { a: UNKNOWN }, [[UNKNOWN], 1], [UNKNOWN, UNKNOWN]),
  fc.anything({
    maxDepth: 3,
    maxKeys: 4,
    withBigInt: true,
    withDate: true,
    withNullPrototype: true,
    key: fc.oneof(fc.constantFrom(...trickyKeys, 'accessLevel', 'name', 'color'), awkwardStrings),
  }),
)

type Change =
  | { operation: 'replace' | 'wrap' | 'drop'; at: number; value: unknown }
  | { operation: 'add'; at: number; key: string; value: unknown }

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    operation: fc.constantFrom('replace' as const, 'wrap' as const, 'drop' as const),
    at: fc.nat(50),
    value: values,
  }),
  fc.record({
    operation: fc.constant('add' as const),
    at: fc.nat(50),
    key: fc.oneof(fc.constantFrom(...trickyKeys, 'onConflict', 'adoptId', 'exclusive', 'items'), awkwardStrings),
    value: values,
  }),
)

/** A valid declaration with one to three changes. */
export const mutations = (args: Json): fc.Arbitrary<Json> =>
  fc
    .array(changes, { minLength: 1, maxLength: 3 })
    .map((list) => list.reduce<Json>(changed, structuredClone(args)))
    // In the emulator, pipelines and moves do not finish while its clock stands still.
    .map((drawn) => ('wait' in args ? { ...drawn, wait: false } : drawn))

function changed(args: Json, change: Change): Json {
  const places = placesIn(args)
  const place = places[change.at % places.length]
  if (!place) return args
  const { holder, key } = place
  // A value that is drawn twice must not contain itself.
  const value = structuredClone(change.value)
  if (change.operation === 'add') set(holder, change.key, value)
  else if (change.operation === 'replace') set(holder, key, value)
  else if (change.operation === 'wrap') set(holder, key, [holder[key]])
  else delete holder[key]
  return args
}

/** Sets a property like a JSON parser, also one named `__proto__`. */
const set = (holder: Json, key: string, value: unknown) =>
  Object.defineProperty(holder, Array.isArray(holder) && !/^\d+$/.test(key) ? holder.length : key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })

function placesIn(value: Json): { holder: Json; key: string }[] {
  return Object.entries(value).flatMap(([key, inner]) => [
    { holder: value, key },
    ...(typeof inner === 'object' && inner !== null && !(inner instanceof Date) ? placesIn(inner as Json) : []),
  ])
}
