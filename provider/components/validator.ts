import { conflictChoices, type Failure } from '../core/schema/check'
import type { Kind } from '../core/schema/kind'
import { type Json, show, UNKNOWN } from '../core/schema/plain'
import { type SetFailure, type SetKind, setOf, UNMANAGED } from '../core/schema/set'
import { now } from '../core/service/clock'
import { type ChoiceName, choiceNames, type Said } from './choices'
import type { Resolved, Settings } from './inherit'
import { isTakenOut, type Item } from './items'
import { below, type Place, type Problems } from './problems'
import type { Section } from './sections'
import { definitionOf, type SetName, setNames } from './settings'
import { type Branch, type Entry, plainEntries, type Tree } from './yaml-tree'

/** Judges settings by the rules of the sets they are for, and finds the lines that break them. */
export class Validator {
  /** Projects with the same settings share them: they are judged once. */
  private readonly known = new Map<ReadonlyMap<string, Item>, SetFailure[]>()

  /** Unless `isWhole`, what seems to be missing may be in what could not be read. */
  constructor(
    private readonly problems: Problems,
    private readonly isWhole: boolean,
  ) {}

  /** Validates the choices of a section, even if it declares no sets that they apply to. */
  judgeChoices({ choices, onConflict }: Section): void {
    for (const name of choiceNames) {
      const wrong = [...choices[name]].flatMap(([kind, said]) => {
        const reason = problemOf(name, kind, said)
        return reason === undefined ? [] : [{ said, reason }]
      })
      const [first] = wrong
      if (!first?.said.isForAll) for (const { said, reason } of wrong) this.problems.add(said.at, reason)
      // A choice for all kinds must be valid for at least one kind, since the others may not be declared.
      else if (wrong.length === setNames.length) this.problems.add(first.said.at, first.reason)
    }
    if (!onConflict || isTakenOut(onConflict)) return
    // One choice for all kinds is one that each of them has.
    if (conflictChoices.some((choice) => choice === onConflict.value)) return
    this.problems.add(
      onConflict.at,
      `must be one of ${conflictChoices.map(show).join(', ')} (got ${show(onConflict.value)})`,
    )
  }

  judge(project: Section, { kinds, choices }: Settings): void {
    for (const [kind, resolved] of kinds) {
      const set = setOf(definitionOf(kind))
      for (const failure of this.failures(set, project.path, resolved)) this.report(project, kind, resolved, failure)
      for (const name of choiceNames) {
        const said = choices[name].get(kind)
        const reason = said && problemOf(name, kind, said)
        if (said && reason !== undefined) this.problems.add(said.at, reason, { project })
      }
    }
  }

  private failures(set: SetKind, project: string, { items }: Resolved): SetFailure[] {
    let failures = this.known.get(items)
    if (!failures) this.known.set(items, (failures = judged(set, project, { items: plainItems(items) })))
    return failures
  }

  private report(project: Section, kind: SetName, { at, items }: Resolved, failure: SetFailure): void {
    const item = failure.key === undefined ? undefined : items.get(failure.key)
    const within = failure.within
    if (!item || !within) return this.problems.add(item?.at ?? at, failure.reason, { project })
    const place = within.property === '' ? item.at : placeOf(item, within.property, definitionOf(kind))
    if (!place && !this.isWhole) return
    const path = place?.path ?? `${item.at.path}.${within.property}`
    this.problems.add(place ?? item.at, unnamed(within, path), { path, project })
  }
}

/** The reason without the property at its beginning, if the path already ends with that property. */
const unnamed = ({ property, reason }: Failure, path: string): string =>
  path.endsWith(`.${property}`) && reason.startsWith(`${property} `) ? reason.slice(property.length + 1) : reason

/** Returns why a choice is invalid for the set of a kind. */
function problemOf(name: ChoiceName, kind: SetName, { value }: Said): string | undefined {
  const [failure] = judged(setOf(definitionOf(kind)), 'any/project', { [name]: value, items: {} })
  return failure && unnamed(failure, `.${name}`)
}

const plainItems = (items: ReadonlyMap<string, Item>): Json =>
  Object.fromEntries([...items].map(([key, { fields }]) => [key, plainEntries(fields, () => UNKNOWN)]))

/**
 * What the set says of its arguments. The day on which something has to lie ahead is not today's for what was declared
 * some time ago, and only the state knows when that was: whether dates lie ahead is left to the provider.
 */
function judged(set: SetKind, project: string, args: Json): SetFailure[] {
  const news = { ...args, [set.identity.parent]: project }
  const first = set.validate({}, news, now)
  if (first.failures.length === 0) return first.failures
  const items = Object.entries(first.inputs.items as Json).filter(([key]) => !key.startsWith(UNMANAGED))
  return set.validate({ items: Object.fromEntries(items) }, news, now).failures
}

/** Where a property of an item is written: `deployAccessLevels[0].accessLevel`; undefined where it is not. */
function placeOf(item: Item, property: string, { input }: Kind): Place | undefined {
  const whole = item.fields.get(property)
  if (whole) return Object.hasOwn(input, property) ? whole.value.at : whole.key
  const steps = property.match(/[^.[\]]+/g) ?? []
  let tree: Tree = { type: 'map', at: item.at, entries: item.fields } satisfies Branch
  let place = item.at
  for (const step of steps) {
    const entry: Entry | undefined = tree.type === 'map' ? tree.entries.get(step) : undefined
    const next: Tree | undefined = tree.type === 'list' ? tree.items[Number(step)] : entry?.value
    // What is missing is missing from what is around it.
    if (!next) return place === item.at ? undefined : { ...place, path: below(place.path, step) }
    tree = next
    place = entry?.key ?? next.at
  }
  return place
}
