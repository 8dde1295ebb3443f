import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import type { Cases, Values } from '../arbitraries/cases'

/** The spelling of each argument, by number. */
export type Style = Record<string, number>

const perArgument = <T>(cases: Cases, make: (name: string) => fc.Arbitrary<T>) =>
  fc.record(Object.fromEntries(Object.keys(cases.arguments).map((name) => [name, make(name)])))

/** Whole declarations. */
export const declarations = (cases: Cases): fc.Arbitrary<Values> =>
  perArgument(cases, (name) => cases.arguments[name]!.values).map((values) => settled(cases, values))

export const styles = (cases: Cases): fc.Arbitrary<Style> => perArgument(cases, () => fc.nat(0xffff))

export const settled = (cases: Cases, values: Values): Values => cases.settle?.(values) ?? values

/** A declaration as a program writes it. */
export function write(cases: Cases, values: Values, style: Style): Json {
  const written = Object.entries(cases.arguments).map(([name, one]) => [
    name,
    one.write(values[name], style[name] ?? 0),
  ])
  return Object.fromEntries(written.filter(([, value]) => value !== undefined)) as Json
}

/** The names of the values that differ. */
export const differing = (one: Values, other: Values): string[] =>
  Object.keys(one)
    .filter((name) => !isDeepStrictEqual(one[name], other[name]))
    .sort()

/** The step of the engine and the writes for a change of these arguments. */
export function changeOf({ definition, writes, keepsKey = [] }: Cases, changed: readonly string[]) {
  if (changed.length === 0) return { step: 'same', sent: [] }
  const replaces = changed.filter((name) => definition.replaceOn.includes(name))
  const deletesFirst = replaces.every((name) => keepsKey.includes(name))
  return replaces.length > 0
    ? { step: 'replace', sent: writes?.replace ?? (deletesFirst ? ['DELETE', 'POST'] : ['POST', 'DELETE']) }
    : { step: 'update', sent: writes?.update ?? ['PUT'] }
}
