import { conflictChoices } from '../core/check'
import { now } from '../core/clock'
import type { Kind } from '../core/kind'
import { type Json, show, UNKNOWN } from '../core/plain'
import { type SetFailure, type SetKind, setOf } from '../core/set'
import type { Resolved, Settings } from './inherit'
import type { Item } from './items'
import { below, type Place, type Problems } from './problems'
import type { Section } from './sections'
import { definitionOf, type KindName } from './settings'
import { type Branch, type Entry, plainEntries, type Tree } from './yaml-tree'

/** Judges settings by the rules of the sets they are for, and finds the lines that break them. */
export class Judge {
  /** Projects with the same settings share them: they are judged once. */
  private readonly known = new Map<ReadonlyMap<string, Item>, SetFailure[]>()

  /** Unless `isWhole`, what seems to be missing may be in what could not be read. */
  constructor(
    private readonly problems: Problems,
    private readonly isWhole: boolean,
  ) {}

  judge(project: Section, { kinds, exclusive, onConflict }: Settings): void {
    for (const [kind, resolved] of kinds) {
      const set = setOf(definitionOf(kind))
      for (const failure of this.failures(set, project.path, resolved)) this.report(project, kind, resolved, failure)
      const choice = exclusive.get(kind)
      const choices = choice ? { exclusive: choice.value } : {}
      for (const { property, reason } of judged(set, project.path, { ...choices, items: {} })) {
        const at = property === 'exclusive' ? choice?.at : project.at
        this.problems.add(at ?? project.at, reason, { project })
      }
    }
    // One choice for all kinds is one that each of them has.
    if (onConflict && !conflictChoices.some((choice) => choice === onConflict.value)) {
      const reason = `onConflict must be one of ${conflictChoices.map(show).join(', ')}, but is ${show(onConflict.value)}`
      this.problems.add(onConflict.at, reason, { project })
    }
  }

  private failures(set: SetKind, project: string, { items }: Resolved): SetFailure[] {
    let failures = this.known.get(items)
    if (!failures) this.known.set(items, (failures = judged(set, project, { items: plainItems(items) })))
    return failures
  }

  private report(project: Section, kind: KindName, { at, items }: Resolved, failure: SetFailure): void {
    const item = failure.key === undefined ? undefined : items.get(failure.key)
    const within = failure.within
    if (!item || !within) return this.problems.add(item?.at ?? at, failure.reason, { project })
    const place = within.property === '' ? item.at : placeOf(item, within.property, definitionOf(kind))
    if (place) return this.problems.add(place, within.reason, { project })
    if (this.isWhole) {
      const path = `${item.at.path}.${within.property}`
      this.problems.add(item.at, within.reason, { path, project })
    }
  }
}

const plainItems = (items: ReadonlyMap<string, Item>): Json =>
  Object.fromEntries([...items].map(([key, { fields }]) => [key, plainEntries(fields, () => UNKNOWN)]))

/**
 * What the set says of its arguments. The day on which something has to lie ahead is not today's for what was declared
 * some time ago, and only the state knows when that was: whether dates lie ahead is left to the provider.
 */
function judged(set: SetKind, project: string, args: Json): SetFailure[] {
  const news = { ...args, [set.parent]: project }
  const first = set.judge({}, news, now)
  if (first.failures.length === 0) return first.failures
  return set.judge({ items: first.inputs.items }, news, now).failures
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
