import fc from 'fast-check'
import { type Json, UNKNOWN } from '../../../provider/core/schema/plain'
import { samples, sets } from '../../faults/kinds'
import { awkwardStrings } from './strings'
import { times } from '../../support/long'

/** What a program declares of a kind, and whose token makes it. */
export interface Declaration {
  kind: string
  as: string
  args: Json
}

const single = samples.map(({ kind, as, operations: [first] }): Declaration => {
  if (!first || typeof first.now === 'string') throw new Error(`the sample of ${kind} has nothing to begin with`)
  return { kind, as, args: first.now.args }
})

/** The sets that no fault is tried on are those of a single declaration. */
const further = ['freeze-period', 'protected-environment', 'remote-mirror'].map((kind): Declaration => {
  const found = single.find((one) => one.kind === kind)
  if (!found) throw new Error(`there is no sample of ${kind}`)
  const { project, ...item } = found.args
  return { kind: `${kind}-set`, as: found.as, args: { project, items: { one: item } } }
})

/** A right declaration of each kind and of each set. */
export function declarations(url: string): Declaration[] {
  const tried = sets.map(({ kind, as, operations: [first] }): Declaration => {
    if (!first || typeof first.now === 'string') throw new Error(`the sample of ${kind} has nothing to begin with`)
    return { kind, as, args: first.now.args }
  })
  const all = [...single, ...tried, ...further]
  return all.map(({ kind, as, args }) => ({
    kind,
    as,
    args: {
      ...(JSON.parse(JSON.stringify(args).replaceAll('<url>', url)) as Json),
      ...(['pipeline-run', 'repository-storage-move'].includes(kind) && { wait: false }),
    },
  }))
}

/** Names that every object has, or that JavaScript gives a meaning to. */
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

/** What takes the square of its size takes minutes. */
const LONG = times(100_000, 1_000_000)
const MANY = times(20_000, 100_000)
/** What is as large as that. */
export const isHuge = (name: string): boolean => name.startsWith('very many')

const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = 'core'
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

/** Values that no service takes, each by what it is. */
export const invalidValues: Readonly<Record<string, () => unknown>> = {
  ...Object.fromEntries(
    ['a', '0', '/', '//@', 'T', '#', ' ', '*,', '\\', '"', '\u{1F4A5}', '\u202e', '\0', '%2F'].map((unit) => [
      `a long text of ${JSON.stringify(unit)}`,
      () => unit.repeat(LONG / unit.length),
    ]),
  ),
  'a long URL': () => `https://example.com/${'a'.repeat(LONG)}`,
  'a long path': () => 'a/'.repeat(LONG / 2) + 'b',
  '10,000 lists in each other': () => nested(10_000, (inner) => [inner]),
  '10,000 objects in each other': () => nested(10_000, (inner) => ({ inner })),
  'an object in itself': () => {
    const self: Json = {}
    self.self = self
    return self
  },
  'very many numbers': () => Array.from({ length: MANY }, (_, index) => index),
  'very many texts': () => Array.from({ length: MANY }, (_, index) => `read_ap${index}`),
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
  'a date that is none': () => new Date(NaN),
  'an unknown value': () => UNKNOWN,
  'a list of an unknown value': () => [UNKNOWN],
  'an unknown value in a list and more': () => [UNKNOWN, 'x', 1, {}, [], null],
  'an unknown value in lists in each other': () => [[[[UNKNOWN]]]],
  'an unknown value in an object': () => ({ inner: { more: UNKNOWN } }),
  'keys that every object has': () =>
    JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  'an object without a prototype': () => Object.assign(Object.create(null) as Json, { toString: 1 }),
}

/** Values of any kind, small enough to be drawn by the thousand. */
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

/** A right declaration, of which a few things are no longer right. */
export const mutations = (args: Json): fc.Arbitrary<Json> =>
  fc
    .array(changes, { minLength: 1, maxLength: 3 })
    .map((list) => list.reduce<Json>(changed, structuredClone(args)))
    // On the emulator, nothing comes to an end while its clock stands still.
    .map((drawn) => ('wait' in args ? { ...drawn, wait: false } : drawn))

function changed(args: Json, change: Change): Json {
  const places = placesIn(args)
  const place = places[change.at % places.length]
  if (!place) return args
  const { holder, key } = place
  // Values that are drawn twice must not come to hold themselves.
  const value = structuredClone(change.value)
  if (change.operation === 'add') set(holder, change.key, value)
  else if (change.operation === 'replace') set(holder, key, value)
  else if (change.operation === 'wrap') set(holder, key, [holder[key]])
  else delete holder[key]
  return args
}

/** As a parser of JSON would, whatever the key is called. */
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
