import type { Definition } from '../schema/define'
import { identityOf } from '../schema/natural-key'
import { UNDECLARED } from '../schema/secret-text'
import { load } from './load'
import type { Surveyed } from './survey'

/** The objects that have the same natural key as another one. A program that declares them must say that it wants several. */
export function repeatedObjects(all: readonly Surveyed[]): ReadonlySet<Surveyed> {
  const first = new Map<string, Surveyed>()
  const repeated = new Set<Surveyed>()
  for (const one of all) {
    const definition = load(one.kind) as Definition
    const { allowsDuplicates, naturalKey = [] } = definition.identity
    if (!allowsDuplicates || naturalKey.some((name) => one.inputs[name] === UNDECLARED)) continue
    const identity = JSON.stringify(identityOf(definition, one.inputs))
    if (identity === undefined) continue
    const other = first.get(identity)
    if (other) repeated.add(other).add(one)
    else first.set(identity, one)
  }
  return repeated
}
